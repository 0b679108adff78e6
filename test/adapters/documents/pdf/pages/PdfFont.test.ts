import { describe, expect, it } from "vitest"
import { characterOf } from "../../../../../adapters/documents/pdf/fonts/Encodings.ts"
import { mapBytesMax } from "../../../../../adapters/documents/pdf/fonts/PdfFont.ts"
import { measureCpuMillis } from "../../../../support/CpuTime.ts"
import { pageOf, stream } from "./MakePage.ts"

const shown = (font: string, codes: string, objects: Readonly<Record<number, string>> = {}): string =>
  pageOf({ font, content: `BT /F 10 Tf 10 50 Td <${codes}> Tj ET`, objects }).text

const simple = (entries: string): string => `<</Type/Font/Subtype/Type1/BaseFont/ABCDEF+X${entries}>>`
const composite = (entries: string): string =>
  `<</Type/Font/Subtype/Type0/Encoding/Identity-H/DescendantFonts[<</DW 500>>]${entries}>>`

const map = (body: string): string =>
  stream(`/CIDInit /ProcSet findresource begin begincmap /CMapName /X def ${body} endcmap end`)

describe("a simple font", () => {
  it.each([
    ["WinAnsi", "/Encoding/WinAnsiEncoding", "4180e927d6", "A€é'Ö"],
    ["MacRoman", "/Encoding/MacRomanEncoding", "418e9fc8dedff0f1", "Aéü»fiflÒ"],
    ["Standard", "/Encoding/StandardEncoding", "4127aef1d0", "A’fiæ—"],
    ["what is usual", "", "4127", "A’"],
    [
      "differences",
      "/Encoding<</Differences[1/H/e 65/l/o/eacute/fi/uni20AC/g12]>>",
      "01024142434445",
      "Heloéfi€"
    ],
    ["a base and differences", "/Encoding<</BaseEncoding/WinAnsiEncoding/Differences[2/ffi]>>", "418002", "A€ffi"],
    ["an encoding that makes no sense", "/Encoding 12", "41", "A"]
  ])("is decoded with %s", (_, entries, codes, text) => {
    expect(shown(simple(entries), codes)).toBe(text)
  })

  it("prefers its ToUnicode map over its encoding", () => {
    const font = simple("/Encoding/WinAnsiEncoding/ToUnicode 10 0 R")
    expect(shown(font, "4142", { 10: map("1 beginbfchar <41> <0058> endbfchar") })).toBe("XB")
  })

  it("of Type 3 measures letters in its own units", () => {
    const font = `<</Type/Font/Subtype/Type3/FontMatrix[0.01 0 0 0.01 0 0]/FirstChar 65/Widths[50 50]/Encoding` +
      "<</Differences[65/A/B]>>>>"
    const content = "BT /F 10 Tf 10 50 Td (A) Tj 5 0 Td (B) Tj 30 0 Td (A) Tj ET"
    expect(pageOf({ font, content }).text).toBe("AB A")
  })
})

describe("a composite font", () => {
  it.each([
    ["characters", "2 beginbfchar <0001> <0048> <0002> <00660069> endbfchar", "00010002", "Hfi"],
    ["ranges", "1 beginbfrange <0001> <0005> <0041> endbfrange", "000100020005", "ABE"],
    ["ranges with a list", "1 beginbfrange <0001> <0002> [<0048> <0065006c>] endbfrange", "00010002", "Hel"],
    [
      "ligatures and blanks of their own",
      "3 beginbfchar <0001> <FB01> <0002> <00A0> <0003> <0041> endbfchar",
      "000100020003",
      "fi A"
    ],
    ["characters beyond 16 bits", "1 beginbfchar <0001> <D83DDD12> endbfchar", "0001", "🔒"],
    ["what has no shape", "2 beginbfchar <0001> <200B> <0002> <0041> endbfchar", "00010002", "A"]
  ])("maps %s", (_, body, codes, text) => {
    expect(shown(composite("/ToUnicode 10 0 R"), codes, { 10: map(body) })).toBe(text)
  })

  it("has one-byte codes if its map defines them", () => {
    const body =
      "2 begincodespacerange <00> <7f> <8000> <ffff> endcodespacerange 2 beginbfchar <41> <0058> <8001> <0059> endbfchar"
    expect(shown(composite("/ToUnicode 10 0 R").replace("Identity-H", "Custom"), "41800141", { 10: map(body) })).toBe(
      "XYX"
    )
    // `Identity` codes always have two bytes, regardless of the map.
    expect(shown(composite("/ToUnicode 10 0 R"), "00418001", { 10: map(body) })).toBe("XY")
  })

  it("has no text without a map unless its codes are characters", () => {
    expect(shown(composite(""), "00410042")).toBe("")
    expect(shown(composite("").replace("Identity-H", "UniJIS-UTF16-H"), "00410042")).toBe("AB")
  })

  it("takes its widths from its lists", () => {
    const font = composite("/ToUnicode 10 0 R").replace("/DW 500", "/DW 500/W[1[200 900]3 9 100]")
    const at = (widths: number) =>
      pageOf({
        font,
        content: `BT /F 10 Tf 10 50 Td <000100020003> Tj ${widths} 0 Td <0001> Tj ET`,
        objects: { 10: map("1 beginbfrange <0001> <0003> <0041> endbfrange") }
      }).text
    expect([at(12), at(15)]).toEqual(["ABCA", "ABC A"])
  })

  it("reads a range of all codes at no cost", () => {
    const body = Array.from({ length: 2_000 }, () => "<0000> <ffffffff> <0041>").join(" ")
    const objects = { 10: map(`2000 beginbfrange ${body} endbfrange`) }
    expect(measureCpuMillis(() => shown(composite("/ToUnicode 10 0 R"), "00010002", objects))).toBeLessThan(3_000)
  })
})

describe("ToUnicode maps of all fonts", () => {
  it("share one reading limit", () => {
    const body = "1 beginbfchar <0001> <0041> endbfchar"
    const shownBy = (blanks: number) =>
      pageOf({
        font: composite("/ToUnicode 10 0 R"),
        resources: "/XObject<</X 11 0 R>>",
        content: "BT /F 10 Tf 10 50 Td <0001> Tj ET /X Do",
        objects: {
          10: map(`${body}${" ".repeat(blanks)}`),
          11: stream("BT /G 10 Tf 10 20 Td <0001> Tj ET", "/Subtype/Form/Resources<</Font<</G 12 0 R>>>>"),
          12: composite("/ToUnicode 10 0 R")
        }
      }).text
    expect([shownBy(0), shownBy(mapBytesMax)]).toEqual(["A\nA", "A"])
  })
})

describe("glyph names", () => {
  it.each([
    ["A", "A"],
    ["space", " "],
    ["seven", "7"],
    ["quotedblleft", "“"],
    ["Eacute", "É"],
    ["scaron", "š"],
    ["dotlessi", "ı"],
    ["germandbls", "ß"],
    ["f_f_i", "ffi"],
    ["a.alt", "a"],
    ["uni0041", "A"],
    ["uni00410042", "AB"],
    ["u1F512", "🔒"],
    ["afii10017", "А"],
    ["afii10023", "Ё"],
    ["afii10065", "а"],
    ["afii10097", "я"],
    ["omega", "ω"],
    ["g12", ""],
    ["cid123", ""],
    ["uniD800", ""],
    [".notdef", ""],
    ["Zzzzzzz", ""]
  ])("%s", (name, character) => {
    expect(characterOf(name)).toBe(character)
  })
})
