import { decodeBase64 } from "../../../adapters/documents/reading/Base64.ts"
import { documentTypeOf } from "../../../core/documents/facts/DocumentType.ts"
import { xmlDocumentTypeOf } from "../../../core/documents/facts/XmlDocumentType.ts"
import { mainTypes } from "../../adapters/documents/ooxml/MakeOoxml.ts"
import { makeXfdf } from "../../adapters/documents/pdf/MakeFdf.ts"
import {
  binData,
  makeExcelXml,
  makeFlatOpc,
  makeWordXml
} from "../../adapters/documents/xml-documents/MakeXmlDocuments.ts"
import { documentReader, escapeXml, fieldPumps, formulaPumps, linkPumps } from "./DocumentReader.ts"
import { type Reader, textReader } from "./Reader.ts"

const flat = (content: string) => makeFlatOpc([{ name: "/word/document.xml", type: mainTypes.docx, content }])

const page = (html: string): Uint8Array => Buffer.from(`<html><meta name=ProgId content=Excel.Sheet>${html}`)
const archive = (html: string): Uint8Array => Buffer.from(`MIME-Version: 1.0\r\nContent-Type: text/html\r\n\r\n${html}`)

/** Readers of Office documents of one XML file or page. */
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
  documentReader("XFDF: XML", (text) => makeXfdf(text), [
    "<Action><URI Name='a'>",
    "<fileattachment file='a'><data>",
    "<value> \n",
    "<f href='"
  ]),
  documentReader("XFDF: target", (text) => makeXfdf(`<URI Name="${escapeXml(text)}"/>`), linkPumps),
  documentReader("XFDF: filter", (text) => makeXfdf(`<fileattachment><data filter="${escapeXml(text)}">`), [
    "ASCIIHexDecode "
  ]),
  textReader("page: start", (text) => documentTypeOf(Buffer.from(`<!${text}`)), {
    pumps: ["<!-- ", "-->", "<?", "> ", "<meta "]
  }),
  documentReader("page: HTML", page, [
    "<script>",
    "</script",
    "<!--[if",
    "-->",
    "<td>=",
    "<a on='",
    "<a href=\"javascript:",
    "<object classid=clsid:"
  ]),
  documentReader("page: attributes", (text) => page(`<object ${text}>`), [
    " a=",
    " onload='",
    "=\"",
    " classid=clsid:{"
  ]),
  documentReader("page: refresh", (text) => page(`<meta http-equiv=refresh content="${escapeXml(text)}">`), [
    "1;",
    "url =",
    " "
  ]),
  documentReader(
    "page: cell",
    (text) => page(`<td x:fmla="=${escapeXml(text)}">=${escapeXml(text)}</td>`),
    formulaPumps
  ),
  documentReader("web archive: HTML", archive, ["<script>", "<!--[if", "<a href='"]),
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
