import { createHash } from "node:crypto"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { makeWorkbook } from "../adapters/documents/excel/MakeWorkbook.ts"
import { makeCompoundFile } from "../adapters/documents/ole/MakeCompoundFile.ts"
import { makeOoxml } from "../adapters/documents/ooxml/MakeOoxml.ts"
import { makePdf } from "../adapters/documents/pdf/MakePdf.ts"
import { makeZip } from "../adapters/documents/zip/MakeZip.ts"
import { type InProcessServer, startServerInProcess } from "../support/InProcessServer.ts"
import { asker, expectFlat, expectValidation, formOf, scan } from "./Contract.ts"
import { openRaw, requestText, statusesOf } from "./Raw.ts"

const bytesMax = 100_000

let server: InProcessServer
const ask = asker(() => server, () => server.key)

beforeAll(async () => {
  server = await startServerInProcess({ env: { GATEHOUSE_UPLOAD_BYTES_MAX: String(bytesMax) } })
})
afterAll(() => server.stop())

const latin1 = (text: string) => Uint8Array.from(Buffer.from(text, "latin1"))
const padded = (start: Uint8Array, bytes: number) => {
  const whole = new Uint8Array(bytes).fill(32)
  whole.set(start)
  return whole
}
const pdf = makePdf({ 1: "<</Type/Catalog/Pages 2 0 R>>", 2: "<</Type/Pages/Kids[]/Count 0>>" }, "none")
const launching = makePdf({ 1: "<</Type/Catalog/OpenAction<</S/Launch/F(cmd.exe)>>>>" }, "none")

const odf = (kind: string) => {
  const type = `application/vnd.oasis.opendocument.${kind}`
  return makeZip([{ name: "mimetype", content: type, isStored: true }, { name: "content.xml", content: "<a/>" }])
}

const documents: ReadonlyArray<readonly [string, Uint8Array]> = [
  ["PDF", pdf],
  ["PDF behind a kilobyte of something else", latin1(`${"x".repeat(1_000)}${Buffer.from(pdf).toString("latin1")}`)],
  ["OOXML (docx, xlsx, pptx and their kin)", makeOoxml({})],
  ["OLE2 (doc, xls, ppt)", makeCompoundFile({ Workbook: makeWorkbook([{ name: "Sheet1" }]) })],
  ["RTF", latin1("{\\rtf1\\ansi hello}")],
  ["SYLK", latin1("ID;PWXL;N;E\r\nC;Y1;X1;K1\r\nE\r\n")],
  ...["text", "spreadsheet", "presentation"].map((kind) => [`ODF ${kind}`, odf(kind)] as const)
]

const others: ReadonlyArray<readonly [string, Uint8Array]> = [
  ["nothing", new Uint8Array()],
  ["text", latin1("hello")],
  ["HTML", latin1("<!doctype html><p>hi")],
  ["a PNG", latin1("\x89PNG\r\n\x1a\n")],
  ["a program", latin1("MZ\x90\0\x03")],
  ["a ZIP of something else", makeZip([{ name: "holiday.jpg", content: "x" }])],
  ["an EPUB", makeZip([{ name: "mimetype", content: "application/epub+zip", isStored: true }])],
  ["a PDF header that comes too late", latin1(`${"x".repeat(1_100)}%PDF-1.4`)]
]

describe("exactly one of file and url", () => {
  it.each<readonly [string, FormData]>([
    ["neither", formOf({})],
    ["an empty url", formOf({ url: "" })],
    ["fields of other names", formOf({ document: pdf, link: "https://example.com/" })],
    ["both", formOf({ file: pdf, url: "https://example.com/a.pdf" })]
  ])("%s is a flat 400", async (_, form) => {
    const answer = await ask(scan.path, form)
    expect(answer.status).toBe(400)
    expectFlat(answer, scan, /^Send /)
  })

  it("an empty file field, as browsers send it, is not a file", async () => {
    const empty = () => {
      const form = new FormData()
      form.append("file", new Blob([]), "")
      return form
    }
    const alone = await ask(scan.path, empty())
    expect(alone.status).toBe(400)
    const withUrl = empty()
    withUrl.append("url", "https://example.com/a.pdf")
    expect((await ask(scan.path, withUrl)).status).toBe(422)
  })
})

describe("the type comes from the bytes (decision 12)", () => {
  it.each(documents)("%s is accepted under any name", async (_, bytes) => {
    for (const name of ["report.pdf", "holiday.exe", "no ending", "bücher.docx"]) {
      const form = new FormData()
      form.append("file", new Blob([bytes as BlobPart], { type: "image/png" }), name)
      const answer = await ask(scan.path, form)
      expect(answer.status).toBe(200)
      expect(answer.json).toMatchObject({ ok: true, filename: name, rating: "ok" })
    }
  })

  it.each(others)("%s is a flat 422", async (_, bytes) => {
    const form = new FormData()
    form.append("file", new Blob([bytes as BlobPart], { type: "application/pdf" }), "report.pdf")
    const answer = await ask(scan.path, form)
    expect(answer.status).toBe(422)
    expectFlat(answer, scan)
  })
})

describe("url", () => {
  it.each([
    "example.com/a.pdf",
    "ftp://example.com/a.pdf",
    "file:///etc/passwd",
    "javascript:1",
    " ",
    "http://127.0.0.1/a.pdf",
    "http://169.254.169.254/latest/meta-data/",
    "http://localhost:8080/",
    "https://no-such-host.invalid/a.pdf"
  ])(
    "%j is a flat 422",
    async (url) => {
      const answer = await ask(scan.path, formOf({ url }))
      expect(answer.status).toBe(422)
      expectFlat(answer, scan)
    }
  )
})

describe("size (decision 13)", () => {
  const says = new RegExp(`^The body is too large\\. The limit is ${bytesMax} bytes\\.$`)

  it("a file of exactly the maximum size is accepted, and one more byte is a flat 413", async () => {
    expect((await ask(scan.path, formOf({ file: padded(pdf, bytesMax) }))).status).toBe(200)
    const answer = await ask(scan.path, formOf({ file: padded(pdf, bytesMax + 1) }))
    expect(answer.status).toBe(413)
    expectFlat(answer, scan, says)
  })

  it("a declared length far over the limit is refused before any byte is read", async () => {
    const raw = await openRaw(server.port)
    const type = ["Content-Type", "multipart/form-data; boundary=x"] as const
    raw.write(requestText("POST /scan", [["API-KEY", server.key], type, ["Content-Length", "900000000"]]))
    await raw.until(/larger/)
    expect(statusesOf(raw.received())).toEqual([413])
    raw.end()
  })

  it("an endless upload is aborted, not read", async () => {
    const raw = await openRaw(server.port)
    const type = ["Content-Type", "multipart/form-data; boundary=x"] as const
    raw.write(requestText("POST /scan", [["API-KEY", server.key], type, ["Transfer-Encoding", "chunked"]]))
    const piece = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`
    raw.write(piece("--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a\"\r\n\r\n%PDF-"))
    const timer = setInterval(() => raw.write(piece(" ".repeat(65_536))), 5)
    await raw.until(/larger/)
    expect(statusesOf(raw.received())).toEqual([413])
    expect(await raw.closed()).toBe(true)
    clearInterval(timer)
  })
})

describe("an unreadable form is 422 in the validation shape", () => {
  const multipart = (boundary: string) => ({ "Content-Type": `multipart/form-data; boundary=${boundary}` })
  const part = (name: string, value: string) =>
    `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`

  it.each<readonly [string, string, Record<string, string>, Record<string, ReadonlyArray<string | RegExp>>]>([
    ["no boundary", "--x--", { "Content-Type": "multipart/form-data" }, { body: [/^The form cannot be read: /] }],
    ["an empty body", "", multipart("x"), { body: [/^The form cannot be read: /] }],
    ["no end", part("url", "https://example.com/"), multipart("x"), { body: [/it is incomplete/] }],
    ["another boundary", `${part("url", "x")}--x--`, multipart("y"), { body: [/^The form cannot be read: /] }],
    ["a part without headers", "--x\r\n\r\nhi\r\n--x--", multipart("x"), { body: [/^The form cannot be read: /] }],
    ["two urls", `${part("url", "a")}${part("url", "b")}--x--`, multipart("x"), { url: [/once/] }],
    ["two files", `${part("file", "a")}${part("file", "b")}--x--`, multipart("x"), { file: [/once/] }],
    ["eleven parts", `${part("a", "b").repeat(11)}--x--`, multipart("x"), { body: [/more than 10 parts/] }],
    ["a url of 9 KB", `${part("url", "x".repeat(9_000))}--x--`, multipart("x"), { body: [/longer than 8192 bytes/] }],
    ["JSON", "{}", { "Content-Type": "application/json" }, { body: [/^The body must be multipart\/form-data\.$/] }]
  ])("%s", async (_, body, headers, errors) => {
    expectValidation(await ask(scan.path, body, headers), errors)
  })
})

describe("the response (section 2.1)", () => {
  const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex")

  it("for a harmless file", async () => {
    const answer = await ask(scan.path, formOf({ file: pdf }))
    expect(answer.json).toEqual({
      ok: true,
      score: 100,
      rating: "ok",
      reasons: [],
      summary: { links_found: 0, unique_domains: [], has_embedded_files: false, has_macros: false },
      file_hash: `sha256:${sha256(pdf)}`,
      filename: "report.bin",
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/)
    })
    const { timestamp } = answer.json as { readonly timestamp: string }
    expect(Math.abs(Date.parse(timestamp) - Date.now())).toBeLessThan(60_000)
  })

  it("for a file that starts a program", async () => {
    expect((await ask(scan.path, formOf({ file: launching }))).json).toMatchObject({
      score: 30,
      rating: "block",
      reasons: [{ code: "LAUNCH_ACTION", message: "cmd.exe is started automatically (object 1)" }]
    })
  })

  it("for a file with a listed link is block (decision 17)", async () => {
    const listed = makePdf({
      1: "<</Type/Catalog>>",
      2: "<</Type/Annot/A<</S/URI/URI(http://testsafebrowsing.appspot.com/s/phishing.html)>>>>"
    }, "none")
    expect((await ask(scan.path, formOf({ file: listed }))).json).toMatchObject({
      rating: "block",
      reasons: [{ code: "MALICIOUS_URL" }],
      summary: { links_found: 1, unique_domains: ["testsafebrowsing.appspot.com"] }
    })
  })
})

describe("credits", () => {
  it("a scan costs 20 credits for any result, and a failed scan is free", async () => {
    const { available: before } = await server.balance()
    const settled = (available: number) => expect.poll(() => server.balance()).toEqual({ available, held: 0 })
    for (const file of [pdf, launching]) {
      const answer = await ask(scan.path, formOf({ file }))
      expect(answer.headers.get("x-credits-charged")).toBe("20")
    }
    await settled(before - 40)
    for (const file of [latin1("hello"), latin1("%PDF-1.7 and nothing more")]) {
      const answer = await ask(scan.path, formOf({ file }))
      expect(answer.status).toBe(422)
      expectFlat(answer, scan)
    }
    await settled(before - 40)
  })
})
