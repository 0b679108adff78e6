import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { startServer, type TestServer } from "../support/Server.ts"
import { asker, expectFlat, expectValidation, formOf, scan } from "./Contract.ts"
import { openRaw, requestText, statusesOf } from "./Raw.ts"

const bytesMax = 100_000

let server: TestServer
let key = ""
const ask = asker(() => server, () => key)

beforeAll(async () => {
  server = await startServer({ env: { GATEHOUSE_UPLOAD_BYTES_MAX: String(bytesMax) } })
  key = (await server.makeKey()).key
})
afterAll(() => server.remove())

const latin1 = (text: string) => Uint8Array.from(Buffer.from(text, "latin1"))
const padded = (start: string, bytes: number) => latin1(start.padEnd(bytes, "\0"))
const pdf = latin1("%PDF-1.7\n%âãÏÓ\n")

/** A ZIP's first entry, stored without compression: name and content stand in the bytes. */
const zipOf = (name: string, content: string) =>
  latin1(`PK\x03\x04${"\0".repeat(22)}${String.fromCharCode(name.length)}\0\0\0${name}${content}`)

const documents: ReadonlyArray<readonly [string, Uint8Array]> = [
  ["PDF", pdf],
  ["PDF behind a kilobyte of something else", latin1(`${"x".repeat(1_000)}%PDF-1.4`)],
  ["OOXML (docx, xlsx, pptx and their kin)", zipOf("[Content_Types].xml", "<Types/>")],
  ["OOXML whose types come last", latin1(`PK\x03\x04${"x".repeat(80_000)}PK\x01\x02[Content_Types].xml`)],
  ["OLE2 (doc, xls, ppt)", latin1("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0\0")],
  ["RTF", latin1("{\\rtf1\\ansi hello}")],
  ...["text", "spreadsheet", "presentation"].map((kind) =>
    [`ODF ${kind}`, zipOf("mimetype", `application/vnd.oasis.opendocument.${kind}`)] as const
  )
]

const others: ReadonlyArray<readonly [string, Uint8Array]> = [
  ["nothing", new Uint8Array()],
  ["text", latin1("hello")],
  ["HTML", latin1("<!doctype html><p>hi")],
  ["a PNG", latin1("\x89PNG\r\n\x1a\n")],
  ["a program", latin1("MZ\x90\0\x03")],
  ["a ZIP of something else", zipOf("holiday.jpg", "x")],
  ["an EPUB", zipOf("mimetype", "application/epub+zip")],
  ["a PDF header that comes too late", latin1(`${"x".repeat(1_100)}%PDF-1.4`)]
]

describe("exactly one of file and url", () => {
  it.each<readonly [string, FormData]>([
    ["neither", formOf({})],
    ["an empty url", formOf({ url: "" })],
    ["fields of other names", formOf({ document: pdf, link: "https://example.com/" })],
    ["both", formOf({ file: pdf, url: "https://example.com/a.pdf" })]
  ])("%s is 400, flat", async (_, form) => {
    const answer = await ask(scan.path, form)
    expect(answer.status).toBe(400)
    expectFlat(answer, scan, /^Send /)
  })

  it("an empty field for a file, as browsers send it, is no file", async () => {
    const empty = () => {
      const form = new FormData()
      form.append("file", new Blob([]), "")
      return form
    }
    const alone = await ask(scan.path, empty())
    expect(alone.status).toBe(400)
    const withUrl = empty()
    withUrl.append("url", "https://example.com/a.pdf")
    expect((await ask(scan.path, withUrl)).status).toBe(501)
  })
})

describe("the type comes from the bytes (decision 12)", () => {
  it.each(documents)("%s is taken, and cannot be scanned yet", async (_, bytes) => {
    for (const name of ["report.pdf", "holiday.exe", "no ending", "../../etc/passwd", "bücher \"x\".docx"]) {
      const form = new FormData()
      form.append("file", new Blob([bytes as BlobPart], { type: "image/png" }), name)
      const answer = await ask(scan.path, form)
      expect(answer.status).toBe(501)
      expect(answer.json).toEqual({ ok: false, message: "Document scanning is not available yet in this release." })
    }
  })

  it.each(others)("%s is 422, flat", async (_, bytes) => {
    const form = new FormData()
    form.append("file", new Blob([bytes as BlobPart], { type: "application/pdf" }), "report.pdf")
    const answer = await ask(scan.path, form)
    expect(answer.status).toBe(422)
    expectFlat(answer, scan)
  })
})

describe("url", () => {
  it.each(["https://example.com/a.pdf", "http://127.0.0.1/a.pdf"])("%s is taken", async (url) => {
    expect((await ask(scan.path, formOf({ url }))).status).toBe(501)
  })

  it.each(["example.com/a.pdf", "ftp://example.com/a.pdf", "file:///etc/passwd", "javascript:1", " "])(
    "%j is 422, flat",
    async (url) => {
      const answer = await ask(scan.path, formOf({ url }))
      expect(answer.status).toBe(422)
      expectFlat(answer, scan)
    }
  )
})

describe("size (decision 13)", () => {
  const says = new RegExp(`^The body may not be larger than ${bytesMax} bytes\\.$`)

  it("a file that is exactly as large as allowed is taken, one byte more is 413, flat", async () => {
    expect((await ask(scan.path, formOf({ file: padded("%PDF-1.7", bytesMax) }))).status).toBe(501)
    const answer = await ask(scan.path, formOf({ file: padded("%PDF-1.7", bytesMax + 1) }))
    expect(answer.status).toBe(413)
    expectFlat(answer, scan, says)
  })

  it("a declared length far over it is refused before a byte is read", async () => {
    const raw = await openRaw(server.port)
    const type = ["Content-Type", "multipart/form-data; boundary=x"] as const
    raw.write(requestText("POST /scan", [["API-KEY", key], type, ["Content-Length", "900000000"]]))
    await raw.until(/larger/)
    expect(statusesOf(raw.received())).toEqual([413])
    raw.end()
  })

  it("an upload that never ends is cut off, not read", async () => {
    const raw = await openRaw(server.port)
    const type = ["Content-Type", "multipart/form-data; boundary=x"] as const
    raw.write(requestText("POST /scan", [["API-KEY", key], type, ["Transfer-Encoding", "chunked"]]))
    const piece = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`
    raw.write(piece("--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a\"\r\n\r\n%PDF-"))
    const timer = setInterval(() => raw.write(piece(" ".repeat(65_536))), 5)
    await raw.until(/larger/)
    expect(statusesOf(raw.received())).toEqual([413])
    expect(await raw.closed(4_000)).toBe(true)
    clearInterval(timer)
  })
})

describe("a form that cannot be read is 422 in the validation shape", () => {
  const multipart = (boundary: string) => ({ "Content-Type": `multipart/form-data; boundary=${boundary}` })
  const part = (name: string, value: string) =>
    `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`

  it.each<readonly [string, string, Record<string, string>, Record<string, ReadonlyArray<string | RegExp>>]>([
    ["no boundary", "--x--", { "Content-Type": "multipart/form-data" }, { body: [/^The form cannot be read: /] }],
    ["an empty body", "", multipart("x"), { body: [/^The form cannot be read: /] }],
    ["no end", part("url", "https://example.com/"), multipart("x"), { body: [/it ends too early/] }],
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

it("nothing of all this was charged", async () => {
  expect(await server.balance()).toBe(10_000)
})
