import { decodeBase64 } from "../../../adapters/documents/reading/Base64.ts"
import { xmlDocumentTypeOf } from "../../../core/documents/facts/XmlDocumentType.ts"
import { mainTypes } from "../../adapters/documents/ooxml/MakeOoxml.ts"
import {
  binData,
  makeExcelXml,
  makeFlatOpc,
  makeWordXml
} from "../../adapters/documents/xml-documents/MakeXmlDocuments.ts"
import { documentReader, escapeXml, fieldPumps, formulaPumps, linkPumps } from "./DocumentReader.ts"
import { type Reader, textReader } from "./Reader.ts"

const flat = (content: string) => makeFlatOpc([{ name: "/word/document.xml", type: mainTypes.docx, content }])

/** Readers of Office documents of one XML file. */
export const xmlDocumentReaders: ReadonlyArray<Reader> = [
  textReader("XML document: root", (text) => xmlDocumentTypeOf(Buffer.from(`<${text}`)), {
    pumps: ["<!-- ", "?> <?", "-->", "<!a>", ":"]
  }),
  textReader("Base64", decodeBase64, { pumps: ["QUFB", "\n ", "="] }),
  documentReader("Flat OPC: XML", flat, ["<a xmlns=\"b\">", "<a:b>", "<a b='", "</pkg:xmlData>"]),
  documentReader("Flat OPC: text", (text) => flat(`<a>${escapeXml(text)}</a>`)),
  documentReader(
    "Flat OPC: name",
    (text) => makeFlatOpc([{ name: escapeXml(text), type: escapeXml(text), content: "<a/>" }]),
    ["../", "&quot;"]
  ),
  documentReader("Word XML: XML", (text) => makeWordXml(text), ["<w:p>", "<w:binData w:name='", "<w:hlink w:dest='"]),
  documentReader("Word XML: link", (text) => makeWordXml(`<w:hlink w:dest="${escapeXml(text)}"/>`), linkPumps),
  documentReader("Word XML: field", (text) => makeWordXml(`<w:fldSimple w:instr="${escapeXml(text)}"/>`), fieldPumps),
  documentReader("Word XML: data", (text) => makeWordXml(binData("a", Buffer.from(`ActiveMime${text}`, "latin1"))), [
    "x\x9c"
  ]),
  documentReader(
    "Word XML: style sheet",
    (text) => makeWordXml("", "", `<?xml-stylesheet href="${escapeXml(text)}"?>`),
    [" href='", "href ="]
  ),
  documentReader("Excel XML: XML", (text) => makeExcelXml(text), ["<Row>", "<Cell ss:HRef='", "<Data>"]),
  documentReader(
    "Excel XML: formula",
    (text) => makeExcelXml(`<Row><Cell ss:Formula="=${escapeXml(text)}"/></Row>`),
    formulaPumps
  ),
  documentReader(
    "Excel XML: name",
    (text) => makeExcelXml("", `<NamedRange ss:Name="${escapeXml(text)}" ss:RefersTo="=${escapeXml(text)}"/>`),
    formulaPumps
  )
]
