import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { Budget } from "../../../../adapters/documents/Budget.ts"
import { filesMax } from "../../../../adapters/documents/Findings.ts"
import { readOoxml } from "../../../../adapters/documents/ooxml/ReadOoxml.ts"
import { pageChars } from "../../../../adapters/documents/PageEstimate.ts"
import { nothingReadable, type Reading } from "../../../../core/documents/Fact.ts"
import { makeCompoundFile } from "../ole/MakeCompoundFile.ts"
import { makeVba } from "../vba/MakeVba.ts"
import { makeZip } from "../zip/MakeZip.ts"
import {
  code,
  type MadeDocument,
  mainTypes,
  makeOoxml,
  mark,
  namespaces,
  office,
  paragraph,
  run,
  sheet,
  wordDocument
} from "./MakeOoxml.ts"

const read = (document: MadeDocument): Reading => readOoxml(makeOoxml(document), new Budget())
const factsOf = (document: MadeDocument) => read(document).facts
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

  it("is found by relationship, by type, and by its bytes whatever it is called", () => {
    const declared = related(part, `${microsoft}/vbaProject`, { [part]: vba })
    expect(factsOf({ ...declared, main: mainTypes.docm })).toMatchObject([found(part, false)])
    expect(factsOf({ types: { "a.dat": "application/vnd.ms-office.vbaProject" }, parts: { "a.dat": vba } }))
      .toMatchObject([found("a.dat", true)])
    expect(factsOf(related("word/media/a.png", "image", { "word/media/a.png": vba })))
      .toMatchObject([found("word/media/a.png", true)])
  })

  it("is misplaced in a document that has none by its type", () => {
    expect(factsOf(related(part, `${microsoft}/vbaProject`, { [part]: vba }))).toMatchObject([found(part, true)])
  })

  it("that is no compound file is damage", () => {
    expect(factsOf(related(part, `${microsoft}/vbaProject`, { [part]: "nothing" })))
      .toEqual([{ kind: "damaged", what: "VBA project", where: part }])
  })

  it("of a document within the document is not its own", () => {
    const word = makeVba([{ name: "Module1", source: "" }], { prefix: "Macros" })
    const { facts, files } = read(related("word/embeddings/a.doc", "oleObject", { "word/embeddings/a.doc": word }))
    expect(facts).toEqual([])
    expect(files).toMatchObject([{ name: "a.doc", as: "ole object" }])
  })
})

describe("files within", () => {
  const one = (type: string, bytes: string | Uint8Array, name = "word/embeddings/a.bin") =>
    read(related(name, type, { [name]: bytes })).files.map(({ as, name: file, where }) => [file, as, where])
  const where = "word/embeddings/a.bin"

  it("are packages, OLE objects, and what is a program or a document by its bytes or name", () => {
    expect(one("package", "anything")).toEqual([["a.bin", "package part", where]])
    expect(one("oleObject", makeCompoundFile({ Contents: "x" }))).toEqual([["a.bin", "ole object", where]])
    expect(one("image", "MZ and so on")).toEqual([["a.bin", "package part", where]])
    expect(one("image", makeZip([{ name: "a", content: "b" }]))).toEqual([["a.bin", "package part", where]])
    expect(one("customXml", "var a", "word/a.js")).toEqual([["a.js", "package part", "word/a.js"]])
    expect(one("image", "MZ and so on", "word/media/a.png")).toHaveLength(1)
  })

  it("are not pictures, fonts, settings of printers", () => {
    expect(one("image", "\u0089PNG\r\n", "word/media/a.png")).toEqual([])
    expect(one("printerSettings", "\u0000\u0001settings")).toEqual([])
  })

  it("are alternative chunks", () => {
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

  it("of ActiveX come with their class", () => {
    const part = "word/activeX/activeX1.xml"
    const control =
      "<ax:ocx ax:classid=\"{d27cdb6e-ae6d-11cf-96b8-444553540000}\" xmlns:ax=\"http://schemas.microsoft.com/office/2006/activeX\"/>"
    expect(factsOf({ parts: { [part]: control } }))
      .toEqual([{ kind: "activex", classId: "D27CDB6E-AE6D-11CF-96B8-444553540000", where: part }])
  })
})

it("tells callbacks that run when the document is opened", () => {
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
  it("are customizations that lie elsewhere", () => {
    const properties = (name: string) =>
      `<Properties xmlns:vt="urn:vt"><property name="${name}"><vt:lpwstr>http://a.example/b.vsto|x</vt:lpwstr></property></Properties>`
    const part = "docProps/custom.xml"
    expect(factsOf({ parts: { [part]: properties("_AssemblyLocation") } }))
      .toEqual([{ kind: "add-in", target: "http://a.example/b.vsto|x", where: part }])
    expect(factsOf({ parts: { [part]: properties("Location") } })).toEqual([])
  })

  it("are task panes and main types", () => {
    const part = "word/webextensions/webextension1.xml"
    const extension =
      "<we:webextension xmlns:we=\"urn:we\"><we:reference id=\"wa104\" store=\"en-US\"/></we:webextension>"
    expect(factsOf({ parts: { [part]: extension } })).toEqual([{ kind: "add-in", target: "en-US wa104", where: part }])
    expect(factsOf({ main: mainTypes.xlam, mainName: "xl/workbook.xml", mainContent: sheet("") }))
      .toEqual([{ kind: "add-in", target: "xl/workbook.xml", where: "xl/workbook.xml" }])
  })
})

it("tells films and models", () => {
  const part = "word/media/a.bin"
  expect(factsOf({ parts: { [part]: "CWS\u000fxxxx" } })).toEqual([{ kind: "rich media", what: "Flash", where: part }])
  expect(factsOf({ parts: { [part]: "glTF\u0002" } })).toEqual([{ kind: "rich media", what: "3D model", where: part }])
  expect(factsOf({ parts: { [part]: "CWSXxxxx" } })).toEqual([])
})

describe("entities", () => {
  it("are told wherever they are declared", () => {
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

  it("are also parts of schemas", () => {
    const schema = (location: string) =>
      `<MapInfo><xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:include schemaLocation="${location}"/></xs:schema></MapInfo>`
    expect(factsOf({ parts: { "xl/xmlMaps.xml": schema("http://a.example/") } })).toMatchObject([{
      kind: "xml entity",
      entity: "external"
    }])
    expect(factsOf({ parts: { "xl/xmlMaps.xml": schema("a.xsd") } })).toEqual([])
  })
})

describe("what a person reads", () => {
  it("is one text, a line for each paragraph", () => {
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

  it("comes with about as many pages as there are, where none were counted", () => {
    const pages = (...runs: ReadonlyArray<string>) =>
      factsOf({ mainContent: wordDocument(paragraph(run("a"), ...runs)) }).map((fact) =>
        fact.kind === "text" ? fact.pages : -1
      )
    const ended = "<w:r><w:lastRenderedPageBreak/></w:r>"
    const told = "<w:r><w:br w:type=\"page\"/></w:r>"
    expect(pages(told, ended, told, run("b"))).toEqual([3])
    expect(pages("<w:r><w:br w:type=\"column\"/></w:r>")).toEqual([1])
    expect(pages(run("x".repeat(3 * pageChars)))).toEqual([4])
    const sheets = { main: mainTypes.xlsx, mainName: "xl/workbook.xml", mainContent: sheet("<c><is><t>a</t></is></c>") }
    expect(factsOf(sheets)).toMatchObject([{ kind: "text", pages: null }])
  })

  it("comes with the pages that were counted", () => {
    const properties =
      "<Properties xmlns=\"http://schemas.openxmlformats.org/officeDocument/2006/extended-properties\"><Pages>3</Pages></Properties>"
    expect(factsOf({ mainContent: wordDocument(paragraph(run("a"))), parts: { "docProps/app.xml": properties } }))
      .toMatchObject([{ kind: "text", pages: 3 }])
  })

  it("comes slide by slide, without what slides are made after", () => {
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

  it("is what a workbook shares and what stands in its cells", () => {
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

describe("the archive", () => {
  it("is told where it is not as it should be", () => {
    expect(factsOf({ zip: { behind: Buffer.alloc(100, "x") } }))
      .toEqual([{ kind: "tampered archive", what: "data behind the archive", where: "document" }])
    expect(factsOf({ zip: { hasDirectory: false } })).toEqual([{
      kind: "damaged",
      what: "no directory",
      where: "document"
    }])
    expect(readOoxml(new Uint8Array(10), new Budget()).facts).toEqual([{
      kind: "damaged",
      what: nothingReadable,
      where: "document"
    }])
  })

  it("is read though parts of it are damaged", () => {
    const facts = factsOf({
      mainContent: wordDocument(paragraph(mark("begin"), code("DDE a b"), mark("end"))).slice(0, -20),
      parts: { "word/a.xml": "<a", "word/b.xml": wordDocument("<o:OLEObject ProgID=\"a\"/>") }
    })
    expect(facts).toContainEqual({ kind: "damaged", what: "XML", where: "word/document.xml" })
    expect(facts).toContainEqual({ kind: "damaged", what: "XML", where: "word/a.xml" })
    expect(facts.map(({ kind }) => kind)).toEqual(expect.arrayContaining(["dde", "ole object"]))
  })

  it("has nothing to tell where a document is plain", () => {
    expect(read({ parts: { "word/styles.xml": `<w:styles ${namespaces}/>` } })).toEqual({ facts: [], files: [] })
  })

  it("is read in UTF-16 and in strict documents too", () => {
    const strict = wordDocument(paragraph(`<w:hyperlink r:id="r1">${run("a")}</w:hyperlink>`))
      .replaceAll(office, "http://purl.oclc.org/ooxml/officeDocument/relationships")
      .replaceAll(
        "http://schemas.openxmlformats.org/wordprocessingml/2006/main",
        "http://purl.oclc.org/ooxml/wordprocessingml/main"
      )
      .replace("UTF-8", "UTF-16")
    const facts = factsOf({
      mainContent: Buffer.from(`\ufeff${strict}`, "utf16le"),
      relationships: {
        "word/document.xml": [{
          id: "r1",
          type: "http://purl.oclc.org/ooxml/officeDocument/relationships/hyperlink",
          target: "http://a.example/",
          mode: "External"
        }]
      }
    })
    expect(facts.map(({ kind }) => kind)).toEqual(["link", "text"])
    expect(facts[0]).toMatchObject({ text: "a" })
  })
})

it("never throws, and always ends", () => {
  const bytes = makeOoxml({
    mainContent: wordDocument(paragraph(mark("begin"), code("DDE a b"), mark("end"), run("text"))),
    parts: { "word/vbaProject.bin": vba, "word/a.xml": sheet("<f>cmd|'a'!b</f>") },
    relationships: { "word/document.xml": [{ id: "r1", type: "hyperlink", target: "http://a/", mode: "External" }] }
  })
  for (let length = 0; length < bytes.length; length += 7) readOoxml(bytes.subarray(0, length), new Budget())
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { minLength: 1, maxLength: 8 }), (pairs) => {
      const damaged = Uint8Array.from(bytes)
      for (const [at, value] of pairs) damaged[at] = value
      readOoxml(damaged, new Budget())
    }),
    { numRuns: 200 }
  )
})

describe("what only seems to be something else is read all the same", () => {
  const dde = paragraph(mark("begin"), code("DDE a b"), mark("end"))
  const found = { kind: "dde", command: "DDE a b", where: "word/document.xml" }

  it.each<readonly [string, MadeDocument]>([
    ["behind white space", { mainContent: wordDocument(dde).replace(/^<\?xml[^>]*\?>/, " \n".repeat(500)) }],
    ["behind white space in UTF-16", {
      mainContent: Buffer.from(`\ufeff${wordDocument(dde).replace(/^<\?xml[^>]*\?>/, "\n".repeat(501))}`, "utf16le")
    }],
    ["as a page of the web", {
      mainContent: wordDocument(dde).replaceAll("w:", "html:").replaceAll("xmlns:w=", "xmlns:html=")
    }],
    ["as an alternative chunk", {
      mainContent: wordDocument(dde),
      relationships: { "word/document.xml": [{ id: "r1", type: "aFChunk", target: "document.xml" }] }
    }],
    ["as a picture", {
      mainContent: wordDocument(dde),
      main: "image/png",
      relationships: { "word/document.xml": [{ id: "r1", type: "image", target: "document.xml" }] }
    }],
    ["as a drawing", {
      mainContent: wordDocument(dde),
      main: "application/vnd.openxmlformats-officedocument.vmlDrawing"
    }]
  ])("%s", (_, document) => {
    expect(factsOf(document)).toContainEqual(found)
  })

  it("is damaged where it should be XML and is not", () => {
    expect(factsOf({ mainContent: "\u0001\u0002\u0003 no XML" })).toEqual([{
      kind: "damaged",
      what: "XML",
      where: "word/document.xml"
    }])
  })

  it("is no macro document for a part that nothing opens", () => {
    const facts = factsOf({
      types: { "word/other.xml": mainTypes.docm },
      parts: { "word/other.xml": "<a/>", "word/vbaProject.bin": vba }
    })
    expect(facts).toMatchObject([{ kind: "vba", isMisplaced: true }])
  })
})

it("loses nothing to a flood of something else", () => {
  const many = (count: number, one: (at: number) => string) =>
    Array.from({ length: count }, (_, at) => one(at)).join("")
  const external = (type: string, count: number) =>
    Array.from({ length: count }, (_, at) => ({
      id: `${type}${at}`,
      type,
      target: `http://a.example/${at}`,
      mode: "External" as const
    }))
  const facts = factsOf({
    mainContent: wordDocument(
      many(11_000, (at) => `<w:fldSimple w:instr="HYPERLINK &quot;http://b.example/${at}&quot;"/>`)
    ),
    relationships: { "word/document.xml": [...external("image", 600), ...external("hyperlink", 600)] },
    parts: {
      "word/vbaProject.bin": vba,
      "word/z.xml": wordDocument(paragraph(mark("begin"), code("DDE a b"), mark("end")))
    }
  })
  const kinds = facts.map(({ kind }) => kind)
  expect(kinds).toEqual(expect.arrayContaining(["vba", "dde", "link"]))
  expect(kinds.filter((kind) => kind === "reference")).toHaveLength(600)
  expect(facts).toContainEqual({ kind: "cut off", limit: "facts", where: "document" })
})

it("keeps the files that may do something, where there are too many", () => {
  const names = Array.from({ length: 70 }, (_, at) => `word/embeddings/a${at}.bin`)
  const { files } = read({
    relationships: {
      "word/document.xml": names.map((name, at) => ({ id: `r${at}`, type: "package", target: `/${name}` }))
    },
    parts: {
      ...Object.fromEntries(names.map((name) => [name, "harmless"])),
      "word/embeddings/z.bin": "MZ, and longer than others"
    }
  })
  expect(files).toHaveLength(filesMax)
  expect(files[0]).toMatchObject({ name: "z.bin" })
})
