import { describe, expect, it } from "vitest"
import { charsPerPage } from "../../../../adapters/documents/reading/Findings.ts"
import { code, mainTypes, mark, namespaces, paragraph, run, sheet, wordDocument } from "./MakeOoxml.ts"
import { factsOf } from "./OoxmlFacts.ts"

describe("visible text", () => {
  it("is one string with a line per paragraph", () => {
    const body = paragraph(run("One "), run("line")) +
      paragraph("<w:r><w:tab/><w:t>Two</w:t><w:br/><w:t>three</w:t></w:r>") +
      paragraph("<w:r><w:delText>gone</w:delText></w:r>", mark("begin"), code("PAGE"), mark("end"))
    expect(factsOf({ mainContent: wordDocument(body) })).toEqual([{
      kind: "text",
      text: "One line\nTwo\nthree",
      pages: 1,
      where: "document"
    }])
  })

  it("comes with an estimated page count if the document has none", () => {
    const pages = (...runs: ReadonlyArray<string>) =>
      factsOf({ mainContent: wordDocument(paragraph(run("a"), ...runs)) }).map((fact) =>
        fact.kind === "text" ? fact.pages : -1
      )
    const ended = "<w:r><w:lastRenderedPageBreak/></w:r>"
    const pageBreak = "<w:r><w:br w:type=\"page\"/></w:r>"
    expect(pages(pageBreak, ended, pageBreak, run("b"))).toEqual([3])
    expect(pages("<w:r><w:br w:type=\"column\"/></w:r>")).toEqual([1])
    expect(pages(run("x".repeat(3 * charsPerPage)))).toEqual([4])
    const sheets = { main: mainTypes.xlsx, mainName: "xl/workbook.xml", mainContent: sheet("<c><is><t>a</t></is></c>") }
    expect(factsOf(sheets)).toMatchObject([{ kind: "text", pages: null }])
  })

  it("comes with the document's page count", () => {
    const properties =
      "<Properties xmlns=\"http://schemas.openxmlformats.org/officeDocument/2006/extended-properties\"><Pages>3</Pages></Properties>"
    expect(factsOf({ mainContent: wordDocument(paragraph(run("a"))), parts: { "docProps/app.xml": properties } }))
      .toMatchObject([{ kind: "text", pages: 3 }])
  })

  it("comes slide by slide, without masters and layouts", () => {
    const slide = (text: string) => `<p:sld ${namespaces}><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:sld>`
    const type = (kind: string) => `application/vnd.openxmlformats-officedocument.presentationml.${kind}+xml`
    const slides = {
      "ppt/slides/slide10.xml": slide("ten, the last and longest"),
      "ppt/slides/slide2.xml": slide("two")
    }
    const layout = "ppt/slideLayouts/slideLayout1.xml"
    const facts = factsOf({
      main: mainTypes.pptx,
      mainName: "ppt/presentation.xml",
      mainContent: `<p:presentation ${namespaces}/>`,
      parts: { ...slides, [layout]: slide("Click to edit") },
      types: {
        [layout]: type("slideLayout"),
        ...Object.fromEntries(Object.keys(slides).map((name) => [name, type("slide")]))
      }
    })
    expect(facts).toEqual([{ kind: "text", text: "two\nten, the last and longest", pages: 2, where: "document" }])
  })

  it("includes the shared strings and cell texts of a workbook", () => {
    const facts = factsOf({
      main: mainTypes.xlsx,
      mainName: "xl/workbook.xml",
      mainContent: sheet("", "workbook"),
      parts: {
        "xl/sharedStrings.xml": sheet("<si><t>a</t></si><si><t>b</t><rPh><t>hint</t></rPh></si>", "sst"),
        "xl/worksheets/sheet1.xml": sheet("<c t=\"inlineStr\"><is><t>c</t></is></c>")
      }
    })
    expect(facts).toEqual([{ kind: "text", text: "a\nb\nc", pages: null, where: "document" }])
  })
})
