import { existsSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { cliOnEmptyDatabase } from "./RunCli.ts"

describe("checks without a server", () => {
  const { databaseFile, folder, json, run, runAlone } = cliOnEmptyDatabase()

  it("checks addresses, and exits with 3 if one is bad", async () => {
    const good = await json("check", "email", "ann@gmail.com")
    expect(good).toMatchObject({
      exitCode: 0,
      json: [{ ok: true, email: "ann@gmail.com", disposable: false, public_domain: true }]
    })
    const mixed = await json("check", "email", "ann@gmail.com", "x@mailinator.com", "nonsense")
    expect(mixed.exitCode).toBe(3)
    expect(mixed.json.map((one: any) => one.ok && !one.disposable)).toEqual([true, false, false])
    expect(mixed.json[2]).toEqual({ ok: false, email: "nonsense", message: expect.any(String) })
    expect((await runAlone(["check", "email", "-", "--json"], "ann@gmail.com\r\n\nbob@gmail.com\n")).json).toHaveLength(
      2
    )
    expect(await run(["check", "email", "-"], "")).toMatchObject({
      exitCode: 1,
      err: expect.stringContaining("Standard input is empty")
    })
  })

  it("checks URLs without creating a database", async () => {
    const safe = { url: "https://example.org/", ok: true, listed: null, allowed: null, message: null }
    expect(await json("check", "url", safe.url)).toMatchObject({ exitCode: 0, json: [safe] })
    expect(await json("check", "url", safe.url, "http://malware.wicar.org/")).toMatchObject({
      exitCode: 3,
      json: [safe, { ok: false, listed: { source: "embedded", expression: "malware.wicar.org/" } }]
    })
    expect(await json("check", "url", "ftp://example.org/")).toMatchObject({
      exitCode: 1,
      json: [{ ok: false, listed: null }]
    })
    expect((await run(["check", "url", safe.url, "ftp://example.org/", "http://malware.wicar.org/"])).out).toMatch(
      /^VERDICT +URL +WHY +WHERE +REMARKS\nnot listed .*\nnot checked +ftp:.{50,}  Only http.*\nlisted +http:.* embedded: /
    )
    expect(await run(["check", "url", "-", "--json"], `# mine\n\n${safe.url}\n`)).toMatchObject({ json: [safe] })
    expect(existsSync(databaseFile)).toBe(false)
  })

  it("uses the configured feeds, and reports unreadable ones", async () => {
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

  it("uses the blocklist of an existing database", async () => {
    await json("blocklist", "add", "example.org", "--kind", "domain", "--force")
    const listed = [{ listed: { source: "blocklist", expression: "example.org" } }]
    expect(await json("check", "url", "https://www.example.org/")).toMatchObject({ exitCode: 3, json: listed })
    expect(await json("check", "url", "https://www.example.org/", "--no-blocklist")).toMatchObject({ exitCode: 0 })
    const wicar = "http://malware.wicar.org/"
    await json("blocklist", "add", wicar, "--allow")
    expect((await run(["check", "url", wicar])).out).toMatch(
      /allowed +http:\/\/malware\.wicar\.org\/ +blocklist entry 2/
    )
  })
})
