import { uint16 } from "../../reading/Numbers.ts"
import { biffRecordTypes } from "../biff/BiffRecords.ts"
import type { Biff } from "./CellReferences.ts"
import { hyperlinkFunction } from "./MacroFunctions.ts"

/** Tokens of a formula and the extra data of some tokens. */
export interface StoredFormula {
  readonly tokens: Uint8Array
  readonly extra: Uint8Array
}

/**
 * Reads the formula of a record; null if the record contains none. Formulas are in FORMULA (MS-XLS 2.4.127), ARRAY
 * (2.4.4) and SHRFMLA (2.4.260).
 */
export const readStoredFormula = (type: number, body: Uint8Array, biff: Biff): StoredFormula | null => {
  switch (type) {
    case biffRecordTypes.formula:
      return biff === 2 ? formulaAt(body, 16, 1) : formulaAt(body, biff >= 5 ? 20 : 16, 2)
    case biffRecordTypes.formula3:
    case biffRecordTypes.formula4:
      return formulaAt(body, 16, 2)
    case biffRecordTypes.array:
      return formulaAt(body, biff >= 5 ? 12 : 8, 2)
    case biffRecordTypes.sharedFormula:
      return formulaAt(body, 8, 2)
    default:
      return null
  }
}

const formulaAt = (body: Uint8Array, at: number, width: 1 | 2): StoredFormula => {
  const length = width === 1 ? body[at] ?? 0 : uint16(body, at)
  const start = at + width
  return { tokens: body.subarray(start, start + length), extra: body.subarray(start + length) }
}

/** Reports whether the tokens may call HYPERLINK. A byte search is faster than converting the formula to text. */
export const mayContainHyperlink = (tokens: Uint8Array): boolean => {
  const [low, high] = [hyperlinkFunction & 0xff, hyperlinkFunction >> 8]
  for (let at = tokens.indexOf(low, 2); at !== -1; at = tokens.indexOf(low, at + 1)) {
    if (tokens[at + 1] === high && (tokens[at - 2]! & 0x1f) === 2) return true
  }
  return false
}

/** Returns the addresses and link texts of calls such as `HYPERLINK("https://…","Here")` in a formula. */
export const hyperlinksIn = (formula: string): ReadonlyArray<{ readonly url: string; readonly text: string | null }> =>
  !formula.includes("HYPERLINK(") ?
    [] :
    Array.from(formula.matchAll(/HYPERLINK\("((?:[^"]|"")*)"(?:,"((?:[^"]|"")*)")?/g), ([, url = "", text]) => ({
      url: url.replaceAll("\"\"", "\""),
      text: text === undefined ? null : text.replaceAll("\"\"", "\"")
    }))

/** Reports whether the cached text result of a formula reveals what the macro does. */
export const isRevealingText = (text: string): boolean =>
  text.length >= 6 &&
  /:\/\/|\\\\|[a-z]:\\|\.(?:exe|dll|ocx|scr|vbs|js|jse|wsf|hta|ps1|bat|cmd|lnk|msi|jar|sct|html?)\b|cmd|powershell|mshta|wscript|cscript|rundll32|regsvr32|certutil|bitsadmin|urldownload|shellexecute|createdirectory|wmic|[=-]?(?:exec|call|register|run|formula|halt)\(/i
    .test(text)
