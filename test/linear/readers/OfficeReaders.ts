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
import { nearFields, nearFormulas, nearLinks, ofDocument, xml } from "./OfDocument.ts"
import type { Reader } from "./Reader.ts"

const withSheet = (content: string): Uint8Array =>
  makeOoxml({
    mainName: "xl/workbook.xml",
    mainContent: workbook("<sheets><sheet name=\"A\" sheetId=\"1\" r:id=\"rId9\"/></sheets>"),
    parts: { "xl/worksheets/sheet1.xml": sheet(content) },
    types: { "xl/worksheets/sheet1.xml": "application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml" },
    relationships: { "xl/workbook.xml": [{ id: "rId9", type: "worksheet", target: "worksheets/sheet1.xml" }] }
  })

/** Readers of OOXML and of macros, each from the bytes to the findings. */
export const officeReaders: ReadonlyArray<Reader> = [
  ofDocument("OOXML: XML", (text) => word(text), ["<w:p>", "<w:t>a", "<a xmlns:b=\"", "&#65;", "<?a ", "<!DOCTYPE a["]),
  ofDocument("OOXML: text", (text) => word(`<w:p><w:r><w:t>${xml(text)}</w:t></w:r></w:p>`), [
    "http://a.example ",
    "enable content "
  ]),
  ofDocument("OOXML: field", (text) => instruction(xml(text)), nearFields),
  ofDocument(
    "OOXML: field in pieces",
    (text) =>
      word(
        `<w:p>${
          Array.from(text.slice(0, 2_000), (piece) => `<w:r><w:instrText>${xml(piece)}</w:instrText></w:r>`).join("")
        }</w:p>`
      )
  ),
  ofDocument("OOXML: relationship", (text) => related("hyperlink", xml(text)), nearLinks),
  ofDocument("OOXML: template", (text) => related("attachedTemplate", xml(text)), nearLinks),
  ofDocument("OOXML: relationships", (text) => makeOoxml({ parts: { "word/_rels/footer1.xml.rels": text } }), [
    "<Relationship Id=\"",
    "<Relationship "
  ]),
  ofDocument(
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
  ofDocument("OOXML: names of parts", (text) => makeOoxml({ parts: { [`word/${text}`]: "<a/>" } }), ["../", "_rels/"]),
  ofDocument(
    "OOXML: formula",
    (text) => withSheet(`<sheetData><row r="1"><c r="A1"><f>${xml(text)}</f></c></row></sheetData>`),
    nearFormulas
  ),
  ofDocument("OOXML: macro sheet", (text) => macroSheet(0, [xml(text)]), nearFormulas),
  ofDocument(
    "OOXML: defined name",
    (text) =>
      makeOoxml({
        mainName: "xl/workbook.xml",
        mainContent: workbook(`<definedNames><definedName name="Auto_Open">${xml(text)}</definedName></definedNames>`)
      }),
    nearFormulas
  ),
  ofDocument("OOXML: ribbon", (text) => customUi(` onLoad="${xml(text)}"`)),
  ofDocument(
    "OOXML: chunk of HTML",
    (text) => withPart("chunk.html", `<html>${text}`, { type: "aFChunk" }, "text/html"),
    ["<script ", "<a href='", " onload =", "<!--"]
  ),
  ofDocument(
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
