import { factText, type Findings } from "../reading/Findings.ts"
import { countedWideText } from "./BiffStrings.ts"
import { linksOf, mayLink } from "./CellFormulas.ts"
import { type FormulaNames, formulaText, noNames } from "./FormulaText.ts"
import { TextCollector } from "./TextCollector.ts"
import { xlsbFormula, xlsbRecord, xlsbRecords } from "./XlsbRecords.ts"

/** Characters of all formulas of one worksheet that may hold addresses. */
export const xlsbLinkCharsMax = 16_777_216

/** `xl/worksheets/sheet1.bin`: addresses that formulas lead to; answers with the texts that stand in their cells. */
export const readXlsbWorksheet = (
  bytes: Uint8Array,
  where: string,
  findings: Findings,
  names: FormulaNames = noNames
): string => {
  const text = new TextCollector()
  let isDamaged = false
  let chars = 0
  for (const { body, type } of xlsbRecords(bytes, () => void (isDamaged = true))) {
    // BrtCellSt (2.4.317): a cell, and its text.
    if (type === xlsbRecord.text) text.add(countedWideText(body, 8)?.text ?? "")
    const stored = xlsbFormula(type, body)
    if (stored === null || !mayLink(stored.tokens) || chars > xlsbLinkCharsMax) continue
    const formula = formulaText(stored.tokens, stored.extra, 12, names)
    chars += formula.length
    for (const link of linksOf(formula)) {
      const shown = link.text === null ? null : factText(link.text)
      findings.add({ kind: "link", url: factText(link.url), text: shown, from: "field", where })
    }
  }
  if (text.isFull) findings.add({ kind: "cut off", limit: "text", where })
  if (isDamaged) findings.add({ kind: "damaged", what: "a record of a binary worksheet", where })
  return text.text()
}
