import { int32, uint32 } from "../reading/LittleEndian.ts"
import { countedWideText } from "./BiffStrings.ts"
import type { DefinedName } from "./DefinedNames.ts"
import type { FormulaNames } from "./FormulaText.ts"
import { quotedSheet } from "./SheetNames.ts"
import { parsedFormula, type XlsbRecord, xlsbRecord } from "./XlsbRecords.ts"

/** Sheets, names and links of one workbook that are kept. */
export const xlsbListMax = 65_535

/** What the numbers in the formulas of a `.xlsb` workbook stand for. */
export class XlsbNames {
  readonly sheetNames: Array<string> = []
  readonly names: Array<DefinedName> = []
  /** Whether each linked workbook is this one. */
  private readonly isSelf: Array<boolean> = []
  private readonly places: Array<{ readonly book: number; readonly sheet: number }> = []

  /** False where the record is damaged. Other records than these mean nothing here. */
  read({ body, type }: XlsbRecord): boolean {
    switch (type) {
      case xlsbRecord.name:
        return this.name(body)
      case xlsbRecord.supSelf:
      case xlsbRecord.supSame:
      case xlsbRecord.supBookSource:
      case xlsbRecord.supAddIn:
        if (this.isSelf.length < xlsbListMax) {
          this.isSelf.push(type === xlsbRecord.supSelf || type === xlsbRecord.supSame)
        }
        return true
      case xlsbRecord.externSheet:
        this.externSheet(body)
        return true
      default:
        return true
    }
  }

  readonly formulaNames: FormulaNames = {
    name: (index) => this.names[index - 1]?.name ?? `name${index}`,
    externalName: (sheet, index) =>
      this.isSelf[this.places[sheet]?.book ?? -1] === true ? this.formulaNames.name(index) : `name${index}`,
    sheet: (index) => {
      const place = this.places[index]
      if (place === undefined) return ""
      if (this.isSelf[place.book] !== true) return `[${place.book}]!`
      const name = this.sheetNames[place.sheet]
      return name === undefined ? "" : quotedSheet(name)
    }
  }

  /** BrtName (MS-XLSB 2.4.712): flags, a key, the sheet, the name, and its formula. */
  private name(body: Uint8Array): boolean {
    const read = countedWideText(body, 9)
    if (read === null) return false
    if (this.names.length < xlsbListMax) {
      const { extra, tokens } = parsedFormula(body, read.end)
      this.names.push({ name: read.text.replace(/^_xlnm\./, ""), isHidden: ((body[0] ?? 0) & 1) !== 0, tokens, extra })
    }
    return true
  }

  /** BrtExternSheet (2.4.671). */
  private externSheet(body: Uint8Array): void {
    const count = Math.min(uint32(body, 0), Math.floor((body.length - 4) / 12), xlsbListMax - this.places.length)
    for (let place = 0; place < count; place++) {
      const at = 4 + place * 12
      this.places.push({ book: uint32(body, at), sheet: int32(body, at + 4) })
    }
  }
}
