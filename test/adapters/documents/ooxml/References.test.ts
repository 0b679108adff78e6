import { describe, expect, it } from "vitest"
import { mainTypes, namespaces, run, wordDocument } from "./MakeOoxml.ts"
import { factsOf } from "./OoxmlFacts.ts"

const main = "word/document.xml"

/** Returns the facts of a document whose main part has one relationship. */
const related = (type: string, target: string, mode: "External" | null = "External", body = "") =>
  factsOf({
    mainContent: wordDocument(body),
    relationships: { [main]: [{ id: "r1", type, target, ...(mode === null ? {} : { mode }) }] }
  })

describe("external relationships", () => {
  it.each([
    ["attachedTemplate", "template"],
    ["oleObject", "object"],
    ["package", "object"],
    ["frame", "frame"],
    ["subDocument", "subdocument"],
    ["control", "control"],
    ["slideMaster", "slide"],
    ["slideUpdateUrl", "slide"],
    ["externalLinkPath", "workbook"],
    ["http://schemas.microsoft.com/office/2006/relationships/xlExternalLinkPath/xlPathMissing", "workbook"],
    ["image", "image"],
    ["video", "media"],
    ["mailMergeSource", "mailmerge"],
    ["aFChunk", "include"],
    ["theme", "other"],
    ["http://purl.oclc.org/ooxml/officeDocument/relationships/attachedTemplate", "template"]
  ])("%s", (type, role) => {
    expect(related(type, "http://evil.example/a")).toEqual([
      { kind: "reference", role, target: "http://evil.example/a", where: "word/_rels/document.xml.rels" }
    ])
  })

  it.each([
    "http://evil.example/a.dotm",
    "\\\\evil.example\\share\\a",
    "//evil.example/a",
    "file:///C:/a",
    "C:\\a.dotm"
  ])(
    "include addresses, shares and drives in any mode: %s",
    (target) => {
      expect(related("attachedTemplate", target, null)).toMatchObject([{ kind: "reference", target }])
    }
  )

  it("exclude relationships to parts", () => {
    for (const target of ["media/a.png", "/word/a.xml", "../a.xml", "a%20b.xml", "NULL"]) {
      expect(related("image", target, null)).toEqual([])
    }
  })

  it("are reported with percent-encoding decoded", () => {
    expect(related("attachedTemplate", "%68%74tp://evil.example/%41")).toMatchObject([{
      target: "http://evil.example/A"
    }])
    expect(related("attachedTemplate", "%5C%5Cevil.example%5Ca")).toMatchObject([{ target: "\\\\evil.example\\a" }])
    expect(related("hyperlink", "http://good.example/?to=http%3A%2F%2Fb")).toMatchObject([
      { url: "http://good.example/?to=http%3A%2F%2Fb" }
    ])
  })

  it("are reported even without an owning part", () => {
    const [fact] = factsOf({
      relationships: {
        "word/gone.xml": [{ id: "r1", type: "frame", target: "http://evil.example/", mode: "External" }]
      }
    })
    expect(fact).toMatchObject({ kind: "reference", role: "frame", where: "word/_rels/gone.xml.rels" })
    const [link] = factsOf({
      relationships: {
        "word/gone.xml": [{ id: "r1", type: "hyperlink", target: "http://evil.example/", mode: "External" }]
      }
    })
    expect(link).toMatchObject({ kind: "link", url: "http://evil.example/" })
  })

  it("have the role of their element, not of their declared type", () => {
    const facts = related("hyperlink", "http://evil.example/", "External", "<w:attachedTemplate r:id=\"r1\"/>")
    expect(facts).toContainEqual({ kind: "reference", role: "template", target: "http://evil.example/", where: main })
    expect(related("attachedTemplate", "http://evil.example/", "External", "<w:attachedTemplate r:id=\"r1\"/>"))
      .toHaveLength(1)
  })
})

describe("hyperlinks", () => {
  const link = (body: string) =>
    related("hyperlink", "https://a.example/", "External", body).filter((fact) => fact.kind !== "text")
  const expected = (text: string | null) => [
    { kind: "link", url: "https://a.example/", text, from: "relationship", where: main }
  ]

  it("include their display text", () => {
    expect(link(`<w:p><w:hyperlink r:id="r1">${run("click ")}${run("here")}</w:hyperlink>${run("or not")}</w:p>`))
      .toEqual(expected("click here"))
    expect(
      link("<a:p><a:r><a:rPr><a:hlinkClick r:id=\"r1\"/></a:rPr><a:t>here</a:t></a:r><a:r><a:t>no</a:t></a:r></a:p>")
    )
      .toEqual(expected("here"))
    expect(link("<x:hyperlink xmlns:x=\"urn:x\" ref=\"A1\" r:id=\"r1\" display=\"here\"/>")).toEqual(expected("here"))
  })

  it("have no text if nothing is displayed", () => {
    expect(link("<p:cNvPr><a:hlinkClick r:id=\"r1\"/></p:cNvPr>")).toEqual(expected(null))
    expect(link("")).toEqual(expected(null))
  })

  it("are reported once per display text", () => {
    const body = ["one", "two", "one"].map((text) => `<w:hyperlink r:id="r1">${run(text)}</w:hyperlink>`).join("")
    expect(link(body)).toEqual([...expected("one"), ...expected("two")])
  })

  it("that need no click are references as well", () => {
    expect(link("<p:cNvPr><a:hlinkHover r:id=\"r1\"/></p:cNvPr>")).toEqual([
      { kind: "reference", role: "image", target: "https://a.example/", where: main },
      ...expected(null)
    ])
  })

  it("in VML need no relationship", () => {
    const facts = factsOf({
      mainContent: wordDocument(
        "<v:shape href=\"https://a.example/\"><v:imagedata src=\"http://b.example/x.png\"/><v:fill src=\"a.png\"/></v:shape>"
      )
    })
    expect(facts).toEqual([
      { kind: "link", url: "https://a.example/", text: null, from: "object", where: main },
      { kind: "reference", role: "image", target: "http://b.example/x.png", where: main }
    ])
  })
})

it("reads VML drawings as Office writes them", () => {
  const vml =
    `<xml ${namespaces}><v:shape><![if gte mso 9]><v:imagedata src="http://b.example/x.png"/><![endif]><br></v:shape></xml>`
  expect(factsOf({ parts: { "word/drawing1.vml": vml } })).toEqual([
    { kind: "reference", role: "image", target: "http://b.example/x.png", where: "word/drawing1.vml" }
  ])
})

it("reports the data source of a mail merge", () => {
  const settings =
    `<w:settings ${namespaces}><w:mailMerge><w:connectString w:val="Provider=X;Data Source=\\\\a\\b"/></w:mailMerge></w:settings>`
  expect(factsOf({ parts: { "word/settings.xml": settings } })).toMatchObject([
    { kind: "reference", role: "mailmerge", target: "Provider=X;Data Source=\\\\a\\b" }
  ])
})

it("reports presentation actions that run something", () => {
  const slide = (action: string) =>
    `<p:sld ${namespaces}><p:cNvPr><a:hlinkClick r:id="" action="${action}"/></p:cNvPr></p:sld>`
  const facts = (action: string) =>
    factsOf({ main: mainTypes.pptx, mainName: "ppt/presentation.xml", mainContent: slide(action) })
  expect(facts("ppaction://macro?name=Go")).toMatchObject([{ role: "other", target: "ppaction://macro?name=Go" }])
  expect(facts("ppaction://program")).toMatchObject([{ role: "other", target: "ppaction://program" }])
  expect(facts("ppaction://hlinkshowjump?jump=nextslide")).toEqual([])
})
