import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { Budget } from "../../../../adapters/documents/reading/Budget.ts"
import { readRtf } from "../../../../adapters/documents/rtf/ReadRtf.ts"
import { fontsMax } from "../../../../adapters/documents/rtf/RtfCodePages.ts"
import { fieldDepthMax, fieldNestingMax } from "../../../../adapters/documents/rtf/RtfDocument.ts"
import { groupDepthMax } from "../../../../adapters/documents/rtf/RtfGroup.ts"
import { textCharsMax } from "../../../../core/documents/facts/Fact.ts"
import { measureCpuMillis } from "../../../support/CpuTime.ts"
import { runs } from "../../../support/TestRun.ts"
import { makeZip } from "../zip/MakeZip.ts"
import { bytesOf, embedded, objectOf, packed, rtf } from "./MakeRtf.ts"
import { factsIn, factsOf, field, read } from "./RtfFacts.ts"

const textOf = (content: string): string => factsOf(content, "text")[0]?.text ?? ""

describe("visible text", () => {
  it.each<readonly [string, string]>([
    ["one\\par two\\tab three", "one\ntwo\tthree"],
    ["line\r\nbreaks do not count", "linebreaks do not count"],
    ["{\\b bold}{\\i  italic}", "bold italic"],
    ["caf\\'e9 \\'93x\\'94", "café “x”"],
    ["\\u8364? \\u-10179?\\u-8704?", "€ 😀"],
    ["\\uc0\\u8364 x", "€x"],
    ["\\uc3\\u8364 abcx", "€x"],
    ["\\uc2\\u8364\\'80\\'80x", "€x"],
    ["{\\uc0 a}\\u8364 ?b", "a€b"],
    ["\\uc2{\\u8364 abx}", "€x"],
    ["\\u8364{}?", "€?"],
    ["a\\~b\\_c\\-d \\{\\}\\\\", "a\u00a0b-cd {}\\"],
    ["a\\\nb", "a\nb"],
    ["\\emdash\\bullet", "—•"],
    ["seen{\\v  unseen} again\\v  gone\\v0  back", "seen again back"],
    ["a{\\footnote  note}{\\header head}{\\*\\annotation  said}", "a notehead said"],
    ["a{\\info{\\title t}{\\author x}}{\\stylesheet{\\s1 Heading;}}{\\*\\unknown x}{\\pict 0102}", "a"],
    ["{\\upr{ansi}{\\*\\ud{unicode}}}", "unicode"],
    ["{\\shp{\\*\\shpinst{\\sp{\\sn x}{\\sv 1}}{\\shptxt in a shape}}{\\shprslt again}}", "in a shape"],
    ["{\\fonttbl{\\f0\\fcharset0 Arial;}{\\f1\\fcharset204 Arial Cyr;}}\\f1 \\'cf\\'f0\\f0 \\'e9", "Прé"],
    ["{\\fonttbl{\\f1\\fcharset204 x;}}{\\f1 \\'cf\\plain \\'cf}", "ПÏ"],
    ["\\ansicpg932 \\'93\\'fa\\'96\\'7b", "日本"],
    ["\\bin3 \\}}after", "after"],
    ["{\\*\\htmltag64 <p>}not html", "not html"]
  ])("of %j is %j", (content, text) => expect(textOf(content)).toBe(text))

  it("has the stored page count or an estimate", () => {
    const pages = (content: string) => factsOf(content, "text").map((fact) => fact.pages)
    expect(pages("{\\info{\\nofpages7}}one")).toEqual([7])
    expect(pages("{\\info{\\nofpages0}}one\\page two")).toEqual([2])
    expect(pages("one\\pagebb two")).toEqual([1])
  })

  it("is read without braces, and ends with the document", () => {
    expect(factsIn(bytesOf("{\\rtf1 one}two {three}"))).toEqual([
      { kind: "text", text: "one", pages: 1, where: "document" }
    ])
    expect(factsIn(bytesOf("\\rtf1 none"))).toEqual([
      { kind: "damaged", detail: "no RTF header", where: "document" },
      { kind: "text", text: "none", pages: 1, where: "document" }
    ])
  })

  it("is cut off and reported if it is too long", () => {
    const content = "x".repeat(textCharsMax + 1)
    expect(textOf(content)).toHaveLength(textCharsMax)
    expect(factsOf(content, "cut off")).toHaveLength(1)
  })
})

describe("the header", () => {
  const disguises = (header: string) => factsIn(bytesOf(`${header}\\ansi x}`)).filter(({ kind }) => kind === "disguise")

  it.each(["{\\rtf1", "{\\rtf", "{\\rtf0"])("%s is ordinary", (header) => expect(disguises(header)).toEqual([]))
  it.each(["{\\rt", "{\\rtf2", "{\\rtx", "{\\rtf100", "{\\rtfN"])("%s is not ordinary, but is read", (header) => {
    expect(disguises(header)).toHaveLength(1)
    expect(factsIn(bytesOf(`${header}\\ansi x}`)).at(-1)).toMatchObject({ kind: "text", text: "x" })
  })
})

describe("exploit syntax", () => {
  const fonts = (count: number) => `{\\fonttbl${"{\\f1 x;}".repeat(count)}}`

  it.each([
    fonts(fontsMax + 1),
    "{\\*\\listoverridetable{\\listoverride\\listoverridecount25}}",
    "{\\sp{\\sn pFragments}{\\sv 1;1;010101010101}}"
  ])("is reported: %.60s", (content) => expect(factsOf(content, "exploit")).toHaveLength(1))

  it.each([
    fonts(100),
    "{\\*\\listoverridetable{\\listoverride\\listoverridecount9}}",
    "{\\sp{\\sn pFragments}{\\sv 2;4;(1,2);(3,4)}}",
    "{\\sp{\\sn other}{\\sv 1;1;010101010101}}"
  ])("is not found in %.60s", (content) => expect(factsOf(content, "exploit")).toEqual([]))
})

describe("another format in the same bytes", () => {
  const others = (behind: Uint8Array | string, content = "x") =>
    factsIn(Buffer.concat([rtf(content), typeof behind === "string" ? bytesOf(behind) : behind]))
      .flatMap((fact) => fact.kind === "polyglot" ? [fact.other] : [])
  const program = Buffer.alloc(128)
  program.write("MZ")
  program[60] = 64
  program.write("PE\0\0", 64)

  it("is reported if it is active", () => {
    expect(others(makeZip([{ name: "a", content: "b" }]))).toEqual(["zip"])
    expect(others(Buffer.concat([bytesOf("\r\n"), program]))).toEqual(["exe"])
    expect(others("<html><ScRipt>x</script>")).toEqual(["html"])
    expect(others("startxref\n0\n%%EOF", "%PDF-1.7")).toEqual(["pdf"])
  })

  it("is not reported if it is inactive", () => {
    for (const behind of ["", "\r\n\0", "PK\x05\x06", "MZ and more", `MZ${"x".repeat(200)}`, "<p>scripts</p>"]) {
      expect(others(behind)).toEqual([])
    }
    expect(others("", "MZ %PDF-1.7 <script>x</script> PK\x03\x04")).toEqual([])
  })
})

describe("no document", () => {
  it("is read beyond the limits", () => {
    const deep = groupDepthMax + 100
    const budget = new Budget()
    const object = objectOf(embedded("Equation.3", bytesOf("x")))
    const { facts } = readRtf(rtf(`${"{".repeat(deep)}${object}${"}".repeat(deep)}end`), budget)
    expect(facts.map(({ kind }) => kind)).toEqual(expect.arrayContaining(["ole object", "text"]))
    expect(budget.exhausted).toEqual(["nesting"])
    const fields = fieldDepthMax * 2
    const content = "{\\field{\\*\\fldinst HYPERLINK a}{\\fldrslt x".repeat(fields) + "}}".repeat(fields)
    expect(factsOf(content, "link").filter(({ text }) => text !== null)).toHaveLength(fieldDepthMax)
    const nested = new Budget()
    const begin = "{\\field{\\*\\fldinst HYPERLINK a "
    const behind = field("DDEAUTO a b")
    const read = readRtf(rtf(begin.repeat(fieldNestingMax + 1) + "}}".repeat(fieldNestingMax + 1) + behind), nested)
    expect(nested.exhausted).toEqual(["nesting"])
    expect(read.facts.filter(({ kind }) => kind === "dde")).toHaveLength(1)
    const beside = "\\field{\\*\\fldinst HYPERLINK http://a.example/}".repeat(fieldNestingMax + 1)
    expect(factsOf(beside, "link")).toHaveLength(fieldNestingMax + 1)
    const spent = new Budget(Infinity, { lexedBytesMax: 1_000 })
    expect(readRtf(new Uint8Array(1_001), spent).facts).toEqual([])
    expect(spent.exhausted).toEqual(["lexed bytes"])
  })

  it.each([
    "{\\object{\\*\\objdata 01",
    "{\\sn",
    "\\objdata ",
    "\\template x",
    "{\\field",
    field("QUOTE 1"),
    "\\u1",
    "{\\*\\htmltag <a href=x>\\fromhtml1"
  ])("takes long if it is full of %j", (piece) => {
    const bytes = bytesOf(`{\\rtf1 ${piece.repeat(300_000 / piece.length)}`)
    expect(measureCpuMillis(() => factsIn(bytes))).toBeLessThan(3_000)
  })

  const whole = rtf(
    `{\\fonttbl{\\f0\\fcharset204 x;}}{\\*\\template a}${field("HYPERLINK \"http://e.test/\"", "x")}` +
      `${objectOf(embedded("Package", packed("a.js", "x")), "Package")}\\u8364?{\\sp{\\sn pibName}{\\sv //a}}\\bin2 {{`
  )

  it("throws if it is truncated", () => {
    for (let length = 0; length < whole.length; length++) factsIn(whole.subarray(0, length))
  })

  it("throws for any content", () => {
    const pieces = fc.oneof(
      fc.uint8Array({ maxLength: 12 }),
      fc.constantFrom(
        ..."{ } \\ \\* \\' \\u5? \\uc2 \\upr \\ud \\bin3 \\field \\fldinst \\fldrslt \\object \\objdata \\result \\sp \\sn \\sv \\f1"
          .split(" "),
        "\\datafield ",
        "HYPERLINK a"
      ).map(bytesOf)
    )
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 40 }), (parts) => {
        factsIn(Buffer.concat([bytesOf("{\\rtf1"), ...parts]))
      }),
      runs(250)
    )
    fc.assert(fc.property(fc.nat(whole.length - 1), fc.nat(255), (at, byte) => {
      const changed = whole.slice()
      changed[at] = byte
      factsIn(changed)
    }))
  })
})

it("reports hidden and tiny text apart from the visible text", () => {
  const facts = (content: string) =>
    read(content).facts.flatMap((fact) =>
      fact.kind === "hidden text" ? [[fact.how, fact.text]] : fact.kind === "text" ? [["text", fact.text]] : []
    )
  expect(facts("seen {\\v secret\\'41\\u66?\\~}\\v0 again")).toEqual([
    ["text formatted as hidden", "secretAB"],
    ["text", "seen again"]
  ])
  expect(facts("seen {\\fs3 secret} {\\fs2\\plain again}{\\fs4 small}")).toEqual([
    ["tiny text", "secret"],
    ["text", "seen  againsmall"]
  ])
})
