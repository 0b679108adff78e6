import { textCharsMax } from "../../../../core/documents/facts/Fact.ts"
import { readCountedWideText } from "../../excel/biff/BiffStrings.ts"
import {
  readXlsbExternalLink,
  readXlsbMacroSheet,
  readXlsbWorkbook,
  readXlsbWorksheet,
  type XlsbSheet
} from "../../excel/XlsbParts.ts"
import { xlsbRecords, xlsbRecordTypes } from "../../excel/XlsbRecords.ts"
import type { Findings } from "../../reading/Findings.ts"
import { normalizeZipName } from "../../zip/ZipRecords.ts"
import { isMacroSheet, isMainPart, type OoxmlPackage, type Part } from "../package/OoxmlPackage.ts"
import { TextBuffer } from "../package/PartCollector.ts"

/** Reads the parts of a workbook that consist of binary records (MS-XLSB). */
export class BinaryWorkbook {
  private readonly sheets = new Map<string, XlsbSheet>()
  private readonly ooxml: OoxmlPackage
  private readonly findings: Findings

  constructor(ooxml: OoxmlPackage, findings: Findings) {
    this.ooxml = ooxml
    this.findings = findings
  }

  /** Reads a part that is not XML and returns its text. The workbook part must be read first. */
  read(part: Part, bytes: Uint8Array): string {
    const { contentType, name, relations } = part
    if (isMainPart(part) && (contentType.includes("ms-excel") || contentType === "")) {
      const sheets = new Map(readXlsbWorkbook(bytes, name, this.findings).map((sheet) => [sheet.relationshipId, sheet]))
      for (const { id, part: key } of this.ooxml.relationshipsOf(name)) {
        const sheet = sheets.get(id)
        if (sheet !== undefined && key !== "") this.sheets.set(key, sheet)
      }
    } else if (isMacroSheet(part)) {
      const sheet = this.sheets.get(normalizeZipName(name))
      readXlsbMacroSheet(bytes, sheet?.name ?? "", sheet?.visibility ?? "visible", name, this.findings, sheet?.names)
    } else if (isWorksheet(part)) {
      return readXlsbWorksheet(bytes, name, this.findings, this.sheets.get(normalizeZipName(name))?.names)
    } else if (relations.has("externallink") || contentType.includes("externallink")) {
      readXlsbExternalLink(bytes, name, this.findings)
    } else if (relations.has("sharedstrings") || contentType.includes("ms-excel.sharedstrings")) {
      return sharedText(bytes)
    }
    return ""
  }
}

/** Reports whether a part is a worksheet, dialog sheet or chart sheet (MS-XLSB 2.1.7). */
const isWorksheet = ({ contentType, relations }: Part): boolean =>
  ["worksheet", "dialogsheet", "chartsheet"].some((kind) =>
    relations.has(kind) || contentType === `application/vnd.ms-excel.${kind}`
  )

/**
 * Returns the shared strings, one per line. Each record (BrtSSTItem, MS-XLSB 2.4.736) has flags, text, and optional
 * phonetic data.
 */
const sharedText = (bytes: Uint8Array): string => {
  const buffer = new TextBuffer(textCharsMax)
  for (const { body, type } of xlsbRecords(bytes, () => {})) {
    const string = type === xlsbRecordTypes.sharedString ? readCountedWideText(body, 1) : null
    if (string !== null) buffer.add(`${string.text}\n`)
    if (buffer.isFull) break
  }
  return buffer.toString().trim()
}
