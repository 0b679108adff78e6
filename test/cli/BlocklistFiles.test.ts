import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { cliOnEmptyDatabase } from "./RunCli.ts"

describe("imports", () => {
  const { folder, json, run } = cliOnEmptyDatabase()

  it("accept 10 000 lines, and list the rejected ones", async () => {
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
    const again = await run(["blocklist", "import", file, "--source", "partner"])
    expect(again.out).toContain("10004 lines: 0 added, 10000 renewed, 2 rejected.\n  line 10003: :::")
    expect((await json("blocklist", "list", "--limit", "1000")).json).toHaveLength(1000)
    expect((await json("blocklist", "remove", "--source", "partner")).json).toEqual({
      source: "partner",
      removed: 10_000
    })
  })

  it("accept CSV from a file or a pipe", async () => {
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

  it("reject unknown column titles as malformed, with their line", async () => {
    const file = join(folder, "titles.csv")
    writeFileSync(file, "domain,reason\ndomain,titled.example,kit\nhttp://untitled.example/,kit\n")
    const { exitCode, json: imported } = await json("blocklist", "import", file, "--force")
    expect(exitCode).toBe(0)
    expect(imported).toMatchObject({ lines: 3, added: 1, malformed: 2 })
    expect(imported.first_malformed).toMatchObject([
      { line: 1, text: "domain,reason", message: expect.stringContaining("not a domain") },
      { line: 3, message: expect.stringContaining("Rows must have the form kind,value,reason") }
    ])
  })

  it("accept exceptions, and NDJSON and JSON from other tools", async () => {
    const lines = [
      "{\"value\":\"https://a.example/x\"}",
      "{\"kind\":\"domain\",\"value\":\"b.example\",\"action\":\"allow\",\"expires_at\":\"2100-01-01T00:00:00Z\"}",
      "{\"kind\":\"domain\",\"value\":\"co.uk\"}",
      "{\"value\":\"c.example/\",\"created_at\":\"2999-01-01T00:00:00Z\"}",
      "[]",
      "{"
    ]
    const fed = (args: ReadonlyArray<string>, input: string) =>
      run(["blocklist", "import", "-", "--source", "other", "--json", ...args], input)
    const { json: imported } = await fed(["--format", "ndjson"], lines.join("\n"))
    expect(imported).toMatchObject({ added: 1, malformed: 5 })
    expect(imported.first_malformed.map(({ line, message }: { line: number; message: string }) => [line, message]))
      .toEqual([
        [2, expect.stringContaining("--allow")],
        [3, expect.stringContaining("public suffix")],
        [4, "created_at is in the future."],
        [5, expect.stringContaining("not a JSON object")],
        [6, "The line is not valid JSON."]
      ])
    const asDocument = `[${lines.slice(0, 3).join(",\n\n")}]`
    expect((await fed(["--format", "json", "--allow"], asDocument)).json).toMatchObject({ added: 2, renewed: 0 })
    expect((await json("blocklist", "list", "--source", "other", "--action", "allow")).json).toMatchObject([
      { expression: "b.example", expires_at: "2100-01-01T00:00:00.000Z" },
      { expression: "a.example/x" }
    ])
    expect(await fed(["--format", "json"], "{}")).toMatchObject({
      exitCode: 1,
      err: expect.stringContaining("not a JSON array")
    })
  })

  it("fail for a missing file and for a file without usable data", async () => {
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

describe("exports", () => {
  const here = cliOnEmptyDatabase()

  it("preserve every entry in each format", async () => {
    const urls = Array.from({ length: 2_100 }, (_, at) => `http://host${at}.example.com/path/${at}`)
    await here.run(["blocklist", "import", "-", "--source", "partner", "--author", "bob"], urls.join("\n"))
    const reason = "=HYPERLINK(\"x\"), 'said' \"ann\""
    await here.json("blocklist", "add", "http://intranet/", "--kind", "host", "--force", "--reason", reason)
    await here.json("blocklist", "add", "ok.example", "--allow", "--reason", "", "--expires-days", "9")
    const entries = await exported(here)
    expect(entries).toHaveLength(2_102)
    expect(entries.map((line) => JSON.parse(line).reason)).toEqual(expect.arrayContaining(["", reason]))
    for (const form of ["csv", "ndjson", "json"]) {
      const file = join(here.folder, `all.${form}`)
      expect((await here.json("blocklist", "export", file)).json).toEqual({ file, format: form, entries: 2_102 })
      expect(existsSync(`${file}.part`)).toBe(false)
      const there = cliOnEmptyDatabase()
      const { json: imported } = await there.json("blocklist", "import", file, "--force")
      expect(imported).toMatchObject({ added: 2_102, malformed: 0 })
      expect(await exported(there)).toEqual(entries)
    }
  })

  it("are imported again without changes, and need --force for forced entries", async () => {
    const file = join(here.folder, "all.ndjson")
    expect((await here.json("blocklist", "import", file)).json).toMatchObject({
      added: 0,
      renewed: 2_101,
      malformed: 1
    })
    expect(await exported(here)).toEqual(readFileSync(file, "utf8").trimEnd().split("\n").toSorted())
  })

  it("of an empty list are imported as empty", async () => {
    const { json, run } = cliOnEmptyDatabase()
    await json("migrate")
    expect((await run(["blocklist", "export", "--format", "json"])).out).toBe("[\n]\n")
    expect((await run(["blocklist", "export", "--format", "ndjson"])).out).toBe("")
    const { out } = await run(["blocklist", "export"])
    expect(out).toMatch(/^kind,expression,[a-z_,]+\n$/)
    expect((await run(["blocklist", "import", "-", "--format", "csv", "--json"], out)).json).toMatchObject({ added: 0 })
  })

  it("that cannot be written fail and leave no files", async () => {
    const file = join(here.folder, "no/such/folder/x.csv")
    expect(await here.run(["blocklist", "export", file])).toMatchObject({
      exitCode: 1,
      err: expect.stringContaining(`${file} cannot be written: ENOENT`)
    })
  })
})

/** Exports all entries. Returns them as sorted lines of NDJSON. */
const exported = async ({ run }: ReturnType<typeof cliOnEmptyDatabase>) =>
  (await run(["blocklist", "export", "--format", "ndjson"])).out.trimEnd().split("\n").toSorted()
