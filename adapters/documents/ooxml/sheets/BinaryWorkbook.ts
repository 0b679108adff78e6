import { textCharsMax } from "../../../../core/documents/facts/Fact.ts"
import { countedWideText } from "../../excel/biff/BiffStrings.ts"
import {
  readXlsbExternalLink,
  readXlsbMacroSheet,
  readXlsbWorkbook,
  readXlsbWorksheet,
  type XlsbSheet
} from "../../excel/XlsbParts.ts"
import { xlsbRecord, xlsbRecords } from "../../excel/XlsbRecords.ts"
import type { Findings } from "../../reading/Findings.ts"
import { zipKey } from "../../zip/ZipRecords.ts"
import { isMacroSheet, isMain, type OoxmlPackage, type Part } from "../package/OoxmlPackage.ts"
import { TextBuffer } from "../package/PartCollector.ts"

/** Parts of a workbook that is written in binary records (MS-XLSB). */
export class BinaryWorkbook {
  private readonly sheets = new Map<string, XlsbSheet>()
  private readonly ooxml: OoxmlPackage
  private readonly findings: Findings

  constructor(ooxml: OoxmlPackage, findings: Findings) {
    this.ooxml = ooxml
    this.findings = findings
  }

  /** Reads a part that is no XML, and answers with its text. The workbook itself is to come first. */
  read(part: Part, bytes: Uint8Array): string {
    const { contentType, name, relations } = part
    if (isMain(part) && (contentType.includes("ms-excel") || contentType === "")) {
      const sheets = new Map(readXlsbWorkbook(bytes, name, this.findings).map((sheet) => [sheet.relationshipId, sheet]))
      for (const { id, part: key } of this.ooxml.relationshipsOf(name)) {
        const sheet = sheets.get(id)
        if (sheet !== undefined && key !== "") this.sheets.set(key, sheet)
      }
    } else if (isMacroSheet(part)) {
      const sheet = this.sheets.get(zipKey(name))
      readXlsbMacroSheet(bytes, sheet?.name ?? "", sheet?.visibility ?? "visible", name, this.findings, sheet?.names)
    } else if (isWorksheet(part)) {
      return readXlsbWorksheet(bytes, name, this.findings, this.sheets.get(zipKey(name))?.names)
    } else if (relations.has("externallink") || contentType.includes("externallink")) {
      readXlsbExternalLink(bytes, name, this.findings)
    } else if (relations.has("sharedstrings") || contentType.includes("ms-excel.sharedstrings")) {
      return sharedText(bytes)
    }
    return ""
  }
}

/** With what is no table: sheets of dialogs and of charts (MS-XLSB 2.1.7). */
const isWorksheet = ({ contentType, relations }: Part): boolean =>
  ["worksheet", "dialogsheet", "chartsheet"].some((kind) =>
    relations.has(kind) || contentType === `application/vnd.ms-excel.${kind}`
  )

/** BrtSSTItem (MS-XLSB 2.4.736): flags, and a text; how it is pronounced comes behind. */
const sharedText = (bytes: Uint8Array): string => {
  const buffer = new TextBuffer(textCharsMax)
  for (const { body, type } of xlsbRecords(bytes, () => {})) {
    const string = type === xlsbRecord.sharedString ? countedWideText(body, 1) : null
    if (string !== null) buffer.add(`${string.text}\n`)
    if (buffer.isFull) break
  }
  return buffer.toString().trim()
}
