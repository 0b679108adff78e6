import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { PdfFile } from "../../../../../adapters/documents/pdf/objects/PdfFile.ts"
import { clusterRectanglesMin } from "../../../../../adapters/documents/pdf/pages/DrawnShapes.ts"
import { findPages } from "../../../../../adapters/documents/pdf/pages/PageTree.ts"
import { pagesReadMax, readPages } from "../../../../../adapters/documents/pdf/pages/PdfPages.ts"
import { Budget } from "../../../../../adapters/documents/reading/Budget.ts"
import { runs } from "../../../../support/TestRun.ts"
import { makePdf } from "../MakePdf.ts"
import { onePage, pageOf, pagesOf, plainFont, stream } from "./MakePage.ts"

const textOf = (content: string): string => pageOf({ content }).text

describe("the text of a page", () => {
  it.each([
    ["a string", "BT /F 10 Tf 10 50 Td (Hello) Tj ET", "Hello"],
    ["a blank in it", "BT /F 10 Tf 10 50 Td (Hello  there) Tj ET", "Hello there"],
    ["escapes and balanced parentheses", "BT /F 10 Tf 10 50 Td (a\\(b\\)\\101(c)\\\nd\\n) Tj ET", "a(b)A(c)d"],
    ["hexadecimal digits", "BT /F 10 Tf 10 50 Td <48 65 6c6C6F> Tj ET", "Hello"],
    ["strings with small gaps", "BT /F 10 Tf 10 50 Td [(H)-50(el)100(lo)] TJ ET", "Hello"],
    ["strings with large gaps", "BT /F 10 Tf 10 50 Td [(Hello)-300(there)] TJ ET", "Hello there"],
    ["strings placed side by side", "BT /F 10 Tf 10 50 Td (Hel) Tj 15 0 Td (lo) Tj ET", "Hello"],
    ["strings placed apart", "BT /F 10 Tf 10 50 Td (Hel) Tj 20 0 Td (lo) Tj ET", "Hel lo"],
    ["a line below", "BT /F 10 Tf 10 50 Td (one) Tj 0 -12 Td (two) Tj ET", "one\ntwo"],
    ["an exponent", "BT /F 10 Tf 10 50 Td (one) Tj 15 4 Td (2) Tj ET", "one2"],
    ["leading", "BT /F 10 Tf 12 TL 10 50 Td (one) Tj T* (two) Tj (three) ' 0 0 (four) \" ET", "one\ntwo\nthree\nfour"],
    ["leading by TD", "BT /F 10 Tf 10 50 TD (one) Tj 0 -12 TD (two) Tj T* (three) Tj ET", "one\ntwo\nthree"],
    ["a matrix", "BT /F 1 Tf 10 0 0 10 10 50 Tm (one) Tj 10 0 0 10 25 50 Tm (two) Tj ET", "onetwo"],
    ["space between all letters", "BT /F 10 Tf 5 Tc 10 50 Td (one) Tj 30 0 Td (two) Tj ET", "onetwo"],
    ["stretched letters", "BT /F 10 Tf 200 Tz 10 50 Td (one) Tj 30 0 Td (two) Tj ET", "onetwo"],
    ["two text objects on one line", "BT /F 10 Tf 10 50 Td (Hel) Tj ET BT 25 50 Td (lo) Tj ET", "Hello"],
    ["a matrix of the page", "q 2 0 0 2 0 0 cm BT /F 5 Tf 5 25 Td (a) Tj ET Q BT /F 10 Tf 15 50 Td (b) Tj ET", "ab"],
    ["text that runs upwards", "BT /F 10 Tf 0 1 -1 0 50 10 Tm (up) Tj 0 1 -1 0 50 20 Tm (per) Tj ET", "upper"],
    ["text after an unbalanced Q", "Q Q BT /F 10 Tf 10 50 Td (Hello) Tj ET", "Hello"],
    ["text after a broken operator", ") ] >> 5 (x BT) foo BT /F 10 Tf 10 50 Td (Hello) Tj ET", "Hello"],
    ["text without a font", "BT 10 50 Td /Nothing 10 Tf (Hello) Tj ET", "Hello"]
  ])("%s", (_, content, text) => {
    expect(textOf(content)).toBe(text)
  })

  it.each([
    ["invisible", "BT /F 10 Tf 3 Tr 10 50 Td (Hello) Tj ET"],
    ["beside the page", "BT /F 10 Tf 10 500 Td (Hello) Tj ET"],
    ["too small to read", "BT /F 0.1 Tf 10 50 Td (Hello) Tj ET"]
  ])("excludes text that is %s", (_, content) => {
    const { hiddenChars, text } = pageOf({ content: `${content} BT 0 Tr /F 10 Tf 10 50 Td (seen) Tj ET` })
    expect([text, hiddenChars]).toEqual(["seen", 5])
  })

  it("continues after an inline image with any bytes", () => {
    const image = "BI /W 2 /H 2 /BPC 8 /CS /G ID \xff EI\x01(\xfe Tj\nEI"
    const page = pageOf({ content: `${image} BT /F 10 Tf 10 50 Td (Hello) Tj ET` })
    expect([page.text, page.imagesDrawn]).toEqual(["Hello", 1])
  })

  it("includes forms with their own resources and matrix each time they are drawn", () => {
    const form = stream(
      "BT /G 10 Tf 0 0 Td (Hi) Tj ET",
      "/Subtype/Form/BBox[0 0 9 9]/Matrix[1 0 0 1 0 20]/Resources<</Font<</G 5 0 R>>>>"
    )
    const page = pageOf({
      content: "/X Do q 1 0 0 1 10 20 cm /X Do Q",
      resources: "/XObject<</X 10 0 R>>",
      objects: { 10: form }
    })
    expect(page.text).toBe("Hi\nHi")
  })

  it("ends if forms draw themselves", () => {
    const form = stream(
      "BT /F 10 Tf 10 50 Td (Hi) Tj ET /X Do /X Do",
      "/Subtype/Form/Resources<</Font<</F 5 0 R>>/XObject<</X 10 0 R>>>>"
    )
    const { text } = pageOf({ content: "/X Do", resources: "/XObject<</X 10 0 R>>", objects: { 10: form } })
    expect(text.split("\n")).toEqual(["Hi", "Hi", "Hi", "Hi"])
  })

  it("is joined from several streams, also between an operator and its operands", () => {
    const bytes = makePdf({
      1: "<</Type/Catalog/Pages 2 0 R>>",
      2: "<</Kids[3 0 R]/Resources<</Font<</F 5 0 R>>>>>>",
      3: "<</Type/Page/Contents[4 0 R 6 0 R 99 0 R]>>",
      4: stream("BT /F 10 Tf 10 50 Td (Hello)"),
      5: plainFont,
      6: stream("Tj ET")
    }, "none")
    expect(pagesOf(bytes)[0]?.text).toBe("Hello")
  })

  it("includes visible annotation appearances at their position", () => {
    const look = stream(
      "BT /F 10 Tf 0 0 Td (Open) Tj ET",
      "/Subtype/Form/BBox[0 0 10 10]/Resources<</Font<</F 5 0 R>>>>"
    )
    const button = (flags: number, states: string) =>
      pageOf({
        content: "BT /F 10 Tf 10 50 Td (Press) Tj ET",
        entries:
          `/Annots[<</Subtype/Widget/F ${flags}/Rect[50 50 60 60]/AS/On/AP<</N ${states}>>/A<</S/URI/URI(https://a.example/)>>>>]`,
        objects: { 10: look }
      })
    expect(button(4, "10 0 R").text).toBe("Press\nOpen")
    expect(button(4, "10 0 R").links).toMatchObject([{ text: "Op" }])
    expect(button(4, "<</On 10 0 R>>").text).toBe("Press\nOpen")
    expect(button(4, "<</Off 10 0 R>>").text).toBe("Press")
    expect(button(2, "10 0 R").text).toBe("Press")
  })

  it("is cut off at the document limit", () => {
    const budget = new Budget()
    const file = new PdfFile(onePage({ content: "BT /F 10 Tf 10 50 Td (Hello) Tj ET" }), budget)
    while (budget.takeLexed(1024 * 1024)) { /* Use up the whole budget. */ }
    expect(readPages(file, budget)[0]?.text).toBe("")
    expect(budget.exhausted).toEqual(["lexed bytes"])
  })
})

describe("colors and paths", () => {
  it("are skipped regardless of their operands", () => {
    const paths =
      "/Pattern cs /P1 scn 0 0 m 1 1 l 5 5 5 5 5 5 c h W n 1 0 0 rg 0 0 10 10 re B* [1 2] 0 d 1e9 1e9 9 9 re f"
    const page = pageOf({ content: `${paths} BT /F 10 Tf 10 50 Td (Hello) Tj ET` })
    expect([page.text, page.clusters]).toEqual(["Hello", []])
  })

  it("keep many small rectangles, but not a few", () => {
    const rows = (count: number) =>
      Array.from({ length: count }, (_, at) => `${at % 10} ${Math.floor(at / 10)} 1 1 re f`)
    const clusters = (count: number) => pageOf({ content: rows(count).join(" ") }).clusters
    expect(clusters(clusterRectanglesMin - 1)).toEqual([])
    expect(clusters(100)).toMatchObject([{ bounds: { left: 0, bottom: 0, right: 10, top: 10 } }])
    expect(clusters(100)[0]?.rectangles[11]).toEqual({ left: 1, bottom: 1, right: 2, top: 2, shade: 0 })
  })
})

describe("images", () => {
  const image = stream("", "/Subtype/Image/Width 100/Height 100")

  it("are counted and kept with their position", () => {
    const page = pageOf({
      content: "q 50 0 0 50 10 20 cm /I Do /I Do Q",
      resources: "/XObject<</I 10 0 R>>",
      objects: { 10: image }
    })
    expect(page.imagesDrawn).toBe(2)
    expect(page.images.map(({ object, matrix }) => [object.number, matrix.a, matrix.e])).toEqual([[10, 50, 10], [
      10,
      50,
      10
    ]])
  })

  it("are not counted if they are not drawn", () => {
    expect(pageOf({ content: "", resources: "/XObject<</I 10 0 R>>", objects: { 10: image } }).imagesDrawn).toBe(0)
  })
})

describe("pages", () => {
  const page = (content: number, more = "") =>
    `<</Type/Page/Contents ${content} 0 R/Resources<</Font<</F 5 0 R>>>>${more}>>`
  const texts = (bytes: Uint8Array) => pagesOf(bytes).map(({ text }) => text)
  const textStream = (text: string) => stream(`BT /F 10 Tf 10 50 Td (${text}) Tj ET`)

  it("are read in tree order, each once, even in a cyclic tree", () => {
    const bytes = makePdf({
      1: "<</Type/Catalog/Pages 2 0 R>>",
      2: "<</Kids[7 0 R 3 0 R 2 0 R 3 0 R 99 0 R null]>>",
      3: page(4),
      4: textStream("two"),
      5: plainFont,
      6: page(8),
      7: "<</Kids[6 0 R 7 0 R 2 0 R]>>",
      8: textStream("one")
    }, "none")
    expect(texts(bytes)).toEqual(["one", "two"])
  })

  it("are found by type if the tree is broken", () => {
    const bytes = makePdf({
      1: "<</Type/Catalog/Pages 77 0 R>>",
      3: page(4),
      4: textStream("one"),
      5: plainFont,
      6: page(8),
      8: textStream("two")
    }, "none")
    expect(texts(bytes)).toEqual(["one", "two"])
  })

  it("are found if the trailer points nowhere", () => {
    const file = "%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Kids[3 0 R]>>endobj 3 0 obj<<>>endobj"
    expect(pagesOf(Buffer.from(file))).toHaveLength(1)
  })

  it("have the visible area of their crop box", () => {
    const cropped = pageOf({
      content: "BT /F 10 Tf 10 10 Td (out) Tj 0 50 Td (in) Tj ET",
      entries: "/CropBox[0 90 200 50]"
    })
    expect([cropped.text, cropped.area, cropped.hiddenChars]).toEqual(["in", { width: 200, height: 40 }, 3])
  })

  it("are read up to a limit and counted beyond it", () => {
    const count = pagesReadMax + 5
    const kids = Array.from({ length: count }, (_, at) => at + 10)
    const bytes = makePdf({
      1: "<</Type/Catalog/Pages 2 0 R>>",
      2: `<</Kids[${kids.map((kid) => `${kid} 0 R`).join(" ")}]>>`,
      ...Object.fromEntries(kids.map((kid) => [kid, page(4)])),
      4: textStream("x"),
      5: plainFont
    }, "none")
    expect(pagesOf(bytes).map(({ number }) => number)).toEqual(Array.from({ length: pagesReadMax }, (_, at) => at + 1))
    expect(findPages(new PdfFile(bytes, new Budget()))).toHaveLength(count)
  })

  it("are not found in a file without a document", () => {
    expect(pagesOf(Buffer.from("nothing"))).toEqual([])
  })
})

describe("a broken file", () => {
  const sound = onePage({
    content: "q BT /F 10 Tf 10 50 Td [(Hel)-20(lo)] TJ ET Q /X Do BI /W 1 ID x EI",
    entries:
      "/Annots[<</Subtype/Link/Rect[10 50 30 60]/QuadPoints[10 60 30 60 10 50 30 50]/A<</S/URI/URI(https://a.example)>>>>]",
    resources: "/XObject<</X 10 0 R>>",
    font:
      "<</Type/Font/Subtype/Type0/Encoding/Identity-H/ToUnicode 11 0 R/DescendantFonts[<</W[1[500]2 9 600]/DW 500>>]>>",
    objects: {
      10: stream("BT (Hi) Tj ET", "/Subtype/Form/Matrix[1 0 0 1 0 0]"),
      11: stream("1 begincodespacerange <00> <ffff> endcodespacerange 1 beginbfrange <0000> <ffff> <0041> endbfrange")
    }
  })

  it("never throws if it is truncated", () => {
    for (let length = 0; length <= sound.length; length++) pagesOf(sound.subarray(0, length))
  })

  it("never throws on arbitrary bytes", () => {
    const change = fc.tuple(fc.nat(sound.length - 1), fc.integer({ min: 0, max: 255 }))
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 20 }), (changes) => {
        const bytes = Uint8Array.from(sound)
        for (const [at, byte] of changes) bytes[at] = byte
        for (const { linkArea } of pagesOf(bytes)) expect(linkArea).toBeGreaterThanOrEqual(0)
      }),
      runs(200)
    )
  })

  it("never throws on arbitrary page content", () => {
    const words =
      "BT ET Tj TJ ' \" Td TD Tm T* Tf Tz q Q cm Do BI ID EI /F /X (a (b) ) [ ] << >> <41 <4> 1 -0.5 1e9 % \n " +
      "99999999999999999999"
    const word = fc.constantFrom(...words.split(" "))
    fc.assert(
      fc.property(fc.array(word, { maxLength: 60 }), (words) => {
        pageOf({ content: words.join(" ") })
      }),
      runs(200)
    )
  })
})
