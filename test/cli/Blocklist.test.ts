import { describe, expect, it } from "vitest"
import { cliOnEmptyDatabase } from "./RunCli.ts"

describe("the blocklist", () => {
  const { json, run } = cliOnEmptyDatabase()

  it("adds, lists and removes entries", async () => {
    await json("migrate")
    expect((await json("blocklist", "list")).json).toEqual([])
    const added = ["http://Evil.example/login", "--reason", "kit\nagain", "--author", "ann", "--expires-days", "3"]
    const { json: entry } = await json("blocklist", "add", ...added)
    expect(entry).toEqual({
      id: 1,
      kind: "url",
      expression: "evil.example/login",
      action: "block",
      reason: "kit again",
      source: "operator",
      author: "ann",
      forced: false,
      created_at: expect.any(String),
      expires_at: expect.any(String)
    })
    expect(Date.parse(entry.expires_at) - Date.parse(entry.created_at)).toBeCloseTo(3 * 86_400_000, -4)
    expect((await json("blocklist", "list")).json).toEqual([entry])
    expect((await json("blocklist", "remove", "1")).json).toEqual({ id: 1, removed: true })
    expect(await json("blocklist", "remove", "1")).toMatchObject({
      exitCode: 1,
      err: expect.stringContaining("blocklist list")
    })
    expect(await run(["blocklist", "remove"])).toMatchObject({ exitCode: 1, err: expect.stringContaining("--source") })
  })

  it("rejects entries that block too much, and marks forced ones", async () => {
    for (
      const [host, why] of [["co.uk", "public suffix"], ["bit.ly", "link shortener"], [
        "wikipedia.org",
        "Many sites share"
      ], [
        "example.com",
        "widely used domain"
      ]] as const
    ) {
      const { err, exitCode } = await run(["blocklist", "add", host, "--kind", "domain"])
      expect([exitCode, err]).toEqual([1, expect.stringMatching(`${why}.*--force`)])
    }
    const { json: forced } = await json("blocklist", "add", "co.uk", "--kind", "domain", "--force")
    expect(forced).toMatchObject({ expression: "co.uk", forced: true, author: expect.stringMatching(/./) })
    expect((await run(["blocklist", "list"])).out).toContain("block, forced")
    expect((await json("blocklist", "remove", "--source", "operator")).json).toEqual({ source: "operator", removed: 1 })
  })

  it("rejects entries for the operator's own sites", async () => {
    await json("accounts", "create", "--name", "shop")
    await json("sites", "create", "--name", "shop", "--hostname", "www.own-shop.example")
    const { err, exitCode } = await run(["blocklist", "add", "own-shop.example", "--kind", "domain"])
    expect([exitCode, err]).toEqual([1, expect.stringContaining("www.own-shop.example is one of your own sites")])
  })

  it("creates exceptions, and shows which entry decides and why", async () => {
    const checked = async (url: string) => {
      const { exitCode, json: result } = await json("blocklist", "check", url)
      return [exitCode, result.decision, result.entry?.id ?? null, result.entries.length]
    }
    const add = async (...args: ReadonlyArray<string>) => (await json("blocklist", "add", ...args)).json.id
    const block = await add("mixed.example", "--kind", "domain")
    expect(await checked("https://www.mixed.example/a")).toEqual([3, "block", block, 1])
    const allow = await add("www.mixed.example/a", "--allow", "--kind", "prefix")
    expect(await checked("https://www.mixed.example/a")).toEqual([0, "allow", allow, 2])
    expect(await checked("https://www.mixed.example/b")).toEqual([3, "block", block, 1])
    expect(await checked("https://elsewhere.example/")).toEqual([0, "none", null, 0])
    expect((await run(["blocklist", "check", "https://www.mixed.example/a"])).out).toContain(
      `Allowed by entry ${allow}`
    )
    expect(await run(["blocklist", "check", "ftp://x/"])).toMatchObject({ exitCode: 1 })
    const only = async (action: string) => (await json("blocklist", "list", "--action", action)).json
    expect(await only("allow")).toMatchObject([{ id: allow, action: "allow" }])
    expect((await only("block")).every(({ action }: { action: string }) => action === "block")).toBe(true)
  })

  it("distinguishes a page past the end from an empty list", async () => {
    expect((await run(["blocklist", "list", "--before", "1"])).out).toBe("There are no entries before 1.\n")
    expect((await json("blocklist", "list", "--before", "1")).json).toEqual([])
    expect((await run(["submissions", "list", "--before", "7"])).out).toContain("no pending submissions before 7")
  })

  it("refuses values that are not a host, domain or URL, and says what to do", async () => {
    const refused = async (...args: ReadonlyArray<string>) => {
      const { err, exitCode, out } = await run(["blocklist", "add", ...args])
      expect([exitCode, out]).toEqual([1, ""])
      return err
    }
    expect(await refused("10.0.0.0/8", "--kind", "host")).toContain("Add each address separately")
    expect(await refused("javascript:1")).toContain("Enter a URL, with or without its scheme")
    expect(await refused("reason", "--kind", "domain", "--force")).toContain("Enter a name such as example.com")
  })
})
