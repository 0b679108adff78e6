import { makeOoxml, sheet, wordDocument, workbook } from "../../adapters/documents/ooxml/MakeOoxml.ts"
import {
  customUi,
  instruction,
  macroSheet,
  related,
  withPart,
  word
} from "../../adapters/documents/reasons/OfficeParts.ts"
import { makeZip } from "../../adapters/documents/zip/MakeZip.ts"
import { documentReader, escapeXml, fieldPumps, formulaPumps, linkPumps } from "./DocumentReader.ts"
import type { Reader } from "./Reader.ts"

const withSheet = (content: string): Uint8Array =>
  makeOoxml({
    mainName: "xl/workbook.xml",
    mainContent: workbook("<sheets><sheet name=\"A\" sheetId=\"1\" r:id=\"rId9\"/></sheets>"),
    parts: { "xl/worksheets/sheet1.xml": sheet(content) },
    types: { "xl/worksheets/sheet1.xml": "application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml" },
    relationships: { "xl/workbook.xml": [{ id: "rId9", type: "worksheet", target: "worksheets/sheet1.xml" }] }
  })

/** Readers of OOXML and of macros. Each reads a file from its bytes to its findings. */
export const officeReaders: ReadonlyArray<Reader> = [
  documentReader("OOXML: XML", (text) => word(text), [
    "<w:p>",
    "<w:t>a",
    "<a xmlns:b=\"",
    "&#65;",
    "<?a ",
    "<!DOCTYPE a["
  ]),
  documentReader("OOXML: text", (text) => word(`<w:p><w:r><w:t>${escapeXml(text)}</w:t></w:r></w:p>`), [
    "http://a.example ",
    "enable content "
  ]),
  documentReader("OOXML: field", (text) => instruction(escapeXml(text)), fieldPumps),
  documentReader(
    "OOXML: field in pieces",
    (text) =>
      word(
        `<w:p>${
          Array.from(text.slice(0, 2_000), (piece) => `<w:r><w:instrText>${escapeXml(piece)}</w:instrText></w:r>`).join(
            ""
          )
        }</w:p>`
      )
  ),
  documentReader("OOXML: relationship", (text) => related("hyperlink", escapeXml(text)), linkPumps),
  documentReader("OOXML: template", (text) => related("attachedTemplate", escapeXml(text)), linkPumps),
  documentReader("OOXML: relationships", (text) => makeOoxml({ parts: { "word/_rels/footer1.xml.rels": text } }), [
    "<Relationship Id=\"",
    "<Relationship "
  ]),
  documentReader(
    "OOXML: content types",
    (text) =>
      makeZip([{ name: "[Content_Types].xml", content: `<Types>${text}` }, {
        name: "word/document.xml",
        content: wordDocument("")
      }]),
    [
      "<Override PartName=\"/a",
      "<Default "
    ]
  ),
  documentReader("OOXML: names of parts", (text) => makeOoxml({ parts: { [`word/${text}`]: "<a/>" } }), [
    "../",
    "_rels/"
  ]),
  documentReader(
    "OOXML: formula",
    (text) => withSheet(`<sheetData><row r="1"><c r="A1"><f>${escapeXml(text)}</f></c></row></sheetData>`),
    formulaPumps
  ),
  documentReader("OOXML: macro sheet", (text) => macroSheet(0, [escapeXml(text)]), formulaPumps),
  documentReader(
    "OOXML: defined name",
    (text) =>
      makeOoxml({
        mainName: "xl/workbook.xml",
        mainContent: workbook(
          `<definedNames><definedName name="Auto_Open">${escapeXml(text)}</definedName></definedNames>`
        )
      }),
    formulaPumps
  ),
  documentReader("OOXML: ribbon", (text) => customUi(` onLoad="${escapeXml(text)}"`)),
  documentReader(
    "OOXML: chunk of HTML",
    (text) => withPart("chunk.html", `<html>${text}`, { type: "aFChunk" }, "text/html"),
    ["<script ", "<a href='", " onload =", "<!--"]
  ),
  documentReader(
    "VML",
    (text) =>
      withPart(
        "vmlDrawing1.vml",
        `<xml>${text}`,
        { type: "vmlDrawing" },
        "application/vnd.openxmlformats-officedocument.vmlDrawing"
      ),
    [
      "<v:shape ",
      "<br>",
      "<v:imagedata src='"
    ]
  )
]
