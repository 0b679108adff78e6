import { type Finding, makeFinding } from "../../core/documents/reasons/Finding.ts"
import { sourceLabel } from "../../core/threats/SourceLabel.ts"
import type { Random } from "./Random.ts"
import { companyHosts } from "./Words.ts"

export type SeedFileType = "pdf" | "docx" | "docm" | "doc" | "xlsx" | "xlsm" | "pptx" | "rtf"

/** Risk of a document's content, from harmless to dangerous. */
export type SeedContent = "clean" | "trifles" | "odd" | "hostile"

type OfficeType = Exclude<SeedFileType, "pdf" | "rtf">

interface OfficeParts {
  /** Part that contains the references in a file of this type. */
  readonly references: string
  /** Part that contains the encryption settings in a file of this type. */
  readonly encryption: string
  /** Location and names of macros; null if files of this type cannot contain macros. */
  readonly macros: { readonly where: string; readonly modules: string; readonly start: string } | null
}

const wordParts = { references: "word/_rels/document.xml.rels", encryption: "EncryptionInfo" } as const
const sheetParts = { references: "xl/worksheets/_rels/sheet1.xml.rels", encryption: "EncryptionInfo" } as const
const wordModules = { modules: "ThisDocument, Module1", start: "AutoOpen" } as const

const officeParts: Readonly<Record<OfficeType, OfficeParts>> = {
  docx: { ...wordParts, macros: null },
  docm: { ...wordParts, macros: { where: "word/vbaProject.bin", ...wordModules } },
  doc: { references: "WordDocument", encryption: "WordDocument", macros: { where: "Macros/VBA", ...wordModules } },
  xlsx: { ...sheetParts, macros: null },
  xlsm: {
    ...sheetParts,
    macros: { where: "xl/vbaProject.bin", modules: "ThisWorkbook, Module1", start: "Workbook_Open" }
  },
  pptx: { references: "ppt/slides/_rels/slide1.xml.rels", encryption: "EncryptionInfo", macros: null }
}

/** Creates findings for a document, limited to those that its file type can have. */
export const makeFindings = (
  random: Random,
  content: SeedContent,
  type: SeedFileType,
  hostileHost: string
): ReadonlyArray<Finding> => {
  if (content === "clean") return []
  if (type === "pdf") return inPdf(random, content, hostileHost)
  return type === "rtf"
    ? inRtf(random, content, hostileHost)
    : inOffice(random, content, officeParts[type], hostileHost)
}

type Found = Exclude<SeedContent, "clean">

const inPdf = (random: Random, content: Found, host: string): ReadonlyArray<Finding> => {
  const object = () => `object ${random.integer(3, 400)}`
  const trifles = [
    makeFinding("JAVASCRIPT", "formatting", [], object()),
    makeFinding("FORM_SUBMIT", "send", [`https://${random.one(companyHosts)}/form`], object()),
    makeFinding("QR_LINK", "code", [`https://${random.one(companyHosts)}/`], `page ${random.integer(1, 5)}`)
  ]
  if (content === "trifles") return random.some(trifles, 2)
  if (content === "odd") {
    return [makeFinding("LAUNCH_ACTION", "otherFile", ["notes.dat"], object()), random.one(trifles)]
  }
  return [
    makeFinding("LAUNCH_ACTION", "automatic", ["cmd.exe"], object()),
    listed(host),
    makeFinding("SOCIAL_LURE", "request", [host], "page 1"),
    makeFinding("JAVASCRIPT", "dangerousAutomatic", ["calls app.launchURL"], object())
  ].slice(0, random.integer(2, 4))
}

const inRtf = (random: Random, content: Found, host: string): ReadonlyArray<Finding> => {
  const picture = makeFinding("REMOTE_CONTENT", "contents", [`https://${random.one(companyHosts)}/`], "field")
  if (content === "trifles") return [picture]
  if (content === "odd") return [makeFinding("OLE_PACKAGE", "file", ["notes.bat"], "object 1")]
  return [
    makeFinding("REMOTE_TEMPLATE", "remote", [`https://${host}/t.dotm`], "template"),
    listed(host)
  ]
}

const inOffice = (
  random: Random,
  content: Found,
  { encryption, macros, references }: OfficeParts,
  host: string
): ReadonlyArray<Finding> => {
  const trifles = [
    makeFinding("CREDENTIAL_LEAK_PATH", "link", ["\\\\fileserver\\share"], references),
    makeFinding("REMOTE_CONTENT", "contents", [`https://${random.one(companyHosts)}/`], references)
  ]
  if (content === "trifles") return random.some(trifles, 2)
  if (content === "odd") return [makeFinding("ENCRYPTED", "unknownPassword", [], encryption)]
  if (macros === null) {
    return [makeFinding("REMOTE_OBJECT", "web", ["An object", `https://${host}/o`], references), listed(host)]
  }
  const { modules, start, where } = macros
  return [
    makeFinding("MACRO_PRESENT", "vba", [modules], where),
    makeFinding("MACRO_AUTORUN", "procedure", [start], where),
    makeFinding("MACRO_SUSPICIOUS", "acting", [start, "Shell"], where),
    listed(host)
  ].slice(0, random.integer(3, 4))
}

const listed = (host: string): Finding =>
  makeFinding("MALICIOUS_URL", "listed", [sourceLabel("blocklist"), `https://${host}/verify`], `${host}/verify`)
