import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { readOoxml } from "../../../../adapters/documents/ooxml/ReadOoxml.ts"
import { Budget } from "../../../../adapters/documents/reading/Budget.ts"
import type { Fact } from "../../../../core/documents/facts/Fact.ts"
import { measureCpuMillis } from "../../../support/CpuTime.ts"
import { runs } from "../../../support/TestRun.ts"
import { code, makeOoxml, mark, paragraph, run, wordDocument } from "./MakeOoxml.ts"

const where = "word/document.xml"
const factsOf = (...body: ReadonlyArray<string>): ReadonlyArray<Fact> =>
  readOoxml(makeOoxml({ mainContent: wordDocument(body.join("")) }), new Budget()).facts.filter((fact) =>
    fact.kind !== "text"
  )

const dde = "DDEAUTO c:\\\\windows\\\\system32\\\\cmd.exe \"/k calc\""
const [begin, separate, end] = [mark("begin"), mark("separate"), mark("end")]

describe("DDE", () => {
  const found = [{ kind: "dde", command: dde, where }]

  it.each<readonly [string, string]>([
    ["in one field", paragraph(begin, code(dde), separate, run("!"), end)],
    ["in pieces", paragraph(begin, ...[...` ${dde} `].map(code), end)],
    ["over paragraphs", paragraph(begin, code("DDE")) + paragraph(code(dde.slice(3)), end)],
    ["in an element", `<w:p><w:fldSimple w:instr='${dde}'>${run("!")}</w:fldSimple></w:p>`],
    ["in deleted code", paragraph(begin, code(dde).replaceAll("instrText", "delInstrText"), end)],
    [
      "by numbers",
      paragraph(begin, begin, code(`QUOTE ${[...dde].map((one) => one.charCodeAt(0)).join(" ")}`), end, end)
    ],
    ["by results", paragraph(begin, begin, code("REF a"), separate, run("DDEAUTO"), end, code(dde.slice(7)), end)],
    [
      "by a name",
      paragraph(
        begin,
        code("SET a \"DDEAUTO\""),
        end,
        begin,
        begin,
        code("REF a"),
        separate,
        run("PAGE"),
        end,
        code(dde.slice(7)),
        end
      )
    ],
    ["never ended", paragraph(begin, code(dde))],
    ["without a field", paragraph(code("DDE"), code(dde.slice(3)))]
  ])("is found in %s", (_, body) => {
    expect(factsOf(body)).toEqual(found)
  })

  it.each<readonly [string, string]>([
    ["as text", paragraph(run(dde))],
    ["as a result", paragraph(begin, code("PAGE"), separate, run(dde), end)],
    ["as a word of another field", paragraph(begin, code(`REF ${dde}`), end)],
    ["as part of a name", paragraph(begin, code("DDEAUTOMATIC a"), end)]
  ])("is not found in %s", (_, body) => {
    expect(factsOf(body)).toEqual([])
  })

  it("is found in any part with fields", () => {
    const parts = ["word/header1.xml", "word/footnotes.xml", "word/comments.xml", "custom/anything.xml"]
    for (const part of parts) {
      const bytes = makeOoxml({ parts: { [part]: wordDocument(paragraph(begin, code(dde), end)) } })
      expect(readOoxml(bytes, new Budget()).facts).toContainEqual({ kind: "dde", command: dde, where: part })
    }
  })
})

describe("fields that fetch external content", () => {
  it.each([
    ["INCLUDETEXT \"http://a.example/b.docx\" \\c x", "include", "http://a.example/b.docx"],
    ["INCLUDEPICTURE \\d \"\\\\\\\\a.example\\\\b.png\"", "image", "\\\\a.example\\b.png"],
    ["IMPORT http://a.example/b.png \\* MERGEFORMAT", "include", "http://a.example/b.png"],
    ["LINK Word.Document.8 \"http://a.example/b.doc\" \\a \\f 0", "object", "http://a.example/b.doc"],
    ["DATABASE \\d \"C:\\\\a.mdb\" \\c \"DSN=x\"", "include", "C:\\a.mdb"]
  ])("%s", (text, role, target) => {
    expect(factsOf(paragraph(begin, code(text), end))).toEqual([{ kind: "reference", role, target, where }])
  })
})

describe("hyperlink fields", () => {
  const link = (text: string, shown: string) =>
    factsOf(paragraph(begin, code(text), separate, `<w:hyperlink>${run(shown)}</w:hyperlink>`, end))

  it("include their result", () => {
    expect(link("HYPERLINK \"http://a.example/\" \\o \"tip\"", "go")).toEqual([
      { kind: "link", url: "http://a.example/", text: "go", from: "field", where }
    ])
    expect(link("HYPERLINK \"http://a.example/\" \\l \"b\"", "")).toEqual([
      { kind: "link", url: "http://a.example/#b", text: null, from: "field", where }
    ])
  })

  it("exclude links within the document", () => {
    expect(link("HYPERLINK \\l \"bookmark\"", "go")).toEqual([])
  })

  it("are composed from nested fields", () => {
    const body = paragraph(
      begin,
      code("HYPERLINK \"http://"),
      begin,
      code("MERGEFIELD host"),
      separate,
      run("a.example"),
      end,
      code("/\""),
      separate,
      run("go"),
      end
    )
    expect(factsOf(body)).toEqual([{ kind: "link", url: "http://a.example/", text: "go", from: "field", where }])
  })
})

it("end on marks in any order and at any depth", () => {
  const piece = fc.constantFrom(
    begin,
    separate,
    end,
    code("QUOTE 1 2 "),
    code(dde),
    run("a"),
    "</w:p><w:p>",
    "<w:fldSimple/>"
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => void factsOf(paragraph(...pieces))),
    runs(100)
  )
  const deep = paragraph(begin.repeat(5_000), code(dde), end.repeat(5_000))
  expect(factsOf(deep)).toContainEqual({ kind: "cut off", limit: "fields", where })
})

it("take linear time if fields refer to fields", () => {
  const one = paragraph(`${begin}${code("QUOTE ")}`.repeat(60), code("a ".repeat(20_000)), end.repeat(60))
  expect(measureCpuMillis(() => factsOf(one.repeat(10)))).toBeLessThan(5_000)
})
