import { readXlsbExternalLink, readXlsbMacroSheet, readXlsbWorkbook, type XlsbSheet } from "../excel/XlsbParts.ts"
import type { Findings } from "../Findings.ts"
import { zipKey } from "../zip/ZipEntry.ts"
import { isMacroSheet, isMain, type OoxmlPackage, type Part } from "./OoxmlPackage.ts"

/** Parts of a workbook that is written in binary records (MS-XLSB). */
export class BinaryWorkbook {
  private readonly sheets = new Map<string, XlsbSheet>()
  private readonly ooxml: OoxmlPackage
  private readonly findings: Findings

  constructor(ooxml: OoxmlPackage, findings: Findings) {
    this.ooxml = ooxml
    this.findings = findings
  }

  /** Reads a part that is no XML. The workbook itself is to come first. */
  read(part: Part, bytes: Uint8Array): void {
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
    } else if (relations.has("externallink") || contentType.includes("externallink")) {
      readXlsbExternalLink(bytes, name, this.findings)
    }
  }
}
