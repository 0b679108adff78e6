import { textCharsMax } from "../../../../core/documents/facts/Fact.ts"
import { makeWorkbook } from "../excel/MakeWorkbook.ts"
import { makeCompoundFile } from "../ole/MakeCompoundFile.ts"
import { field, makeDoc } from "../ole/MakeDoc.ts"
import { mainTypes, makeOoxml, paragraph, run, workbook } from "../ooxml/MakeOoxml.ts"
import { rtf } from "../rtf/MakeRtf.ts"
import { type ReasonCase, reasonCase as of } from "./Case.ts"
import {
  activeX,
  browserControl,
  calm,
  chaos,
  customization,
  customUi,
  encrypted,
  equation,
  instruction,
  longText,
  macros,
  macroSheet,
  nothing,
  odfZip,
  olePackage,
  packageHex,
  related,
  starting,
  tampered,
  webExtension,
  withPart,
  word
} from "./OfficeParts.ts"

/** Returns an invitation to a calendar, whose address Outlook opens. */
const sharing = (address: string): Uint8Array =>
  Buffer.from(`From: a@example.com\r\nTo: b@example.com\r\nX-Sharing-Config-Url: ${address}\r\n\r\nHi`)

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
  of("CREDENTIAL_LEAK_PATH", 20, sharing("\\\\a.example\\b.ics"), sharing("\\\\server\\b.ics")),
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
    8,
    activeX(
      "<ax:ocx xmlns:ax=\"http://schemas.microsoft.com/office/2006/activeX\" ax:classid=\"{5512D11C-5CC6-11CF-8D67-00AA00BDCE1D}\"/>"
    ),
    word(paragraph(run("activeX")))
  ),
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
    "ACTIVEX_CONTROL",
    35,
    activeX(browserControl("https://evil.example/login")),
    activeX(browserControl("http://intranet/start"))
  ),
  of(
    "ADDIN_LOADER",
    35,
    customization("https://evil.example/a.vsto|1f3c1f0a-0000-4000-8000-000000000000"),
    customization("file:///C:/Program%20Files/Acme/a.vsto|vstolocal")
  ),
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

/** Builds a document in which packages are nested `levels` deep. */
function deep(levels: number): Uint8Array {
  return levels === 0
    ? nothing
    : withPart("embeddings/a.docx", deep(levels - 1), { type: "package" })
}
