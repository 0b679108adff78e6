import { existsSync, readdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { FeedServer } from "../fakes/FeedServer.ts"
import { cliOnEmptyDatabase } from "./RunCli.ts"

const server = new FeedServer()
beforeAll(() => server.listen())
afterAll(() => server.close())

const hosts = (count: number) => Array.from({ length: count }, (_, at) => `h${at}.example`)

describe("gatehouse feeds", () => {
  const { folder, run } = cliOnEmptyDatabase()
  const threats = join(folder, "threats")
  const file = join(folder, "house.txt")
  const feeds = () => `${server.url}/list?key=SECRET#name=mine&type=phishing,${file}#name=house`
  const feed = (...args: ReadonlyArray<string>) =>
    run([...args], "", { GATEHOUSE_THREAT_FEEDS: feeds(), GATEHOUSE_THREATS_DIR: threats })

  it("lists the known feeds with their terms, and the configured ones", async () => {
    const { exitCode, json } = await run(["feeds", "list", "--json"], "", {
      GATEHOUSE_THREAT_FEEDS: `openphish,${feeds()}`,
      GATEHOUSE_FEED_KEYS: "urlhaus=SECRET"
    })
    expect(exitCode).toBe(0)
    const rows = new Map(json.map((row: { readonly name: string }) => [row.name, row]))
    expect(rows.get("openphish")).toMatchObject({ on: true, key: "none", licence: "non-commercial use only" })
    expect(rows.get("urlhaus")).toMatchObject({ on: false, key: "given", terms: "https://urlhaus.abuse.ch/api/" })
    expect(rows.get("polkadot")).toMatchObject({ on: false, licence: "Apache-2.0" })
    expect(rows.get("mine")).toMatchObject({ on: true, title: "your own" })
    expect(JSON.stringify(json)).not.toContain("SECRET")
    const { out } = await run(["feeds", "list"])
    expect(Math.max(...out.split("\n").map(({ length }) => length))).toBeLessThanOrEqual(110)
    expect((await run(["feeds", "list", "spam404"])).out).toMatch(/^licence +CC BY-SA 4\.0\nterms +https:.*spam404/im)
    expect(await run(["feeds", "list", "nobody"])).toMatchObject({
      exitCode: 1,
      err: expect.stringContaining("There is no feed nobody")
    })
    expect(existsSync(threats)).toBe(false)
  })

  it("fetches feeds, stores the valid ones, and shows the status of each", async () => {
    writeFileSync(file, "house.example\nwhat is this\nwikipedia.org\n")
    server.put(...hosts(200))
    const first = await feed("feeds", "update", "--json")
    expect(first).toMatchObject({
      exitCode: 0,
      json: [
        { name: "mine", ok: true, outcome: "renewed", entries: 200, malformed: 0, left_out: 0, message: null },
        { name: "house", ok: true, outcome: "read", entries: 1, malformed: 1, left_out: 1 }
      ]
    })
    expect((await feed("feeds", "update", "mine")).out).toMatch(/^mine +unchanged +200/m)
    expect(server.requests.map(({ status }) => status)).toEqual([200, 304])
    expect(readdirSync(join(threats, "feeds")).toSorted()).toEqual(["mine.json", "mine.list"])

    server.put(...hosts(50))
    const shrunk = await feed("feeds", "update", "mine", "--json")
    expect(shrunk).toMatchObject({
      exitCode: 1,
      json: [{ ok: false, entries: 200, message: expect.stringContaining("--force") }]
    })

    const status = await feed("feeds", "status", "--json")
    expect(status.json.feeds).toMatchObject([
      {
        name: "mine",
        state: "live",
        entries: 200,
        problem: expect.stringContaining("It has 50 entries instead of 200")
      },
      {
        name: "house",
        state: "live",
        entries: 1,
        malformed_examples: ["what is this"],
        left_out_examples: [{ text: "wikipedia.org", message: expect.stringMatching(/widely used|Many sites share/) }]
      }
    ])
    expect(Date.parse(status.json.feeds[0].due_at)).toBeGreaterThan(Date.parse(status.json.feeds[0].checked_at))
    expect((await feed("feeds", "status")).out).toMatch(/^house: omitted 1 .*malformed 1$/m)
    expect(await feed("feeds", "update", "mine", "--force")).toMatchObject({ exitCode: 0 })
  })

  it("fails if a downloaded list cannot be stored", async () => {
    const settings = { GATEHOUSE_THREAT_FEEDS: feeds(), GATEHOUSE_THREATS_DIR: file }
    const { err, exitCode, json } = await run(["feeds", "update", "mine", "--json"], "", settings)
    expect(exitCode).toBe(1)
    const warnings = err.trimEnd().split("\n").map((line) => JSON.parse(line))
    expect(warnings).toMatchObject([
      { level: "WARN", message: expect.stringContaining("mine.list cannot be written") },
      { level: "WARN", message: expect.stringContaining("mine.json cannot be written") }
    ])
    expect(json).toMatchObject([{ ok: false, entries: null, message: expect.stringContaining("cannot be stored in") }])
    expect((await run(["feeds", "update", "mine"], "", settings)).err).toMatch(/^Warning: .*cannot be written/)
  })

  it("answers from the stored lists without a network request", async () => {
    const requestsBefore = server.requests.length
    const checked = await feed("check", "url", "http://h7.example/x", "http://house.example/", "--json")
    expect(checked).toMatchObject({
      exitCode: 3,
      json: [
        { ok: false, listed: { source: "mine", type: "phishing", expression: "h7.example/" }, stale: [], observed: [] },
        { ok: false, listed: { source: "house", type: "unknown", expression: "house.example/" } }
      ]
    })
    expect(server.requests).toHaveLength(requestsBefore)
    const nothing = await run(["check", "url", "http://h7.example/x", "--json"], "", {
      GATEHOUSE_THREAT_FEEDS: feeds(),
      GATEHOUSE_THREATS_DIR: join(folder, "empty")
    })
    expect(nothing).toMatchObject({
      exitCode: 1,
      json: [{
        ok: false,
        listed: null,
        message: expect.stringMatching(/^mine has no list yet: `gatehouse feeds update` /)
      }]
    })
  })

  it("fails for a monitor if a required list is missing", async () => {
    const settings = {
      GATEHOUSE_THREAT_FEEDS: `nofile.txt,${file}#name=house`,
      GATEHOUSE_THREATS_DIR: join(folder, "empty")
    }
    const { exitCode, json, out } = await run(["feeds", "status", "--json"], "", settings)
    expect(exitCode).toBe(1)
    expect(json.feeds).toMatchObject([
      { name: "nofile.txt", state: "down", required: true, problem: "The file does not exist." },
      { name: "house", state: "live", required: true, problem: null }
    ])
    expect(out).not.toContain("ENOENT")
    const optional = { ...settings, GATEHOUSE_SOURCES_OPTIONAL: "nofile.txt" }
    const status = await run(["feeds", "status"], "", optional)
    expect(status.exitCode).toBe(0)
    expect(status.out).toMatch(/^nofile\.txt +down .* on change +The file does not exist\.$/m)

    expect(await run(["check", "url", "http://a.example/"], "", settings)).toMatchObject({
      exitCode: 1,
      err: "Threat list nofile.txt: The file does not exist.\n"
    })
    const checked = await run(["check", "url", "http://house.example/", "http://a.example/", "--json"], "", optional)
    expect(checked).toMatchObject({ exitCode: 3, json: [{ listed: { source: "house" } }, { ok: true }] })
    expect(JSON.parse(checked.err).message).toMatch(
      /^Threat list nofile\.txt: The file does not exist\. It is used as soon/
    )
  })

  it("reports unknown feeds", async () => {
    expect(await feed("feeds", "update", "nobody")).toMatchObject({
      exitCode: 1,
      err: expect.stringContaining("feeds list")
    })
    expect((await run(["feeds", "update"])).out).toMatch(/^No feed is enabled\. Set GATEHOUSE_THREAT_FEEDS /)
  })
})
