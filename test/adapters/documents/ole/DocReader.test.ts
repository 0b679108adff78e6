import { expect, it } from "vitest"
import { readOle2 } from "../../../../adapters/documents/mail/ReadOle2.ts"
import { documentCharsMax } from "../../../../adapters/documents/ole/DocFile.ts"
import { Budget } from "../../../../adapters/documents/reading/Budget.ts"
import { charsPerPage } from "../../../../adapters/documents/reading/Findings.ts"
import { measureCpuMillis } from "../../../support/CpuTime.ts"
import { bytesOf, damaged, u16, u32 } from "./MakeBytes.ts"
import { makeCompoundFile } from "./MakeCompoundFile.ts"
import { type DocParts, field, makeDoc, type Piece } from "./MakeDoc.ts"
import { makeHyperlink, makePageCount } from "./MakeObjects.ts"
import { factsOf, readStreams } from "./Ole2Facts.ts"

const where = "WordDocument"
const read = (parts: DocParts) => readStreams(makeDoc(parts))
const text = (...pieces: ReadonlyArray<Piece>) => read({ pieces })

it("reads the text of all pieces, 8-bit and 16-bit, without field codes", () => {
  const reading = text("Page \x93one\x94\r", { wide: "Ünïcödé 漢字 " }, `see ${field(" PAGE ", "12")}\x07end\x01`)
  expect(reading.facts).toEqual([
    { kind: "text", text: "Page \u201cone\u201d\nÜnïcödé 漢字 see 12\nend", pages: 1, where }
  ])
})

it("estimates the number of pages if the properties have no count", () => {
  const pagesOf = (piece: string) => factsOf(text(piece), "text").map((fact) => fact.kind === "text" ? fact.pages : -1)
  expect([...pagesOf("one\r\x0c"), ...pagesOf("one\r\x0ctwo"), ...pagesOf("x".repeat(charsPerPage * 4))]).toEqual([
    1,
    2,
    4
  ])
})

it("uses the page count of the properties", () => {
  const reading = readStreams({ ...makeDoc({}), "\x05SummaryInformation": makePageCount(7) })
  expect(factsOf(reading, "text")).toMatchObject([{ pages: 7 }])
})

it("finds links with their display text across pieces", () => {
  const reading = text(
    "\x13 HYPERL",
    { wide: "INK \"https://evil.example/a\" \\o \"tip\" \\l \"top\"" },
    "\x14Your \x13PAGE\x14bank\x15\x15"
  )
  expect(factsOf(reading, "link")).toEqual([
    { kind: "link", url: "https://evil.example/a#top", text: "Your bank", from: "field", where }
  ])
  expect(factsOf(text(field(" HYPERLINK \\l \"_Toc1\" ", "1")), "link")).toEqual([])
})

it("finds click targets stored with a field or a shape", () => {
  const document = makeDoc({ pieces: [field("HYPERLINK \"http://a.example/\"", "a")] })
  const Data = bytesOf("HFD.", makeHyperlink("http://a.example/"), makeHyperlink("http://evil.example/b"))
  const table = bytesOf(document["1Table"]!, makeHyperlink("http://evil.example/c", true))
  expect(factsOf(readStreams({ ...document, Data, "1Table": table }), "link")).toEqual([
    { kind: "link", url: "http://a.example/", text: "a", from: "field", where },
    { kind: "link", url: "http://evil.example/c", text: null, from: "object", where },
    { kind: "link", url: "http://evil.example/b", text: null, from: "object", where }
  ])
  const other = makeHyperlink("http://evil.example/b")
  other[1] = 0
  expect(factsOf(readStreams({ ...makeDoc({}), Data: other }), "link")).toEqual([])
})

it("reads Word 6 and Word 95 documents, and fields of an unmarked document", () => {
  const old = bytesOf(u16(0xa5dc, 0x68), new Uint8Array(20), u32(700, 730), new Uint8Array(668))
  const code = field("DDE a b", "shown")
  const reading = readStreams({ WordDocument: bytesOf(old, "Old ", code, " text".padEnd(400, "x")) })
  expect(reading.facts).toEqual([
    { kind: "dde", command: "DDE a b", where },
    { kind: "text", text: "Old shown textxxxxxx", pages: 1, where }
  ])
  const unknown = readStreams({ WordDocument: bytesOf(new Uint8Array(600), code) })
  expect(factsOf(unknown, "dde", "damaged")).toHaveLength(2)
})

it("finds DDE in composed field codes", () => {
  const commands = [
    field("DDEAUTO c:\\\\windows\\\\system32\\\\cmd.exe \"/k calc\" "),
    `\x13 ${field("QUOTE 68 68 69 65 85 84 79")} cmd "/c x"\x15`,
    `${field("SET a \"cmd\"")}\x13DDE ${field("REF a")} "/c y"\x15`,
    // The stored result does not hide the evaluated result.
    `\x13${field("QUOTE 68 68 69", "PAGE")} cmd "/c z"\x15`
  ].flatMap((code) => factsOf(text(code), "dde"))
  expect(commands).toEqual([
    { kind: "dde", command: "DDEAUTO c:\\\\windows\\\\system32\\\\cmd.exe \"/k calc\"", where },
    { kind: "dde", command: "DDEAUTO cmd \"/c x\"", where },
    { kind: "dde", command: "DDE cmd \"/c y\"", where },
    { kind: "dde", command: "DDE cmd \"/c z\"", where }
  ])
  expect(factsOf(text("DDEAUTO cmd ", field("PAGE", "DDE cmd x"), field("DDEX cmd")), "dde")).toEqual([])
})

it("finds the targets that fields fetch", () => {
  const found = factsOf(
    text(
      field("INCLUDETEXT \"\\\\\\\\host\\\\share\\\\a.doc\" mark"),
      field("INCLUDEPICTURE \"http://a.example/p.png\" \\d"),
      field("LINK Excel.Sheet.8 \"http://a.example/b.xls\" \"A1\" \\a \\f 4"),
      field("DATABASE \\d \"C:\\\\data.mdb\" \\c \"DSN=x\" \\s \"SELECT\""),
      field("REF x")
    ),
    "reference"
  )
  expect(found).toEqual([
    { kind: "reference", role: "include", target: "\\\\host\\share\\a.doc", where },
    { kind: "reference", role: "image", target: "http://a.example/p.png", where },
    { kind: "reference", role: "object", target: "http://a.example/b.xls", where },
    { kind: "reference", role: "include", target: "C:\\data.mdb", where }
  ])
})

it("finds an external template, subdocument and mail merge source", () => {
  const role = "template"
  for (
    const target of [
      "http://a.example/t.dot",
      "\\\\host\\t.dot",
      "%68ttp://a.example/t.dot",
      "mhtml:http://a.example!x"
    ]
  ) {
    expect(factsOf(read({ template: target }), "reference")).toEqual([{ kind: "reference", role, target, where }])
  }
  for (const target of ["Normal.dot", "C:\\Templates\\a.dot", ""]) {
    expect(factsOf(read({ template: target }), "reference")).toEqual([])
  }
  const names = [[3, "\\\\host\\data.xls"], [5, "http://a.example/sub.doc"], [4, "other"]] as const
  expect(factsOf(read({ fileNames: names }), "reference")).toEqual([
    { kind: "reference", role: "mailmerge", target: "\\\\host\\data.xls", where },
    { kind: "reference", role: "subdocument", target: "http://a.example/sub.doc", where }
  ])
})

it("reports encryption", () => {
  expect(read({ isEncrypted: true }).facts).toEqual([{ kind: "encrypted", opened: null, where }])
})

it("reads the named table stream, or the only one present", () => {
  const template = "http://a.example/t.dot"
  for (const isTable0 of [true, false]) {
    const other = makeDoc({ isTable0: !isTable0, template: "C:\\other template.dot" })
    expect(factsOf(readStreams({ ...other, ...makeDoc({ isTable0, template }) }), "reference")).toHaveLength(1)
  }
  const { "1Table": table, ...streams } = makeDoc({ template })
  expect(factsOf(readStreams({ ...streams, "0Table": table! }), "reference")).toHaveLength(1)
})

it("finds fields if the pieces are broken", () => {
  const { WordDocument } = makeDoc({ pieces: [{ wide: field("DDEAUTO cmd \"/c x\"") }] })
  const reading = readStreams({ WordDocument: WordDocument! })
  expect(factsOf(reading, "dde")).toHaveLength(1)
  expect(factsOf(reading, "damaged")).toHaveLength(1)
})

it("reads documents within storages", () => {
  const streams = Object.fromEntries(
    Object.entries(makeDoc({ pieces: [field("DDE a b")] })).map(([name, bytes]) => [`ObjectPool/_1/${name}`, bytes])
  )
  expect(factsOf(readStreams(streams), "dde")).toEqual([
    { kind: "dde", command: "DDE a b", where: "ObjectPool/_1/WordDocument" }
  ])
})

it("ends quickly with fields that refer to each other", () => {
  const pieces = [field(`SET a "${"x".repeat(60_000)}"`), `\x13A ${field("REF a").repeat(3)}\x15`.repeat(20_000)]
  expect(measureCpuMillis(() => text(...pieces))).toBeLessThan(4_000)
  expect(factsOf(text(...pieces), "cut off")).toMatchObject([{ limit: "nested fields" }])
  expect(measureCpuMillis(() => text("\x13QUOTE ".repeat(100_000)))).toBeLessThan(4_000)
})

it("cuts off a text with repeated pieces", () => {
  const streams = makeDoc({ pieces: ["x".repeat(1_000_000), ...Array.from({ length: 30 }, () => "y")] })
  const table = Buffer.from(streams["1Table"]!)
  // Point all pieces to the text of the first piece.
  const clx = table.indexOf(Buffer.from([1, 2, 0, 0x61, 0x62, 2])) + 10
  for (let piece = 1; piece <= 31; piece++) {
    table.writeUInt32LE(piece * 1_000_000, clx + piece * 4)
    table.copy(table, clx + 32 * 4 + (piece - 1) * 8, clx + 32 * 4, clx + 32 * 4 + 8)
  }
  const reading = readStreams({ ...streams, "1Table": Uint8Array.from(table) })
  expect(documentCharsMax).toBeLessThan(31_000_000)
  expect(factsOf(reading, "cut off")).toEqual([{ kind: "cut off", limit: "text of a Word document", where }])
})

it("never throws and always ends", () => {
  const whole = makeCompoundFile({
    ...makeDoc({ pieces: ["a", { wide: field("HYPERLINK \"http://a.example\"", "b") }], template: "http://t.example" }),
    "\x05SummaryInformation": makePageCount(2)
  })
  for (const bytes of damaged(whole, 31, 1_200)) expect(readOle2(bytes, new Budget()).facts).toBeInstanceOf(Array)
})
