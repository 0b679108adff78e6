import { textCharsMax } from "../../../core/documents/facts/Fact.ts"
import { factText, type Findings } from "../reading/Findings.ts"
import { uint16, uint32 } from "../reading/LittleEndian.ts"
import { autoNamesMax, isAutoName, reportAutoName } from "./AutoNames.ts"
import { countedWideText } from "./BiffStrings.ts"
import { type FormulaNames, formulaText, noNames } from "./FormulaText.ts"
import { reportMacroNames } from "./MacroNames.ts"
import { type Visibility, visibilityOf } from "./Visibility.ts"
import { xlsbListMax, XlsbNames } from "./XlsbNames.ts"
import { xlsbFormula, xlsbRecord, xlsbRecords } from "./XlsbRecords.ts"

/** A sheet of a `.xlsb` workbook. */
export interface XlsbSheet {
  readonly name: string
  /** Of the relationship that leads to its part. */
  readonly relationshipId: string
  readonly visibility: Visibility
  /** For the formulas of this sheet. */
  readonly names: FormulaNames
}

/** `xl/workbook.bin`: the sheets; names that run by themselves are reported. */
export const readXlsbWorkbook = (bytes: Uint8Array, where: string, findings: Findings): ReadonlyArray<XlsbSheet> => {
  const names = new XlsbNames()
  const sheets: Array<XlsbSheet> = []
  const damaged = damageOf("workbook", where, findings)
  for (const record of xlsbRecords(bytes, damaged)) {
    if (!names.read(record)) damaged()
    if (record.type !== xlsbRecord.bundleSheet || sheets.length >= xlsbListMax) continue
    // BrtBundleSh (MS-XLSB 2.4.304): state, number, relationship, name.
    const relationship = countedWideText(record.body, 8)
    const name = relationship === null ? null : countedWideText(record.body, relationship.end)
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
  const formula = (tokens: Uint8Array, extra: Uint8Array): string => formulaText(tokens, extra, 12, names.formulaNames)
  for (const { extra, name, tokens } of names.names.filter(({ name }) => isAutoName(name)).slice(0, autoNamesMax)) {
    reportAutoName(name, formula(tokens, extra), where, findings)
  }
  reportMacroNames(names.names, formula, where, findings)
  return sheets
}

/**
 * A part of a macro sheet, as one `xlm` fact.
 *
 * @param names those of the sheet as `readXlsbWorkbook` gave it; without them, formulas name what they name by numbers
 */
export const readXlsbMacroSheet = (
  bytes: Uint8Array,
  sheetName: string,
  visibility: Visibility,
  where: string,
  findings: Findings,
  names: FormulaNames = noNames
): void => {
  const formulas: Array<string> = []
  let chars = 0
  for (const { body, type } of xlsbRecords(bytes, damageOf("macro sheet", where, findings))) {
    const stored = xlsbFormula(type, body)
    if (stored === null || stored.tokens.length === 0) continue
    // PtgExp: the formula stands in the record behind.
    if (stored.tokens[0] === 0x01 && stored.tokens.length <= 5) continue
    const formula = factText(formulaText(stored.tokens, stored.extra, 12, names))
    chars += formula.length
    if (chars > textCharsMax) {
      findings.add({ kind: "cut off", limit: "formulas", where })
      break
    }
    formulas.push(formula)
  }
  findings.add({ kind: "xlm", sheet: factText(sheetName), visibility, formulas, where })
}

/** BrtBeginSupBook (2.4.274), sbt: what is linked. */
const dde = 1

/**
 * A part of an external link. Of DDE it is the whole link; what an external workbook or a linked object is, its relationship
 * says.
 */
export const readXlsbExternalLink = (bytes: Uint8Array, where: string, findings: Findings): void => {
  let link: string | null = null
  let item = ""
  const damaged = damageOf("external link", where, findings)
  for (const { body, type } of xlsbRecords(bytes, damaged)) {
    if (type === xlsbRecord.beginSupBook && uint16(body, 0) === dde) {
      const service = countedWideText(body, 2)
      const topic = service === null ? null : countedWideText(body, service.end)
      if (service === null || topic === null) damaged()
      link ??= `${service?.text ?? ""}|'${topic?.text ?? ""}'`
    } else if (type === xlsbRecord.supNameStart && item === "") {
      // Names that would be those of cells are marked.
      item = countedWideText(body, 0)?.text.replace(/^_xlbgnm\./, "") ?? ""
    }
  }
  if (link !== null) findings.add({ kind: "dde", command: factText(item === "" ? link : `${link}!${item}`), where })
}

const damageOf = (what: string, where: string, findings: Findings) => (): void =>
  findings.add({ kind: "damaged", what: `a record of a binary ${what}`, where })
