import { encryptStandard } from "../office-crypto/EncryptPackage.ts"
import { makeCompoundFile } from "../ole/MakeCompoundFile.ts"
import { makeDoc } from "../ole/MakeDoc.ts"
import { makeEquation, makePackage } from "../ole/MakeObjects.ts"
import { type MadeRelationship, mainTypes, makeOoxml, wordDocument, workbook } from "../ooxml/MakeOoxml.ts"
import { embedded, hexOf, objectOf, rtf } from "../rtf/MakeRtf.ts"
import { makeVba } from "../vba/MakeVba.ts"
import { makeZip } from "../zip/MakeZip.ts"

const main = "word/document.xml"

export const related = (type: string, target: string, mode: "External" | "Internal" = "External"): Uint8Array =>
  makeOoxml({ relationships: { [main]: [{ id: "rId9", type, target, mode }] } })

export const word = (body: string): Uint8Array => makeOoxml({ mainContent: wordDocument(body) })

export const withPart = (
  name: string,
  content: string | Uint8Array,
  relationship: Omit<MadeRelationship, "id" | "target">,
  type?: string
): Uint8Array =>
  makeOoxml({
    parts: { [`word/${name}`]: content },
    ...(type === undefined ? {} : { types: { [`word/${name}`]: type } }),
    relationships: { [main]: [{ id: "rId9", target: name, ...relationship }] }
  })

export const webExtension = (reference: string): Uint8Array =>
  withPart(
    "webextensions/webextension1.xml",
    `<we:webextension xmlns:we="urn:we">${reference}</we:webextension>`,
    { type: "http://schemas.microsoft.com/office/2011/relationships/webextension" },
    "application/vnd.ms-office.webextension+xml"
  )

const vbaRelationship = { type: "http://schemas.microsoft.com/office/2006/relationships/vbaProject" }

export const macros = (source: string, mainType: string = mainTypes.docm, options = {}): Uint8Array =>
  makeOoxml({
    main: mainType,
    parts: { "word/vbaProject.bin": makeVba([{ name: "M", source: source.replaceAll("\n", "\r\n") }], options) },
    relationships: { [main]: [{ id: "rId9", target: "vbaProject.bin", ...vbaRelationship }] }
  })

export const calm = "Sub A()\nBeep\nEnd Sub\n"
export const starting = (call: string) => `Sub AutoOpen()\n${call}\nEnd Sub\n`
export const chaos = Array.from(
  { length: 60 },
  (_, at) => `q${at} = Chr(${65 + at % 20} Xor 3) & Chr(${70 + at % 9} Xor 7) & StrReverse("zyx${at}")`
).join("\n")

export const macroSheet = (state: number, formulas: ReadonlyArray<string>): Uint8Array => {
  const relationship = "http://schemas.microsoft.com/office/2006/relationships/xlMacrosheet"
  const visibility = ["", " state=\"hidden\"", " state=\"veryHidden\""][state]!
  return makeOoxml({
    main: mainTypes.xlsm,
    mainName: "xl/workbook.xml",
    mainContent: workbook(`<sheets><sheet name="M" sheetId="1" r:id="rId9"${visibility}/></sheets>`),
    parts: {
      "xl/macrosheets/sheet1.xml":
        `<xm:macrosheet xmlns:xm="http://schemas.microsoft.com/office/excel/2006/main" xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData><row r="1">${
          formulas.map((text, at) => `<c r="A${at + 1}"><f>${text}</f></c>`).join("")
        }</row></sheetData></xm:macrosheet>`
    },
    types: { "xl/macrosheets/sheet1.xml": "application/vnd.ms-excel.macrosheet+xml" },
    relationships: { "xl/workbook.xml": [{ id: "rId9", type: relationship, target: "macrosheets/sheet1.xml" }] }
  })
}

export const instruction = (text: string): Uint8Array =>
  word(`<w:p><w:fldSimple w:instr="${text.replaceAll("\"", "&quot;")}"/></w:p>`)

export const olePackage = (name: string, bytes: string): Uint8Array =>
  makeCompoundFile({
    ...makeDoc({}),
    "ObjectPool/_1/\x01Ole10Native": makePackage({ label: name, fileName: name, bytes })
  })

export const equation = (words: string): Uint8Array =>
  rtf(objectOf(embedded("Equation.3", makeCompoundFile({ "Equation Native": makeEquation() })), "Equation.3", words))

export const customUi = (onLoad: string): Uint8Array =>
  makeOoxml({
    parts: {
      "customUI/customUI.xml": `<customUI xmlns="http://schemas.microsoft.com/office/2006/01/customui"${onLoad}/>`
    },
    relationships: {
      "": [{
        id: "rId9",
        type: "http://schemas.microsoft.com/office/2006/relationships/ui/extensibility",
        target: "customUI/customUI.xml"
      }]
    }
  })

export const activeX = (xml: string): Uint8Array =>
  withPart("activeX/activeX1.xml", xml, { type: "control" }, "application/vnd.ms-office.activeX+xml")

/** Builds a control of Internet Explorer that shows a page. */
export const browserControl = (address: string): string =>
  "<ax:ocx xmlns:ax=\"http://schemas.microsoft.com/office/2006/activeX\" ax:classid=\"{8856F961-340A-11D0-A96B-00C04FD705A2}\">" +
  `<ax:ocxPr ax:name="Location" ax:value="${address}"/></ax:ocx>`

/** Builds a document with an Office customization (VSTO). */
export const customization = (location: string): Uint8Array =>
  makeOoxml({
    parts: {
      "docProps/custom.xml":
        `<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/custom-properties" xmlns:vt="http://schemas.openxmlformats.org/officeDocument/2006/docPropsVTypes"><property name="_AssemblyLocation"><vt:lpwstr>${location}</vt:lpwstr></property></Properties>`
    }
  })

export const packageHex = hexOf(embedded("Package", Buffer.from("abcd")))

export const tampered = makeZip([
  { name: "[Content_Types].xml", content: "<Types/>" },
  { name: "word/document.xml", localName: "word/b.xml", content: "<a/>" }
])

export const encrypted = (content: Uint8Array, password: string) => encryptStandard(content, password, 128)

export const nothing = makeOoxml({})
export const odfZip = (more: ReadonlyArray<{ readonly name: string; readonly content: string }>, body = "") =>
  makeZip([
    { name: "mimetype", content: "application/vnd.oasis.opendocument.text", isStored: true },
    {
      name: "content.xml",
      content:
        `<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0">${body}</office:document-content>`
    },
    ...more
  ])

export const longText = (chars: number): Uint8Array =>
  odfZip(
    [],
    `<office:body><text:p xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0">${
      "many words ".repeat(Math.ceil(chars / 11))
    }</text:p></office:body>`
  )
