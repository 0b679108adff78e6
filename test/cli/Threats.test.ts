import { existsSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { cliMillisMax, cliOnEmptyDatabase } from "./RunCli.ts"

describe("checks without a server", { timeout: cliMillisMax }, () => {
  const { databaseFile, folder, json, run } = cliOnEmptyDatabase()

  it("checks addresses, and ends with 3 when one is bad", async () => {
    const good = await json("check", "email", "ann@gmail.com")
    expect(good).toMatchObject({
      exitCode: 0,
      json: [{ ok: true, email: "ann@gmail.com", disposable: false, public_domain: true }]
    })
    const mixed = await json("check", "email", "ann@gmail.com", "x@mailinator.com", "nonsense")
    expect(mixed.exitCode).toBe(3)
    expect(mixed.json.map((one: any) => one.ok && !one.disposable)).toEqual([true, false, false])
    expect(mixed.json[2]).toEqual({ ok: false, email: "nonsense", message: expect.any(String) })
    expect((await run(["check", "email", "-", "--json"], "ann@gmail.com\r\n\nbob@gmail.com\n")).json).toHaveLength(2)
    expect(await run(["check", "email", "-"], "")).toMatchObject({
      exitCode: 1,
      err: expect.stringContaining("nothing to check")
    })
  })

  it("checks URLs without making a database", async () => {
    const safe = { url: "https://example.org/", ok: true, listed: null, message: null }
    expect(await json("check", "url", safe.url)).toMatchObject({ exitCode: 0, json: [safe] })
    expect(await json("check", "url", safe.url, "http://malware.wicar.org/")).toMatchObject({
      exitCode: 3,
      json: [safe, { ok: false, listed: { source: "embedded", expression: "malware.wicar.org" } }]
    })
    expect(await json("check", "url", "ftp://example.org/")).toMatchObject({
      exitCode: 1,
      json: [{ ok: false, listed: null }]
    })
    expect(existsSync(databaseFile)).toBe(false)
  })

  it("asks the feeds that are set, and says so when one cannot be read", async () => {
    const feed = join(folder, "feed.txt")
    writeFileSync(feed, "http://bad.example.net/kit\n")
    const checked = (feeds: string) =>
      run(["check", "url", "http://bad.example.net/kit", "--json"], "", { GATEHOUSE_THREAT_FEEDS: feeds })
    expect(await checked(feed)).toMatchObject({
      exitCode: 3,
      json: [{ ok: false, listed: { source: feed, expression: "bad.example.net/kit" } }]
    })
    const missing = join(folder, "missing.txt")
    expect(await checked(`${feed},${missing}`)).toMatchObject({ exitCode: 1, err: expect.stringContaining(missing) })
  })

  it("asks the blocklist of a database that is there", async () => {
    await json("blocklist", "add", "example.org", "--kind", "domain")
    const listed = [{ listed: { source: "blocklist", expression: "example.org" } }]
    expect(await json("check", "url", "https://www.example.org/")).toMatchObject({ exitCode: 3, json: listed })
    expect(await json("check", "url", "https://www.example.org/", "--no-blocklist")).toMatchObject({ exitCode: 0 })
  })
})

describe("the blocklist", { timeout: cliMillisMax }, () => {
  const { folder, json, run } = cliOnEmptyDatabase()

  it("adds, lists and removes entries", async () => {
    await json("migrate")
    expect((await json("blocklist", "list")).json).toEqual([])
    const { json: entry } = await json(
      "blocklist",
      "add",
      "http://Evil.example/login",
      "--reason",
      "kit",
      "--expires-days",
      "3"
    )
    expect(entry).toMatchObject({
      id: 1,
      kind: "url",
      expression: "evil.example/login",
      reason: "kit",
      source: "operator"
    })
    expect(Date.parse(entry.expires_at) - Date.parse(entry.created_at)).toBeCloseTo(3 * 86_400_000, -4)
    expect((await json("blocklist", "list")).json).toEqual([entry])
    expect((await json("blocklist", "remove", "1")).json).toEqual({ id: 1, removed: true })
    expect(await json("blocklist", "remove", "1")).toMatchObject({
      exitCode: 1,
      err: expect.stringContaining("blocklist list")
    })
    expect(await json("blocklist", "add", "co.uk", "--kind", "domain")).toMatchObject({ exitCode: 1 })
    expect(await json("blocklist", "add", "co.uk", "--kind", "domain", "--force")).toMatchObject({ exitCode: 0 })
  })

  it("tells a page beyond the end from an empty list", async () => {
    expect((await run(["blocklist", "list", "--before", "1"])).out).toBe("There are no entries before 1.\n")
    expect((await json("blocklist", "list", "--before", "1")).json).toEqual([])
    expect((await run(["submissions", "list", "--before", "7"])).out).toContain("no pending submissions before 7")
  })

  it("refuses what is no host, domain or URL, and says what to do", async () => {
    const refused = async (...args: ReadonlyArray<string>) => {
      const { err, exitCode, out } = await run(["blocklist", "add", ...args])
      expect([exitCode, out]).toEqual([1, ""])
      return err
    }
    expect(await refused("10.0.0.0/8", "--kind", "host")).toContain("list each host by its address")
    expect(await refused("javascript:1")).toContain("write it from http:// or https:// on")
    expect(await refused("reason", "--kind", "domain", "--force")).toContain("write a name such as example.com")
  })

  it("imports 10 000 lines, and says which were malformed", async () => {
    const file = join(folder, "urls.txt")
    const urls = Array.from({ length: 10_000 }, (_, at) => `http://host${at}.example.com/path/${at}`)
    writeFileSync(file, `# a comment\n\n${urls.join("\r\n")}\n:::\nhttp://a b/\n`)
    const first = await json("blocklist", "import", file, "--source", "partner")
    expect(first).toMatchObject({
      exitCode: 0,
      err: "",
      json: { lines: 10_004, added: 10_000, renewed: 0, malformed: 2 }
    })
    expect(first.json.first_malformed[0]).toEqual({ line: 10_003, text: ":::", message: expect.any(String) })
    const again = await run(["blocklist", "import", file])
    expect(again.out).toContain("10004 lines: 0 added, 10000 renewed, 2 malformed.\n  line 10003: :::")
    expect((await json("blocklist", "list", "--limit", "1000")).json).toHaveLength(1000)
  })

  it("imports CSV, from a file or a pipe", async () => {
    const csv =
      "\uFEFFkind,value,reason\ndomain,\"bad.example\",\"a \"\"kit\"\", again\"\nplanet,x,y\n,http://plain.example/,\n"
    writeFileSync(join(folder, "list.CSV"), csv)
    const counts = { lines: 4, added: 2, renewed: 0, malformed: 1 }
    expect((await json("blocklist", "import", join(folder, "list.CSV"))).json).toMatchObject(counts)
    expect((await run(["blocklist", "import", "-", "--format", "csv", "--json"], csv)).json).toMatchObject({
      added: 0,
      renewed: 2
    })
    expect((await json("blocklist", "list", "--limit", "2")).json).toMatchObject([
      { kind: "url", expression: "plain.example/", reason: "by the operator" },
      { kind: "domain", expression: "bad.example", reason: "a \"kit\", again" }
    ])
  })

  it("takes the titles of columns for malformed, and names their line", async () => {
    const file = join(folder, "titles.csv")
    writeFileSync(file, "domain,reason\ndomain,titled.example,kit\nhttp://untitled.example/,kit\n")
    const { exitCode, json: imported } = await json("blocklist", "import", file, "--force")
    expect(exitCode).toBe(0)
    expect(imported).toMatchObject({ lines: 3, added: 1, malformed: 2 })
    expect(imported.first_malformed).toMatchObject([
      { line: 1, text: "domain,reason", message: expect.stringContaining("not a domain") },
      { line: 3, message: expect.stringContaining("a row is kind,value,reason") }
    ])
  })

  it("fails on a file that is not there, or that says nothing usable", async () => {
    expect(await run(["blocklist", "import", join(folder, "nothing")])).toMatchObject({
      exitCode: 1,
      err: expect.stringContaining("ENOENT")
    })
    expect(await run(["blocklist", "import", "-"], `${"x".repeat(100_000)}\n`)).toMatchObject({
      exitCode: 1,
      out: expect.stringContaining("too long")
    })
  })
})

describe("submissions", { timeout: cliMillisMax }, () => {
  const { json, run } = cliOnEmptyDatabase()

  it("are an empty list at first", async () => {
    await json("migrate")
    expect((await json("submissions", "list", "--state", "all")).json).toEqual([])
    expect((await run(["submissions", "list"])).out).toContain("nothing to review")
    for (const decision of ["accept", "reject"]) {
      const { err, exitCode } = await json("submissions", decision, "17")
      expect(exitCode).toBe(1)
      expect(JSON.parse(err).message).toContain("gatehouse submissions list")
    }
  })
})
