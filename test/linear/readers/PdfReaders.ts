import { makeFdf } from "../../adapters/documents/pdf/MakeFdf.ts"
import { makePdf } from "../../adapters/documents/pdf/MakePdf.ts"
import { onePage, stream } from "../../adapters/documents/pdf/pages/MakePage.ts"
import { hexOf } from "../../adapters/documents/rtf/MakeRtf.ts"
import { documentReader, escapePdfString, linkPumps, scriptPumps } from "./DocumentReader.ts"
import type { Reader } from "./Reader.ts"

const pdf = (object: string): Uint8Array => makePdf({ 1: "<</Type/Catalog/OpenAction 2 0 R>>", 2: object }, "none")

/** Readers of PDF. Each reads a file from its bytes to its findings. */
export const pdfReaders: ReadonlyArray<Reader> = [
  documentReader("PDF: bytes", (text) => Buffer.from(`%PDF-1.7\n${text}`, "latin1"), [
    "1 0 obj ",
    "1 0 obj<<",
    "endobj ",
    "stream\n",
    "trailer<<",
    "xref\n0 1\n",
    "startxref 0 ",
    "%%EOF\n"
  ]),
  documentReader("PDF: object stream", (text) => pdf(stream(text, "/N 65536/First 4")), ["1 0 ", "1 2 ", "+1 ", "<<"]),
  documentReader(
    "PDF: cross-reference table",
    (text) => {
      const objects = "%PDF-1.7\n1 0 obj<<>>endobj 1 0 obj<<>>endobj\n"
      return Buffer.from(`${objects}xref\n${text}\ntrailer<<>>startxref\n${objects.length}\n`, "latin1")
    },
    ["0 1\n0000000009 00000 n \n", "0 9999999 ", "%\n", "trailer<</Prev 9>>", "1 2 "]
  ),
  documentReader(
    "PDF: chain of cross-reference tables",
    (text) => Buffer.from(`%PDF-1.7\n1 0 obj<<>>endobj\n${text}\nstartxref\n30\n`, "latin1"),
    ["xref trailer<</Prev 30>>", "xref\n0 1\n0000000009 00000 n \ntrailer<</Prev 30/XRefStm 30>>\n", "startxref\n30\n"]
  ),
  documentReader("PDF: object", (text) => pdf(text), ["<</A ", "[1 0 R ", "/A#41", "(a", "<41", "9 0 R "]),
  documentReader(
    "PDF: link",
    (text) => pdf(`<</Type/Annot/Subtype/Link/A<</S/URI/URI(${escapePdfString(text)})>>>>`),
    linkPumps
  ),
  documentReader("PDF: script", (text) => pdf(`<</S/JavaScript/JS(${escapePdfString(text)})>>`), scriptPumps),
  documentReader("PDF: program", (text) => pdf(`<</S/Launch/F(${escapePdfString(text)})>>`), [
    "cmd.exe /c ",
    "..\\",
    "powershell -e "
  ]),
  documentReader(
    "PDF: hexadecimal string",
    (text) => pdf(`<</S/JavaScript/JS<${hexOf(Buffer.from(text))}>>>`),
    scriptPumps
  ),
  documentReader("PDF: text of a page", (text) => onePage({ content: `BT/F 9 Tf(${escapePdfString(text)})Tj ET` }), [
    "Click here http://a ",
    "sign in to view "
  ]),
  documentReader("PDF: contents of a page", (text) => onePage({ content: text }), [
    "BT ",
    "q ",
    "[(a)-1",
    "1 0 0 1 0 0 cm ",
    "BI ID ",
    "/F 1 Tf "
  ]),
  documentReader(
    "PDF: metadata",
    (text) =>
      makePdf(
        { 1: "<</Type/Catalog/Metadata 2 0 R>>", 2: stream(`<!DOCTYPE ${text}`, "/Type/Metadata/Subtype/XML") },
        "none"
      ),
    [
      "<!DOCTYPE ",
      "<!ENTITY a ",
      "<!ENTITYSYSTEM "
    ]
  ),
  documentReader(
    "PDF: form",
    (text) => makePdf({ 1: "<</Type/Catalog/AcroForm<</XFA 2 0 R>>>>", 2: stream(`<xdp:xdp>${text}`) }, "none"),
    [
      "<script>",
      "<script contentType=\"a",
      "<event activity='",
      "<![CDATA[a]]>",
      "<submit target=\"",
      "&#65;"
    ]
  ),
  documentReader(
    "PDF: names in streams",
    (text) => makePdf({ 1: "<</Type/Catalog>>", 2: stream(text, `/Filter[/ASCIIHexDecode/ASCII85Decode]`) }, "none")
  ),
  documentReader(
    "PDF: behind its end",
    (text) => Buffer.concat([makePdf({ 1: "<</Type/Catalog>>" }, "none"), Buffer.from(text)]),
    ["%%EOF\n", "%PDF-", "PK\x03\x04"]
  ),
  documentReader("FDF: data", (text) => makeFdf(text), [
    "/Fields[<</V(a)",
    "/JavaScript<</Doc[(a)(b)",
    "/F(a)/Name/a",
    "/FDF<<",
    "/Differences 1 0 R"
  ]),
  documentReader("FDF: script", (text) => makeFdf(`/JavaScript<</After(${escapePdfString(text)})>>`), scriptPumps),
  documentReader(
    "PDF: before its beginning",
    (text) => Buffer.concat([Buffer.from(text.slice(0, 1_000)), makePdf({ 1: "<</Type/Catalog>>" }, "none")]),
    ["\nFrom"]
  )
]
