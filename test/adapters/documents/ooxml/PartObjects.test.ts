import { describe, expect, it } from "vitest"
import { makeCompoundFile } from "../ole/MakeCompoundFile.ts"
import { makeVba } from "../vba/MakeVba.ts"
import { makeZip } from "../zip/MakeZip.ts"
import { type MadeDocument, mainTypes, sheet, wordDocument } from "./MakeOoxml.ts"
import { factsOf, read } from "./OoxmlFacts.ts"

const related = (part: string, type: string, parts: MadeDocument["parts"] = {}): MadeDocument => ({
  relationships: { "word/document.xml": [{ id: "r1", type, target: `/${part}` }] },
  parts
})

const microsoft = "http://schemas.microsoft.com/office/2006/relationships"
const vba = makeVba([{ name: "Module1", source: "Sub AutoOpen()\r\nEnd Sub\r\n" }])

describe("VBA", () => {
  const part = "word/vbaProject.bin"
  const found = (where: string, isMisplaced: boolean) => ({
    kind: "vba",
    modules: [{ name: "Module1" }],
    isMisplaced,
    where
  })

  it("is found by relationship, content type or signature, regardless of its name", () => {
    const declared = related(part, `${microsoft}/vbaProject`, { [part]: vba })
    expect(factsOf({ ...declared, main: mainTypes.docm })).toMatchObject([found(part, false)])
    expect(factsOf({ types: { "a.dat": "application/vnd.ms-office.vbaProject" }, parts: { "a.dat": vba } }))
      .toMatchObject([found("a.dat", true)])
    expect(factsOf(related("word/media/a.png", "image", { "word/media/a.png": vba })))
      .toMatchObject([found("word/media/a.png", true)])
  })

  it("is misplaced in a document whose type excludes macros", () => {
    expect(factsOf(related(part, `${microsoft}/vbaProject`, { [part]: vba }))).toMatchObject([found(part, true)])
  })

  it("is damaged if it is not a compound file", () => {
    expect(factsOf(related(part, `${microsoft}/vbaProject`, { [part]: "nothing" })))
      .toEqual([{ kind: "damaged", detail: "VBA project", where: part }])
  })

  it("of an embedded document is not part of the outer document", () => {
    const word = makeVba([{ name: "Module1", source: "" }], { prefix: "Macros" })
    const { facts, files } = read(related("word/embeddings/a.doc", "oleObject", { "word/embeddings/a.doc": word }))
    expect(facts).toEqual([])
    expect(files).toMatchObject([{ name: "a.doc", as: "ole object" }])
  })
})

describe("embedded files", () => {
  const one = (type: string, bytes: string | Uint8Array, name = "word/embeddings/a.bin") =>
    read(related(name, type, { [name]: bytes })).files.map(({ as, name: file, where }) => [file, as, where])
  const where = "word/embeddings/a.bin"

  it("are packages, OLE objects, and parts that are programs or documents by content or name", () => {
    expect(one("package", "anything")).toEqual([["a.bin", "package part", where]])
    expect(one("oleObject", makeCompoundFile({ Contents: "x" }))).toEqual([["a.bin", "ole object", where]])
    expect(one("image", "MZ and so on")).toEqual([["a.bin", "package part", where]])
    expect(one("image", makeZip([{ name: "a", content: "b" }]))).toEqual([["a.bin", "package part", where]])
    expect(one("customXml", "var a", "word/a.js")).toEqual([["a.js", "package part", "word/a.js"]])
    expect(one("image", "MZ and so on", "word/media/a.png")).toHaveLength(1)
  })

  it("exclude pictures, fonts and printer settings", () => {
    expect(one("image", "\u0089PNG\r\n", "word/media/a.png")).toEqual([])
    expect(one("printerSettings", "\u0000\u0001settings")).toEqual([])
  })

  it("include alternative format chunks", () => {
    const part = "word/a.html"
    const document = related(part, "aFChunk", { [part]: "<html>hello</html>" })
    const { facts, files } = read({ ...document, types: { [part]: "text/html" } })
    expect(facts).toEqual([{ kind: "alternative chunk", contentType: "text/html", where: part }])
    expect(files).toMatchObject([{ name: "a.html", as: "alternative chunk" }])
    expect(factsOf(related(part, "image", { [part]: "<svg/>" }))).toEqual([])
  })
})

describe("objects", () => {
  it.each<readonly [string, object]>([
    ["<o:OLEObject Type=\"Embed\" ProgID=\"Equation.3\"/>", { progId: "Equation.3", isUpdated: false }],
    ["<o:OLEObject Type=\"Link\" ProgID=\"htmlfile\" UpdateMode=\"Always\"/>", { progId: "htmlfile", isUpdated: true }],
    ["<p:oleObj progId=\"Package\"/>", { progId: "Package", isUpdated: false }]
  ])("%s", (body, fact) => {
    expect(factsOf({ mainContent: wordDocument(body) }))
      .toEqual([{ kind: "ole object", classId: null, isMalformed: false, where: "word/document.xml", ...fact }])
  })

  it("of ActiveX have their class ID", () => {
    const part = "word/activeX/activeX1.xml"
    const control =
      "<ax:ocx ax:classid=\"{d27cdb6e-ae6d-11cf-96b8-444553540000}\" xmlns:ax=\"http://schemas.microsoft.com/office/2006/activeX\"/>"
    expect(factsOf({ parts: { [part]: control } }))
      .toEqual([{ kind: "activex", classId: "D27CDB6E-AE6D-11CF-96B8-444553540000", where: part }])
  })

  it("of browser controls have the address of their page, also from their data", () => {
    const part = "word/activeX/activeX1.xml"
    const classId = "8856F961-340A-11D0-A96B-00C04FD705A2"
    const control = (content: string) =>
      `<ax:ocx ax:classid="{${classId}}" r:id="r1" xmlns:ax="http://schemas.microsoft.com/office/2006/activeX" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">${content}</ax:ocx>`
    const factOf = (data: string, content = "") =>
      factsOf({
        parts: { [part]: control(content), "word/activeX/activeX1.bin": Buffer.from(data, "utf16le") },
        relationships: { [part]: [{ id: "r1", type: "activeXControlBinary", target: "activeX1.bin" }] }
      })
    const fact = { kind: "activex", classId, where: part }
    const location = "https://evil.example/a"
    expect(factOf(`\0\x01${location}\0`)).toEqual([{ ...fact, location }])
    expect(factOf("\0\x01", `<ax:ocxPr ax:name="Location" ax:value="${location}"/>`)).toEqual([{ ...fact, location }])
    expect(factOf("\0\x01")).toEqual([fact])
  })
})

it("includes callbacks that run when the document opens", () => {
  const ui = (attributes: string) =>
    factsOf({
      parts: {
        "customUI/a.xml": `<customUI xmlns="http://schemas.microsoft.com/office/2009/07/customui" ${attributes}/>`
      }
    })
  expect(ui("onLoad=\"file.xlsm!Go\"")).toEqual([{
    kind: "custom ui",
    callback: "file.xlsm!Go",
    where: "customUI/a.xml"
  }])
  expect(ui("loadImage=\"Go\"")).toEqual([])
})

describe("add-ins", () => {
  it("include external customizations", () => {
    const properties = (name: string) =>
      `<Properties xmlns:vt="urn:vt"><property name="${name}"><vt:lpwstr>http://a.example/b.vsto|x</vt:lpwstr></property></Properties>`
    const part = "docProps/custom.xml"
    expect(factsOf({ parts: { [part]: properties("_AssemblyLocation") } }))
      .toEqual([{ kind: "add-in", target: "http://a.example/b.vsto|x", where: part }])
    expect(factsOf({ parts: { [part]: properties("Location") } })).toEqual([])
  })

  it("include task panes and add-in main parts", () => {
    const part = "word/webextensions/webextension1.xml"
    const extension =
      "<we:webextension xmlns:we=\"urn:we\"><we:reference id=\"wa104\" store=\"en-US\"/></we:webextension>"
    expect(factsOf({ parts: { [part]: extension } })).toEqual([{ kind: "add-in", target: "en-US wa104", where: part }])
    const of = (attributes: string) =>
      `<we:webextension xmlns:we="urn:we"><we:reference id="WA104" ${attributes}/></we:webextension>`
    const told = (attributes: string) =>
      factsOf({ parts: { [part]: of(attributes) } }).map((fact) => fact.kind === "add-in" ? fact.target : null)
    expect(told("store=\"\" storeType=\"OMEX\"")).toEqual(["OMEX WA104"])
    expect(told("store=\"WA104\" storeType=\"OMEX\"")).toEqual(["OMEX WA104"])
    expect(told("store=\"wa104\" storeType=\"OMEX\"")).toEqual(["OMEX WA104"])
    expect(told("store=\"\\\\a.example\\b\" storeType=\"OMEX\"")).toEqual(["\\\\a.example\\b WA104"])
    expect(told("store=\"\" storeType=\"FileSystem\"")).toEqual(["FileSystem WA104"])
    expect(factsOf({ main: mainTypes.xlam, mainName: "xl/workbook.xml", mainContent: sheet("") }))
      .toEqual([{ kind: "add-in", target: "xl/workbook.xml", where: "xl/workbook.xml" }])
  })
})

it("reports videos and 3D models", () => {
  const part = "word/media/a.bin"
  expect(factsOf({ parts: { [part]: "CWS\u000fxxxx" } })).toEqual([{
    kind: "rich media",
    detail: "Flash",
    where: part
  }])
  expect(factsOf({ parts: { [part]: "glTF\u0002" } })).toEqual([{
    kind: "rich media",
    detail: "3D model",
    where: part
  }])
  expect(factsOf({ parts: { [part]: "CWSXxxxx" } })).toEqual([])
})

describe("XML entities", () => {
  it("are reported in any part that declares them", () => {
    const entity = "<!DOCTYPE a [<!ENTITY b SYSTEM \"http://a.example/\">]><a>&b;</a>"
    expect(factsOf({ parts: { "word/settings.xml": entity } })).toContainEqual({
      kind: "xml entity",
      entity: "external",
      where: "word/settings.xml"
    })
    expect(factsOf({ parts: { "word/_rels/a.xml.rels": entity } })).toContainEqual({
      kind: "xml entity",
      entity: "external",
      where: "word/_rels/a.xml.rels"
    })
  })

  it("are also found in schema parts", () => {
    const schema = (location: string) =>
      `<MapInfo><xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:include schemaLocation="${location}"/></xs:schema></MapInfo>`
    expect(factsOf({ parts: { "xl/xmlMaps.xml": schema("http://a.example/") } })).toMatchObject([{
      kind: "xml entity",
      entity: "external"
    }])
    expect(factsOf({ parts: { "xl/xmlMaps.xml": schema("a.xsd") } })).toEqual([])
  })
})
