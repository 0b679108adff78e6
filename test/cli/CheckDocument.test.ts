import { existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { makeOoxml } from "../adapters/documents/ooxml/MakeOoxml.ts"
import { makePdf } from "../adapters/documents/pdf/MakePdf.ts"
import { cliOnEmptyDatabase } from "./RunCli.ts"

const harmless = makePdf({ 1: "<</Type/Catalog>>" }, "none")
const launching = makePdf({ 1: "<</Type/Catalog/OpenAction<</S/Launch/F(cmd.exe)>>>>" }, "none")
const scripted = makePdf({ 1: "<</Type/Catalog/OpenAction<</S/JavaScript/JS(1)>>>>" }, "none")
const linking = (url: string) =>
  makePdf({ 1: "<</Type/Catalog>>", 2: `<</Type/Annot/Subtype/Link/A<</S/URI/URI(${url})>>>>` }, "none")

describe("documents are checked without a server", () => {
  const { databaseFile, folder, json, run } = cliOnEmptyDatabase()

  const write = (name: string, bytes: Uint8Array | string): string => {
    const path = join(folder, name)
    writeFileSync(path, bytes)
    return path
  }
  const check = (...args: ReadonlyArray<string>) => run(["check", "document", ...args])

  write("good.pdf", harmless)
  write("good.docx", makeOoxml({}))
  write("bad.pdf", launching)
  write("doubtful.pdf", scripted)
  write("damaged.pdf", "%PDF-1.7 and nothing more")
  write("notes.txt", "hello")

  it("one file returns the server's response with its path", async () => {
    const { err, exitCode, json: checked } = await json("check", "document", "good.pdf")
    expect([err, exitCode]).toEqual(["", 0])
    expect(checked).toEqual([{
      ok: true,
      score: 100,
      rating: "ok",
      reasons: [],
      summary: { links_found: 0, unique_domains: [], has_embedded_files: false, has_macros: false },
      file_hash: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
      filename: "good.pdf",
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/),
      path: "good.pdf"
    }])
    expect(existsSync(databaseFile)).toBe(false)
  })

  it("text output has a table, and the reason for each finding", async () => {
    const { exitCode, out } = await check("good.pdf", "bad.pdf", "notes.txt")
    expect(exitCode).toBe(3)
    expect(out).toMatch(/^RATING +SCORE +FILE +REASONS/)
    expect(out).toMatch(/^ok +100 +good\.pdf/m)
    expect(out).toMatch(/^block +30 +bad\.pdf +LAUNCH_ACTION/m)
    expect(out).toMatch(/^not checked +notes\.txt +This type of file is not supported/m)
    expect(out).toContain("\nbad.pdf\n  LAUNCH_ACTION  cmd.exe is started automatically (object 1)")
  })

  it.each<readonly [number, ReadonlyArray<string>]>([
    [0, ["good.pdf", "good.docx"]],
    [3, ["bad.pdf"]],
    [3, ["good.pdf", "notes.txt", "doubtful.pdf", "bad.pdf"]],
    [4, ["doubtful.pdf", "good.pdf"]],
    [4, ["doubtful.pdf", "damaged.pdf"]],
    [1, ["good.pdf", "notes.txt"]],
    [1, ["damaged.pdf"]],
    [2, []]
  ])("exits with %i: %j", async (exitCode, names) => {
    const checked = await json("check", "document", ...names)
    expect(checked.exitCode).toBe(exitCode)
    if (exitCode !== 2) expect(checked.json.map(({ path }: { path: string }) => path)).toEqual(names)
  })

  it("a file that cannot be checked has a reason, and does not stop the others", async () => {
    const { json: checked } = await json("check", "document", "damaged.pdf", "notes.txt", "good.pdf")
    expect(checked).toMatchObject([
      { ok: false, path: "damaged.pdf", message: "The document is too damaged to read." },
      { ok: false, path: "notes.txt", message: expect.stringContaining("This type of file is not supported") },
      { ok: true, path: "good.pdf", rating: "ok" }
    ])
  })

  it("a file that is too large is not read", async () => {
    const limit = { GATEHOUSE_UPLOAD_BYTES_MAX: "2000" }
    write("large.pdf", Buffer.concat([harmless, Buffer.alloc(2_000, 32)]))
    const checked = await run(["check", "document", "large.pdf", "good.pdf", "--json"], "", limit)
    expect(checked).toMatchObject({
      exitCode: 1,
      json: [{ ok: false, message: expect.stringMatching(/exceeds 2000 bytes \(GATEHOUSE_UPLOAD_BYTES_MAX\)/) }, {
        ok: true
      }]
    })
  })

  it("a missing path fails the command, in text and in JSON", async () => {
    const text = await check("good.pdf", "missing.pdf")
    expect([text.exitCode, text.out]).toEqual([1, ""])
    expect(text.err).toMatch(/^missing\.pdf cannot be read: .*no such file/i)
    const inJson = await json("check", "document", "missing.pdf")
    expect([inJson.exitCode, inJson.out]).toEqual([1, ""])
    expect(JSON.parse(inJson.err)).toEqual({ ok: false, message: expect.stringContaining("missing.pdf") })
  })

  it("a folder includes all of its files, sorted by name, with links that are not followed", async () => {
    mkdirSync(join(folder, "inbox/b/c"), { recursive: true })
    write("inbox/z.pdf", harmless)
    write("inbox/b/c/bad.pdf", launching)
    write("inbox/a.docx", makeOoxml({}))
    symlinkSync(folder, join(folder, "inbox/loop"))
    symlinkSync(join(folder, "bad.pdf"), join(folder, "inbox/link.pdf"))
    const { exitCode, json: checked } = await json("check", "document", "inbox", "good.pdf")
    expect(checked.map(({ path, rating }: any) => `${path} ${rating}`)).toEqual([
      "inbox/a.docx ok",
      "inbox/b/c/bad.pdf block",
      "inbox/z.pdf ok",
      "good.pdf ok"
    ])
    expect(exitCode).toBe(3)
  })

  it("an empty folder has no files to check", async () => {
    mkdirSync(join(folder, "empty"))
    expect(await json("check", "document", "empty")).toMatchObject({ exitCode: 0, json: [] })
    expect(await check("empty")).toMatchObject({ exitCode: 0, out: "There are no files to check.\n" })
  })

  it("terminal control characters in names and texts are escaped", async () => {
    mkdirSync(join(folder, "odd"))
    write(
      "odd/\u001b]0;owned\u0007\u001b[31m\n\u202ered.pdf",
      makePdf({
        1: "<</Type/Catalog/OpenAction<</S/Launch/F(\\033[2Jcmd.exe)>>>>"
      }, "none")
    )
    const { exitCode, out } = await check("odd")
    expect(exitCode).toBe(3)
    // oxlint-disable-next-line no-control-regex
    expect(out).not.toMatch(/[\0-\x09\x0b-\x1f\x7f\u202a-\u202e]/)
    expect(out.split("\n")[1]).toMatch(/^block +30 .*red\.pdf/)
    const { json: checked } = await json("check", "document", "odd")
    expect(checked[0].filename).toBe("\u001b]0;owned\u0007\u001b[31m\n\u202ered.pdf")
  })

  it("links are looked up in the bundled lists, in feeds, and in the blocklist of an existing database", async () => {
    write("listed.pdf", linking("http://malware.wicar.org/"))
    write("fed.pdf", linking("http://bad.example.net/kit"))
    write("blocked.pdf", linking("https://www.blocked.example/"))
    const feed = write("feed.txt", "http://bad.example.net/kit\n")
    await json("blocklist", "add", "blocked.example", "--kind", "domain")
    const feeds = { GATEHOUSE_THREAT_FEEDS: feed }
    const files = ["listed.pdf", "fed.pdf", "blocked.pdf"]
    const all = await run(["check", "document", ...files, "--json"], "", feeds)
    expect(all).toMatchObject({ exitCode: 3, json: files.map(() => ({ reasons: [{ code: "MALICIOUS_URL" }] })) })
    const few = await run(["check", "document", ...files, "--json", "--no-blocklist"])
    expect(few.json.map(({ rating }: any) => rating)).toEqual(["block", "ok", "ok"])
  })
})
