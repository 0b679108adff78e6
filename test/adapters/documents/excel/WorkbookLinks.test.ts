import { describe, expect, it } from "vitest"
import {
  biff,
  bytes,
  call,
  externName,
  formula,
  joined,
  linkedBook,
  long8,
  makeWorkbook,
  ptg,
  selfBook,
  u16,
  u32,
  utf16
} from "./MakeWorkbook.ts"
import { factsOf, factsOfKind } from "./ReadWorkbook.ts"

describe("external links of a workbook", () => {
  const tiedTo = (...records: ReadonlyArray<Uint8Array>) => factsOf(makeWorkbook([{ name: "Sheet1" }], records))

  it("include DDE", () => {
    expect(tiedTo(linkedBook("cmd\x03/c calc"), externName("A0"))).toEqual([
      { kind: "dde", command: "cmd|'/c calc'!A0", where: "Workbook" }
    ])
  })

  it("include a linked object", () => {
    expect(tiedTo(linkedBook("Word.Document.8\x03\x01\x05\x14http://example.org/a.doc"), externName("'", 0x10)))
      .toEqual([
        { kind: "reference", role: "object", target: "http://example.org/a.doc", where: "Workbook" }
      ])
  })

  it.each([
    ["\x01\x01Cdir\x03book.xls", "C:\\dir\\book.xls"],
    ["\x01\x01@server\x03share\x03book.xls", "\\\\server\\share\\book.xls"],
    ["\x01\x05\x1chttps://example.org/book.xls", "https://example.org/book.xls"],
    ["\x01book.xls", "book.xls"],
    ["\x01\x04book.xls", "..\\book.xls"]
  ])("include another workbook: %j", (path, target) => {
    expect(tiedTo(linkedBook(path))).toEqual([{ kind: "reference", role: "workbook", target, where: "Workbook" }])
  })

  it("exclude the workbook itself and its add-ins", () => {
    expect(tiedTo(selfBook, biff(0x1ae, u16(1), u16(0x3a01)), externName("EDATE"))).toEqual([])
  })

  it("include a web query, but not a field name", () => {
    expect(tiedTo(biff(0xcd, long8("URL;https://example.org/q")), biff(0xcd, long8("Name")))).toEqual([
      { kind: "reference", role: "data", target: "https://example.org/q", where: "Workbook" }
    ])
  })
})

describe("cell hyperlinks", () => {
  const linksOf = (record: Uint8Array) =>
    factsOf(makeWorkbook([{ name: "S", records: [record] }])).map((fact) =>
      fact.kind === "link" ? [fact.url, fact.text] : fact
    )
  const counted = (text: string): Uint8Array => bytes(u32(text.length + 1), utf16(`${text}\0`))
  const head = (flags: number): Uint8Array => bytes(new Uint8Array(24), u32(2), u32(flags))
  const urlClass = Buffer.from("e0c9ea79f9bace118c8200aa004ba90b", "hex")
  const fileClass = Buffer.from("0303000000000000c000000000000046", "hex")

  it("have an address with its display text and location", () => {
    const url = utf16("https://example.org/\0")
    const link = biff(0x1b8, head(0x1b), counted("Here"), urlClass, u32(url.length), url, counted("top"))
    expect(linksOf(link)).toEqual([["https://example.org/#top", "Here"]])
  })

  it("lead to a file, also with a non-Latin name", () => {
    const file = (extra: Uint8Array): Uint8Array =>
      biff(0x1b8, head(1), fileClass, u16(0), u32(6), "a.exe\0", new Uint8Array(24), u32(extra.length), extra)
    expect(linksOf(file(new Uint8Array(0)))).toEqual([["a.exe", null]])
    expect(linksOf(file(bytes(u32(10), u16(3), utf16("б.exe"))))).toEqual([["б.exe", null]])
  })

  it("lead to a network share", () => {
    expect(linksOf(biff(0x1b8, head(0x103), counted("\\\\host\\a")))).toEqual([["\\\\host\\a", null]])
  })

  it("exclude places in the same workbook, and a broken link is damage", () => {
    expect(linksOf(biff(0x1b8, head(8), counted("Sheet2!A1")))).toEqual([])
    expect(linksOf(biff(0x1b8, new Uint8Array(24), u32(9)))).toMatchObject([{ kind: "damaged" }])
  })

  it("include a HYPERLINK formula, with concatenation evaluated", () => {
    const tokens = joined(
      ptg.text("https://"),
      ptg.text("example.org/"),
      ptg.concat,
      ptg.text("Pay"),
      ptg.funcVar(call.HYPERLINK, 2)
    )
    expect(linksOf(formula(tokens))).toEqual([["https://example.org/", "Pay"]])
    expect(linksOf(formula(joined(ptg.text("https://example.org/"), ptg.funcVar(4, 1))))).toEqual([])
  })
})

describe("cell text", () => {
  const textOf = (...globals: ReadonlyArray<Uint8Array>): string | undefined =>
    factsOfKind(factsOf(makeWorkbook([{ name: "S" }], globals)), "text")[0]?.text

  it("continues in the next record with a new width flag", () => {
    const first = biff(0xfc, u32(2), u32(2), u16(8), 0, "Pass")
    const second = biff(0x3c, 1, utf16("word"), long8("next"))
    expect(textOf(first, second)).toBe("Password\nnext")
  })

  it("can be followed by formatting runs and phonetic data", () => {
    const rich = bytes(u16(2), 0x0c, u16(1), u32(3), "ab", new Uint8Array(4), "xyz")
    expect(textOf(biff(0xfc, u32(2), u32(2), rich, long8("after")))).toBe("ab\nafter")
  })

  it("is also read from text boxes", () => {
    const box = biff(0x1b6, new Uint8Array(10), u16(14), u16(0), u32(0))
    expect(textOf(box, biff(0x3c, 0, "Enable content"), biff(0x3c, new Uint8Array(8)))).toBe("Enable content")
  })
})
