import { textCharsMax } from "../../../core/documents/facts/Fact.ts"
import { type Findings, truncateFactText } from "../reading/Findings.ts"
import { int16, uint16, uint32 } from "../reading/Numbers.ts"
import { type BiffCursor, biffRecordTypes, type ContinuedRecord } from "./biff/BiffRecords.ts"
import { readFlaggedText, readLongText, readNarrowText, readShortText, readWideText } from "./biff/BiffStrings.ts"
import { type DefinedName, readDefinedName } from "./DefinedNames.ts"
import { hyperlinksIn, isRevealingText, mayContainHyperlink, readStoredFormula } from "./formulas/CellFormulas.ts"
import type { Biff } from "./formulas/CellReferences.ts"
import { decodeFormula, type FormulaNames } from "./formulas/FormulaText.ts"
import { reportHyperlink } from "./Hyperlinks.ts"
import { type LinkedWorkbook, readExternName, readExternSheetOfBiff5, readSupBook } from "./LinkedWorkbooks.ts"
import { formatSheetPrefix, TextCollector, type Visibility, visibilityOf } from "./Sheets.ts"

/** A sheet listed by a BOUNDSHEET record (MS-XLS 2.4.28). */
export interface ListedSheet {
  readonly name: string
  readonly at: number
  readonly isMacro: boolean
  readonly visibility: Visibility
}

/** Location of one sheet, and the formulas collected from it. */
export interface SheetContext {
  readonly isMacro: boolean
  readonly where: string
  readonly formulas: Array<string>
}

/** Maximum number of sheets, of names and of linked workbooks stored per workbook. */
export const workbookItemsMax = 65_535

/** Maximum total characters of the worksheet formulas that are searched for hyperlinks. */
export const linkFormulaCharsMax = 16_777_216

/** Collects the content of a workbook's records, whatever their order. */
export class WorkbookRecords {
  readonly sheets: Array<ListedSheet> = []
  readonly names: Array<DefinedName> = []
  readonly books: Array<LinkedWorkbook> = []
  readonly text = new TextCollector()
  readonly biff: Biff
  /** Whether the limit on characters of macro sheet formulas was reached. */
  isCutOff = false
  /** Linked workbook and sheet for each reference number in formulas (EXTERNSHEET, MS-XLS 2.4.106). */
  private readonly sheetReferences: Array<{ readonly book: number; readonly sheet: number }> = []
  private readonly findings: Findings
  private formulaChars = 0
  private linkChars = 0

  constructor(biff: Biff, findings: Findings) {
    this.biff = biff
    this.findings = findings
  }

  readonly formulaNames: FormulaNames = {
    name: (index) => this.names[index - 1]?.name ?? `name${index}`,
    externalName: (sheet, index) => this.externalName(sheet, index),
    sheet: (index) => this.sheetText(index)
  }

  /** Reads the record at the cursor and its continuation records. */
  read(cursor: BiffCursor, sheet: SheetContext): void {
    switch (cursor.type) {
      case biffRecordTypes.boundSheet:
        this.boundSheet(cursor.body())
        break
      case biffRecordTypes.name:
      case biffRecordTypes.name3:
        if (this.names.length < workbookItemsMax) this.names.push(readDefinedName(cursor.continued().bytes, this.biff))
        break
      case biffRecordTypes.supBook:
        if (this.books.length < workbookItemsMax) this.books.push(readSupBook(cursor.continued().bytes))
        break
      case biffRecordTypes.externName: {
        const book = this.books.at(-1)
        if (book !== undefined) readExternName(cursor.body(), book, this.biff === 8)
        break
      }
      case biffRecordTypes.externSheet:
        this.externSheet(cursor)
        break
      case biffRecordTypes.hlink:
        reportHyperlink(cursor.continued().bytes, sheet.where, this.findings)
        break
      case biffRecordTypes.sxString:
        this.dataSource(readLongText(cursor.body(), 0, this.biff === 8).text, sheet.where)
        break
      case biffRecordTypes.dataConnection:
        for (const source of dataSourcesIn(cursor.continued().bytes)) this.dataSource(source, sheet.where)
        break
      default:
        this.cell(cursor, sheet)
        break
    }
  }

  formula(tokens: Uint8Array, extra: Uint8Array): string {
    return decodeFormula(tokens, extra, this.biff, this.formulaNames)
  }

  private cell(cursor: BiffCursor, sheet: SheetContext): void {
    const isBiff8 = this.biff === 8
    switch (cursor.type) {
      case biffRecordTypes.formula:
      case biffRecordTypes.formula3:
      case biffRecordTypes.formula4:
      case biffRecordTypes.array:
      case biffRecordTypes.sharedFormula:
        this.cellFormula(cursor, sheet)
        break
      case biffRecordTypes.string:
      case biffRecordTypes.string2: {
        if (!sheet.isMacro) break
        const body = cursor.continued().bytes
        const { text } = cursor.type === biffRecordTypes.string2
          ? readShortText(body, 0, false)
          : readLongText(body, 0, isBiff8)
        if (isRevealingText(text)) this.addFormula(sheet, `"${text.replaceAll("\"", "\"\"")}"`)
        break
      }
      case biffRecordTypes.sst:
        readSharedStrings(cursor.continued(), this.text)
        break
      case biffRecordTypes.label:
      case biffRecordTypes.rString:
        this.text.add(readLongText(cursor.continued().bytes, 6, isBiff8).text)
        break
      case biffRecordTypes.label2:
        this.text.add(readShortText(cursor.body(), 7, false).text)
        break
      case biffRecordTypes.txo:
        this.textBox(cursor)
        break
    }
  }

  private cellFormula(cursor: BiffCursor, sheet: SheetContext): void {
    const { type } = cursor
    const stored = readStoredFormula(type, sheet.isMacro ? cursor.continued().bytes : cursor.body(), this.biff)
    if (stored === null || stored.tokens.length === 0) return
    // The formula is only the token PtgExp, which refers to the separate record of a shared formula or array formula.
    if (stored.tokens[0] === 0x01 && stored.tokens.length <= 5) return
    if (!sheet.isMacro) {
      if (!mayContainHyperlink(stored.tokens) || this.linkChars > linkFormulaCharsMax) return
      const formula = this.formula(stored.tokens, stored.extra)
      this.linkChars += formula.length
      for (const { text, url } of hyperlinksIn(formula)) {
        const shown = text === null ? null : truncateFactText(text)
        this.findings.add({ kind: "link", url: truncateFactText(url), text: shown, from: "field", where: sheet.where })
      }
      return
    }
    if (!this.isCutOff) this.addFormula(sheet, this.formula(stored.tokens, stored.extra))
  }

  private addFormula(sheet: SheetContext, text: string): void {
    const formula = truncateFactText(text)
    this.formulaChars += formula.length
    if (this.formulaChars > textCharsMax) this.isCutOff = true
    else sheet.formulas.push(formula)
  }

  private boundSheet(body: Uint8Array): void {
    if (this.sheets.length >= workbookItemsMax) return
    this.sheets.push({
      at: uint32(body, 0),
      visibility: visibilityOf(body[4] ?? 0),
      isMacro: body[5] === 1,
      name: readShortText(body, 6, this.biff === 8).text
    })
  }

  private externSheet(cursor: BiffCursor): void {
    if (this.biff !== 8) {
      if (this.books.length < workbookItemsMax) this.books.push(readExternSheetOfBiff5(cursor.body()))
      return
    }
    const { bytes } = cursor.continued()
    const count = Math.min(
      uint16(bytes, 0),
      Math.floor((bytes.length - 2) / 6),
      workbookItemsMax - this.sheetReferences.length
    )
    for (let index = 0; index < count; index++) {
      const at = 2 + index * 6
      this.sheetReferences.push({ book: uint16(bytes, at), sheet: int16(bytes, at + 2) })
    }
  }

  private sheetText(index: number): string {
    if (this.biff !== 8) return formatSheetPrefix(this.sheets[index]?.name ?? `sheet${index + 1}`)
    const reference = this.sheetReferences[index]
    if (reference === undefined) return ""
    if (this.books[reference.book]?.kind === "path") return `[${reference.book}]!`
    return reference.sheet < 0
      ? ""
      : formatSheetPrefix(this.sheets[reference.sheet]?.name ?? `sheet${reference.sheet + 1}`)
  }

  /** Resolves an external name. In BIFF5, `sheet` is the index of a linked workbook, counted from 1. */
  private externalName(sheet: number, index: number): string {
    const book = this.books[this.biff === 8 ? this.sheetReferences[sheet]?.book ?? -1 : Math.abs(sheet) - 1]
    if (book?.kind === "self") return this.formulaNames.name(index)
    return book?.names[index - 1] ?? `name${index}`
  }

  /** Reads the text of a text box. The text is in the record after the TXO record (MS-XLS 2.4.329). */
  private textBox(cursor: BiffCursor): void {
    const chars = uint16(cursor.body(), 10)
    const { breaks, bytes } = cursor.continued()
    const from = breaks[0]
    if (chars > 0 && from !== undefined) this.text.add(readFlaggedText(bytes.subarray(0, breaks[1]), from, chars).text)
  }

  private dataSource(text: string, where: string): void {
    const target = text.replace(/^(?:URL|TEXT|FINDER);/i, "")
    if (target === text && !/:\/\/|^\\\\|\b(?:DSN|Provider|Data Source|DRIVER)\s*=/i.test(text)) return
    this.findings.add({ kind: "reference", role: "data", target: truncateFactText(target), where })
  }
}

/** Returns the strings in a data connection that name the data source (DCONN, MS-XLS 2.4.84). */
const dataSourcesIn = (bytes: Uint8Array): ReadonlyArray<string> => {
  const found: Array<string> = []
  for (const label of ["windows-1252", "utf-16le"] as const) {
    for (const from of label === "utf-16le" ? [0, 1] : [0]) {
      const text = new TextDecoder(label).decode(bytes.subarray(from))
      for (const [source] of text.matchAll(/(?:URL;|https?:\/\/|Provider=|DSN=|DRIVER=)[\x20-\x7e]{3,2000}/g)) {
        found.push(source)
      }
    }
  }
  return found
}

/**
 * Reads the shared strings of all cells (SST, MS-XLS 2.4.265). Where a string continues in a CONTINUE record, it has a
 * new flag for the character width (2.5.293, rgb).
 */
const readSharedStrings = ({ breaks, bytes }: ContinuedRecord, text: TextCollector): void => {
  const count = uint32(bytes, 4)
  let at = 8
  let part = 0
  for (let read = 0; read < count && at + 3 <= bytes.length && !text.isFull; read++) {
    let left = uint16(bytes, at)
    let flags = bytes[at + 2] ?? 0
    let runs = 0
    let extension = 0
    at += 3
    if ((flags & 8) !== 0) {
      runs = uint16(bytes, at)
      at += 2
    }
    if ((flags & 4) !== 0) {
      extension = uint32(bytes, at)
      at += 4
    }
    let line = ""
    while (left > 0 && at < bytes.length) {
      while (part < breaks.length && breaks[part]! < at) part++
      const end = breaks[part] ?? bytes.length
      if (at === end) {
        flags = bytes[at] ?? 0
        at++
        part++
        continue
      }
      const isWide = (flags & 1) === 1
      const chars = Math.min(left, isWide ? end - at >> 1 : end - at)
      line += (isWide ? readWideText : readNarrowText)(bytes, at, chars).text
      left -= chars
      // Skips half a character before a record boundary. Only damaged files contain one.
      at = chars === 0 ? end : at + (isWide ? chars * 2 : chars)
    }
    text.add(line)
    at += runs * 4 + extension
  }
}
