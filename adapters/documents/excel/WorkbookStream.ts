import { excelDefaultPassword } from "../office-crypto/Passwords.ts"
import type { Budget } from "../reading/Budget.ts"
import { type Findings, truncateFactText } from "../reading/Findings.ts"
import { uint16 } from "../reading/Numbers.ts"
import { BiffCursor, biffRecordTypes, isBof } from "./biff/BiffRecords.ts"
import { readFilepassCipher, type RecordCipher } from "./biff/Filepass.ts"
import { reportNames } from "./DefinedNames.ts"
import type { Biff } from "./formulas/CellReferences.ts"
import { reportLinkedWorkbooks } from "./LinkedWorkbooks.ts"
import type { Visibility } from "./Sheets.ts"
import { type SheetContext, WorkbookRecords } from "./WorkbookRecords.ts"

/** Maximum nesting of sheets, for example of embedded charts. */
export const sheetNestingMax = 16

/** Maximum macro sheets reported separately. Formulas of further macro sheets are added to the last one reported. */
export const macroSheetsMax = 256

/** Type of a macro sheet's substream in a BOF record (MS-XLS 2.4.21, dt). */
const macroSheet = 0x40

/**
 * Reads the `Workbook` or `Book` stream of an old Excel file. Reports macro sheets, automatic names, links and text. A
 * file of Excel 2 to 4 consists only of this stream. Sources: MS-XLS 2.1.4; for earlier versions, OpenOffice's
 * documentation of the Excel format.
 */
export const readWorkbookStream = (bytes: Uint8Array, where: string, budget: Budget, findings: Findings): void =>
  readWorkbookWithPassword(excelDefaultPassword, bytes, where, budget, findings)

/** Reads a stream in the same way as `readWorkbookStream`, but tries the given password. */
export const readWorkbookWithPassword = (
  password: string,
  bytes: Uint8Array,
  where: string,
  budget: Budget,
  findings: Findings
): void => {
  const biff = versionOf(bytes)
  if (biff === null) {
    findings.add({ kind: "damaged", detail: "a workbook without its header", where })
    return
  }
  const protection = findFilepass(bytes)
  let cipher: RecordCipher | null = null
  if (protection !== null) {
    cipher = readFilepassCipher(protection, bytes, biff === 8, password)
    findings.add({ kind: "encrypted", opened: cipher === null ? null : "default password", where })
    if (cipher === null) {
      reportLockedMacros(bytes, where, findings)
      return
    }
  }
  new WorkbookReader(bytes, where, biff, cipher, budget, findings).read()
}

/** Returns the version stated by the first record; null if that record does not start a workbook. */
const versionOf = (bytes: Uint8Array): Biff | null => {
  switch (uint16(bytes, 0)) {
    case biffRecordTypes.bof:
      return uint16(bytes, 4) >= 0x600 ? 8 : 5
    case biffRecordTypes.bof4:
      return 4
    case biffRecordTypes.bof3:
      return 3
    case biffRecordTypes.bof2:
      return 2
    default:
      return null
  }
}

/** Returns the content of the FILEPASS record, which is among the first records; null if there is none. */
const findFilepass = (bytes: Uint8Array): Uint8Array | null => {
  const cursor = new BiffCursor(bytes, 0, null)
  while (cursor.next() && cursor.type !== biffRecordTypes.eof) {
    if (cursor.type === biffRecordTypes.filepass) return cursor.body()
  }
  return null
}

/** Reports a macro sheet in an encrypted workbook. The BOF record, which states the kind of a sheet, is readable. */
const reportLockedMacros = (bytes: Uint8Array, where: string, findings: Findings): void => {
  const cursor = new BiffCursor(bytes, 0, null)
  while (cursor.next()) {
    if (!isBof(cursor.type) || uint16(bytes, cursor.start + 2) !== macroSheet) continue
    findings.add({ kind: "xlm", sheet: "", visibility: "visible", formulas: [], where: `${where}, locked macro sheet` })
    return
  }
}

interface MacroSheet {
  readonly sheet: string
  readonly visibility: Visibility
  readonly context: SheetContext
}

class WorkbookReader {
  private readonly records: WorkbookRecords
  private readonly macros: Array<MacroSheet> = []
  /** Offsets of the sheets that were read. */
  private readonly startedOffsets = new Set<number>()
  private readonly bytes: Uint8Array
  private readonly where: string
  private readonly cipher: RecordCipher | null
  private readonly findings: Findings
  private readonly budget: Budget
  private isBudgetSpent = false

  constructor(
    bytes: Uint8Array,
    where: string,
    biff: Biff,
    cipher: RecordCipher | null,
    budget: Budget,
    findings: Findings
  ) {
    this.bytes = bytes
    this.where = where
    this.cipher = cipher
    this.findings = findings
    this.budget = budget
    this.records = new WorkbookRecords(biff, findings)
  }

  read(): void {
    const { records } = this
    this.readSubstream(0, { name: "", visibility: "visible", isMacro: false })
    for (const sheet of records.sheets) {
      if (this.startedOffsets.has(sheet.at)) continue
      if (!this.isBudgetSpent && isBof(uint16(this.bytes, sheet.at))) this.readSubstream(sheet.at, sheet)
      else {
        if (!this.isBudgetSpent) this.reportDamage("a sheet at an invalid offset")
        if (sheet.isMacro) this.macroContext(sheet.name, sheet.visibility)
      }
    }
    this.readUnlisted()
    this.report()
  }

  /** Reads one substream from BOF to EOF, including nested substreams. */
  private readSubstream(
    from: number,
    sheet: { readonly name: string; readonly visibility: Visibility; readonly isMacro: boolean }
  ): void {
    const cursor = new BiffCursor(this.bytes, from, this.cipher)
    const nested: Array<SheetContext> = []
    while (cursor.next()) {
      const { at } = cursor
      if (isBof(cursor.type)) {
        if (nested.length >= sheetNestingMax) {
          this.budget.markExhausted("nesting")
          break
        }
        this.startedOffsets.add(at)
        const isMacro = uint16(this.bytes, cursor.start + 2) === macroSheet || nested.length === 0 && sheet.isMacro
        nested.push(isMacro ? this.macroContext(sheet.name, sheet.visibility) : this.plain(sheet.name))
      } else if (cursor.type === biffRecordTypes.eof) {
        nested.pop()
        if (nested.length === 0) return
      } else {
        const context = nested.at(-1)
        if (context !== undefined) this.records.read(cursor, context)
      }
      // Also charges the continuation records, which have been read by now.
      if (!this.budget.takeLexed(cursor.end - at)) {
        this.isBudgetSpent = true
        return
      }
    }
    this.reportDamage(cursor.isCutShort ? "a record that is cut short" : "a sheet without an end")
  }

  /**
   * Reads sheets that no BOUNDSHEET record lists, which Excel does not show. Versions before BIFF5 do not list sheets.
   */
  private readUnlisted(): void {
    const cursor = new BiffCursor(this.bytes, 0, this.cipher)
    let hasUnlisted = false
    while (!this.isBudgetSpent && cursor.next()) {
      if (!isBof(cursor.type) || this.startedOffsets.has(cursor.at)) continue
      if (uint16(this.bytes, cursor.start + 2) === macroSheet) {
        hasUnlisted = true
      }
      const end = cursor.end
      this.readSubstream(cursor.at, { name: "", visibility: "very hidden", isMacro: false })
      cursor.end = end
    }
    if (!hasUnlisted) return
    this.findings.add({ kind: "hidden object", detail: "an unlisted macro sheet", where: this.where })
  }

  private sheetWhere(name: string): string {
    return name === "" ? this.where : `${this.where}, sheet ${name}`
  }

  private plain(name: string): SheetContext {
    return { isMacro: false, where: this.sheetWhere(name), formulas: [] }
  }

  private macroContext(sheet: string, visibility: Visibility): SheetContext {
    const last = this.macros.at(-1)
    if (last !== undefined && this.macros.length >= macroSheetsMax) return last.context
    const context = { isMacro: true, where: this.sheetWhere(sheet), formulas: [] }
    this.macros.push({ sheet, visibility, context })
    return context
  }

  private reportDamage(detail: string): void {
    this.findings.add({ kind: "damaged", detail: truncateFactText(detail), where: this.where })
  }

  private report(): void {
    const { findings, records, where } = this
    for (const { context, sheet, visibility } of this.macros) {
      findings.add({
        kind: "xlm",
        sheet: truncateFactText(sheet),
        visibility,
        formulas: context.formulas,
        where: context.where
      })
    }
    reportNames(records.names, (tokens, extra) => records.formula(tokens, extra), where, findings)
    reportLinkedWorkbooks(records.books, where, findings)
    const text = records.text.text()
    if (text !== "") findings.add({ kind: "text", text, pages: null, where })
    if (records.isCutOff) findings.add({ kind: "cut off", limit: "formulas", where })
    if (records.text.isFull) findings.add({ kind: "cut off", limit: "text", where })
  }
}
