import { textCharsMax } from "../../../core/documents/facts/Fact.ts"
import { type Findings, truncateFactText } from "../reading/Findings.ts"
import { int32, uint16, uint32 } from "../reading/Numbers.ts"
import { readCountedWideText } from "./biff/BiffStrings.ts"
import { type DefinedName, reportNames } from "./DefinedNames.ts"
import { hyperlinksIn, mayContainHyperlink } from "./formulas/CellFormulas.ts"
import { decodeFormula, type FormulaNames, unresolvedNames } from "./formulas/FormulaText.ts"
import { formatSheetPrefix, TextCollector, type Visibility, visibilityOf } from "./Sheets.ts"
import { readParsedFormula, readXlsbFormula, type XlsbRecord, xlsbRecords, xlsbRecordTypes } from "./XlsbRecords.ts"

export interface XlsbSheet {
  readonly name: string
  /** ID of the relationship to the sheet's part. */
  readonly relationshipId: string
  readonly visibility: Visibility
  /** Resolves the references in the formulas of this sheet. */
  readonly names: FormulaNames
}

/** Reads `xl/workbook.bin` and returns its sheets. Reports automatic names and names that call macro functions. */
export const readXlsbWorkbook = (bytes: Uint8Array, where: string, findings: Findings): ReadonlyArray<XlsbSheet> => {
  const names = new XlsbNames()
  const sheets: Array<XlsbSheet> = []
  const damaged = damageReporter("workbook", where, findings)
  for (const record of xlsbRecords(bytes, damaged)) {
    if (!names.read(record)) damaged()
    if (record.type !== xlsbRecordTypes.bundleSheet || sheets.length >= xlsbListMax) continue
    // BrtBundleSh (MS-XLSB 2.4.304) contains the state, number, relationship and name of a sheet.
    const relationship = readCountedWideText(record.body, 8)
    const name = relationship === null ? null : readCountedWideText(record.body, relationship.end)
    names.sheetNames.push(name?.text ?? "?")
    if (relationship === null || name === null) {
      damaged()
      continue
    }
    sheets.push({
      name: name.text,
      relationshipId: relationship.text,
      visibility: visibilityOf(uint32(record.body, 0)),
      names: names.formulaNames
    })
  }
  const formula = (tokens: Uint8Array, extra: Uint8Array): string =>
    decodeFormula(tokens, extra, 12, names.formulaNames)
  reportNames(names.names, formula, where, findings)
  return sheets
}

/**
 * Reports a macro sheet part as one `xlm` fact.
 *
 * @param names the sheet's resolver from `readXlsbWorkbook`; by default, formulas contain index numbers instead of
 * names
 */
export const readXlsbMacroSheet = (
  bytes: Uint8Array,
  sheetName: string,
  visibility: Visibility,
  where: string,
  findings: Findings,
  names: FormulaNames = unresolvedNames
): void => {
  const formulas: Array<string> = []
  let chars = 0
  for (const { body, type } of xlsbRecords(bytes, damageReporter("macro sheet", where, findings))) {
    const stored = readXlsbFormula(type, body)
    if (stored === null || stored.tokens.length === 0) continue
    // The formula is only the token PtgExp, which refers to the separate record of a shared formula or array formula.
    if (stored.tokens[0] === 0x01 && stored.tokens.length <= 5) continue
    const formula = truncateFactText(decodeFormula(stored.tokens, stored.extra, 12, names))
    chars += formula.length
    if (chars > textCharsMax) {
      findings.add({ kind: "cut off", limit: "formulas", where })
      break
    }
    formulas.push(formula)
  }
  findings.add({ kind: "xlm", sheet: truncateFactText(sheetName), visibility, formulas, where })
}

/** Link type of a DDE link: `sbt` in BrtBeginSupBook (MS-XLSB 2.4.274). */
const dde = 1

/**
 * Reads an external link part and reports its DDE link. Ignores links to external workbooks and linked objects, whose
 * targets are in the part's relationships.
 */
export const readXlsbExternalLink = (bytes: Uint8Array, where: string, findings: Findings): void => {
  let link: string | null = null
  let item = ""
  const damaged = damageReporter("external link", where, findings)
  for (const { body, type } of xlsbRecords(bytes, damaged)) {
    if (type === xlsbRecordTypes.beginSupBook && uint16(body, 0) === dde) {
      const service = readCountedWideText(body, 2)
      const topic = service === null ? null : readCountedWideText(body, service.end)
      if (service === null || topic === null) damaged()
      link ??= `${service?.text ?? ""}|'${topic?.text ?? ""}'`
    } else if (type === xlsbRecordTypes.supNameStart && item === "") {
      // Removes the prefix of names that look like cell references.
      item = readCountedWideText(body, 0)?.text.replace(/^_xlbgnm\./, "") ?? ""
    }
  }
  if (link !== null) {
    findings.add({ kind: "dde", command: truncateFactText(item === "" ? link : `${link}!${item}`), where })
  }
}

const damageReporter = (what: string, where: string, findings: Findings) => (): void =>
  findings.add({ kind: "damaged", detail: `a record of a binary ${what}`, where })

/** Maximum number of sheets, of names and of links stored per workbook. */
const xlsbListMax = 65_535

/** Resolves the index numbers in the formulas of a `.xlsb` workbook. */
class XlsbNames {
  readonly sheetNames: Array<string> = []
  readonly names: Array<DefinedName> = []
  /** Whether each linked workbook, by its index, is this workbook itself. */
  private readonly isSelf: Array<boolean> = []
  private readonly sheetReferences: Array<{ readonly book: number; readonly sheet: number }> = []

  /** Reads a record with names; ignores all others. Returns false if the record is damaged. */
  read({ body, type }: XlsbRecord): boolean {
    switch (type) {
      case xlsbRecordTypes.name:
        return this.name(body)
      case xlsbRecordTypes.supSelf:
      case xlsbRecordTypes.supSame:
      case xlsbRecordTypes.supBookSource:
      case xlsbRecordTypes.supAddIn:
        if (this.isSelf.length < xlsbListMax) {
          this.isSelf.push(type === xlsbRecordTypes.supSelf || type === xlsbRecordTypes.supSame)
        }
        return true
      case xlsbRecordTypes.externSheet:
        this.externSheet(body)
        return true
      default:
        return true
    }
  }

  readonly formulaNames: FormulaNames = {
    name: (index) => this.names[index - 1]?.name ?? `name${index}`,
    externalName: (sheet, index) =>
      this.isSelf[this.sheetReferences[sheet]?.book ?? -1] === true ? this.formulaNames.name(index) : `name${index}`,
    sheet: (index) => {
      const reference = this.sheetReferences[index]
      if (reference === undefined) return ""
      if (this.isSelf[reference.book] !== true) return `[${reference.book}]!`
      const name = this.sheetNames[reference.sheet]
      return name === undefined ? "" : formatSheetPrefix(name)
    }
  }

  /** Reads BrtName (MS-XLSB 2.4.712), which contains flags, a key, the sheet, the name, and the name's formula. */
  private name(body: Uint8Array): boolean {
    const read = readCountedWideText(body, 9)
    if (read === null) return false
    if (this.names.length < xlsbListMax) {
      const { extra, tokens } = readParsedFormula(body, read.end)
      this.names.push({ name: read.text.replace(/^_xlnm\./, ""), isHidden: ((body[0] ?? 0) & 1) !== 0, tokens, extra })
    }
    return true
  }

  /** Reads BrtExternSheet (MS-XLSB 2.4.671). */
  private externSheet(body: Uint8Array): void {
    const count = Math.min(
      uint32(body, 0),
      Math.floor((body.length - 4) / 12),
      xlsbListMax - this.sheetReferences.length
    )
    for (let index = 0; index < count; index++) {
      const at = 4 + index * 12
      this.sheetReferences.push({ book: uint32(body, at), sheet: int32(body, at + 4) })
    }
  }
}

/** Maximum total characters of a worksheet's formulas that are searched for hyperlinks. */
const xlsbLinkCharsMax = 16_777_216

/** Reads a worksheet part. Reports the hyperlinks in its formulas and returns the text of its cells. */
export const readXlsbWorksheet = (
  bytes: Uint8Array,
  where: string,
  findings: Findings,
  names: FormulaNames = unresolvedNames
): string => {
  const text = new TextCollector()
  let isDamaged = false
  let chars = 0
  for (const { body, type } of xlsbRecords(bytes, () => void (isDamaged = true))) {
    // BrtCellSt (MS-XLSB 2.4.317) contains a cell and its text.
    if (type === xlsbRecordTypes.text) text.add(readCountedWideText(body, 8)?.text ?? "")
    const stored = readXlsbFormula(type, body)
    if (stored === null || !mayContainHyperlink(stored.tokens) || chars > xlsbLinkCharsMax) continue
    const formula = decodeFormula(stored.tokens, stored.extra, 12, names)
    chars += formula.length
    for (const link of hyperlinksIn(formula)) {
      const shown = link.text === null ? null : truncateFactText(link.text)
      findings.add({ kind: "link", url: truncateFactText(link.url), text: shown, from: "field", where })
    }
  }
  if (text.isFull) findings.add({ kind: "cut off", limit: "text", where })
  if (isDamaged) findings.add({ kind: "damaged", detail: "a record of a binary worksheet", where })
  return text.text()
}
