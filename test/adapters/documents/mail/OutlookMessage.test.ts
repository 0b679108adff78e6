import { describe, expect, it } from "vitest"
import { decompressRtf } from "../../../../adapters/documents/mail/CompressedRtf.ts"
import { messagesNestedMax } from "../../../../adapters/documents/mail/OutlookMessage.ts"
import { readOle2 } from "../../../../adapters/documents/mail/ReadOle2.ts"
import { Budget } from "../../../../adapters/documents/reading/Budget.ts"
import { attachedToPdf } from "../evasions/Carriers.ts"
import { rate } from "../evasions/Rate.ts"
import type { Streams } from "../ole/MakeCompoundFile.ts"
import { makeDoc } from "../ole/MakeDoc.ts"
import { makePdf } from "../pdf/MakePdf.ts"
import { attachment, makeMessage as make, messageStreams, uncompressedRtf, wide } from "./MakeMessage.ts"

const read = (bytes: Uint8Array) => readOle2(bytes, new Budget())

describe("an Outlook message", () => {
  it("has its text and its attachments", () => {
    const { facts, files } = read(make({
      ...messageStreams({ "0037": "Invoice 12", "1000": "Dear Ann,\r\nsee the file." }),
      ...attachment(0, "invoice.pdf", "%PDF-1.7"),
      ...attachment(1, "notes.txt", "Hello")
    }))
    expect(facts).toEqual([
      { kind: "text", text: "Invoice 12\nDear Ann,\r\nsee the file.", pages: null, where: "document" }
    ])
    expect(files.map(({ as, bytes, name }) => [name, as, Buffer.from(bytes).toString()])).toEqual([
      ["invoice.pdf", "attachment", "%PDF-1.7"],
      ["notes.txt", "attachment", "Hello"]
    ])
  })

  it("has the links and pictures of an HTML body", () => {
    const html =
      "<html><head><style>a{}<!-- --></style><script>x('<a href=\"https://s.example/\">')</script></head><body>" +
      "<p>Hello &amp; welcome,</p><a title=x href='https://a.example/?x=1&amp;y=2'>Open <b>the</b> bill</a>" +
      "<!-- <a href=\"https://comment.example/\"> --><img src=https://b.example/p.png></body></html>"
    const { facts } = read(make({ ...messageStreams({ "0037": "Bill" }), "__substg1.0_10130102": html }))
    expect(facts).toEqual([
      { kind: "link", url: "https://a.example/?x=1&y=2", text: "Open the bill", from: "text", where: "html" },
      { kind: "reference", role: "image", target: "https://b.example/p.png", where: "html" },
      { kind: "hidden text", how: "an alternative text", text: "x", where: "html" },
      { kind: "text", text: "Bill\nHello & welcome,\nOpen the bill", pages: null, where: "document" }
    ])
  })

  it("has the links of a compressed RTF body", () => {
    const rtf = "{\\rtf1\\ansi\\fromhtml1 {\\*\\htmltag <a href=\"https://a.example/\">}here{\\*\\htmltag </a>}}"
    const { facts } = read(
      make({ ...messageStreams({ "1000": "here" }), "__substg1.0_10090102": uncompressedRtf(rtf) })
    )
    expect(facts).toContainEqual(expect.objectContaining({ kind: "link", url: "https://a.example/", text: "here" }))
    expect(facts.filter(({ kind }) => kind === "text")).toHaveLength(1)
  })

  it("has what messages within it have, up to a limit", () => {
    const inner = "__attach_version1.0_#00000000/__substg1.0_3701000D/"
    const { facts, files } = read(make({
      ...messageStreams({ "0037": "Fwd" }),
      "__attach_version1.0_#00000000/__properties_version1.0": "x",
      ...messageStreams({ "0037": "Inner" }, inner),
      ...attachment(0, "a.txt", "Hi", inner)
    }))
    expect(facts.map((fact) => fact.kind === "text" ? fact.text : fact.kind)).toEqual(["Fwd", "Inner"])
    expect(files.map(({ name }) => name)).toEqual(["a.txt"])

    const nested = (depth: number): Streams =>
      depth > messagesNestedMax + 1
        ? {}
        : { ...messageStreams({ "0037": `M${depth}` }, inner.repeat(depth)), ...nested(depth + 1) }
    const deep = read(make(nested(0)))
    expect(deep.facts).toContainEqual(expect.objectContaining({ kind: "cut off", limit: "nested objects" }))
  })

  it("reports attachments on a server, and network shares in its named properties", () => {
    const { facts } = read(make({
      ...messageStreams({ "0037": "Meeting", "851F": "\\\\198.51.100.7\\s\\a.wav", "8002": "C:\\sound.wav" }),
      "__attach_version1.0_#00000000/__substg1.0_370D001F": wide("\\\\e.example\\s\\a.exe")
    }))
    expect(facts).toContainEqual({
      kind: "reference",
      role: "media",
      target: "\\\\198.51.100.7\\s\\a.wav",
      where: "document"
    })
    expect(facts).toContainEqual({
      kind: "reference",
      role: "object",
      target: "\\\\e.example\\s\\a.exe",
      where: "document"
    })
    expect(JSON.stringify(facts)).not.toContain("sound.wav")
  })
})

const launching = makePdf({ 1: "<</Type/Catalog/OpenAction<</S/Launch/F(cmd.exe)>>>>" }, "none")
const harmlessPdf = makePdf({ 1: "<</Type/Catalog>>" }, "none")
const subject = messageStreams({ "0037": "Hello", "1000": "See you on Monday." })

describe("the rating of an Outlook message", () => {
  it.each<readonly [string, Streams]>([
    ["a document that starts a program", { ...subject, ...attachment(0, "a.pdf", launching) }],
    ["a program", { ...subject, ...attachment(0, "a.exe", `MZ${"x".repeat(300)}`) }],
    ["a reminder from a network share", { ...subject, "__substg1.0_851F001F": wide("\\\\198.51.100.7\\s\\a.wav") }]
  ])("is not ok for %s", (_, streams) => {
    expect(rate(make(streams))[0]).toBe("block")
    expect(rate(attachedToPdf(make(streams), "a.msg"))[0]).not.toBe("ok")
  })

  it.each<readonly [string, Streams]>([
    ["only text", subject],
    ["a harmless document", { ...subject, ...attachment(0, "a.pdf", harmlessPdf) }],
    ["a picture", { ...subject, ...attachment(0, "a.png", "\x89PNG\r\n\x1a\n") }],
    ["a link", { ...subject, "__substg1.0_10130102": "<a href=\"https://www.wikipedia.org/\">Read this</a>" }]
  ])("is ok for %s", (_, streams) => expect(rate(make(streams))[0]).toBe("ok"))

  it("is not ok for an attached object of an unknown program", () => {
    const attached = "__attach_version1.0_#00000000/"
    const message = make({
      ...subject,
      [`${attached}__properties_version1.0`]: "x",
      [`${attached}__substg1.0_3701000D/Data`]: "x\0"
    })
    expect(rate(message)).toEqual(["warn", "UNREAD_CONTENT"])
    expect(rate(attachedToPdf(message, "a.msg"))).toEqual(["warn", "UNREAD_CONTENT"])
  })

  it("counts the text of Word beside the message", () => {
    expect(rate(make({ ...subject, ...makeDoc({}) }))[0]).toBe("ok")
  })
})

describe("compressed RTF", () => {
  const text = (hex: string): string | null => {
    const rtf = decompressRtf(Buffer.from(hex.replaceAll(" ", ""), "hex"))
    return rtf === null ? null : Buffer.from(rtf).toString("latin1")
  }

  it("is decompressed as in the two examples of MS-OXRTFCP, section 4", () => {
    expect(text(
      "2d 00 00 00 2b 00 00 00 4c 5a 46 75 f1 c5 c7 a7 03 00 0a 00 72 63 70 67 31 32 35 42 32 0a f3 20 68 65 6c 09 00 20 " +
        "62 77 05 b0 6c 64 7d 0a 80 0f a0"
    )).toBe("{\\rtf1\\ansi\\ansicpg1252\\pard hello world}\r\n")
    expect(text("1a 00 00 00 1c 00 00 00 4c 5a 46 75 e2 d4 4b 51 41 00 04 20 57 58 59 5a 0d 6e 7d 01 0e b0"))
      .toBe("{\\rtf1 WXYZWXYZWXYZWXYZWXYZ}")
  })

  it("is bounded and survives damage", () => {
    expect(text("ff ff ff ff ff ff ff ff 4c 5a 46 75 00 00 00 00 ff 00 00 00 00")?.length).toBeLessThan(50)
    expect(text("2d 00 00 00 2b 00 00 00 4c 5a 46 75 f1 c5 c7 a7 03 00 0a 00 72 63")).toMatch(/^\{\\rtf1\\ansi\\/)
    expect(text("00 00 00 00 00 00 00 00 41 42 43 44")).toBeNull()
    expect(text("")).toBeNull()
  })
})
