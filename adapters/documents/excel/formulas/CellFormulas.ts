import { uint16 } from "../../reading/Numbers.ts"
import { record } from "../biff/BiffRecords.ts"
import type { Biff } from "./CellReferences.ts"
import { hyperlinkFunction } from "./MacroFunctions.ts"

/** Tokens of a formula and the extra data of some tokens. */
export interface StoredFormula {
  readonly tokens: Uint8Array
  readonly extra: Uint8Array
}

/**
 * Reads the formula of FORMULA (MS-XLS 2.4.127), ARRAY (2.4.4) and SHRFMLA (2.4.277) records; null for any other
 * record.
 */
export const storedFormula = (type: number, body: Uint8Array, biff: Biff): StoredFormula | null => {
  switch (type) {
    case record.formula:
      return biff === 2 ? formulaAt(body, 16, 1) : formulaAt(body, biff >= 5 ? 20 : 16, 2)
    case record.formula3:
    case record.formula4:
      return formulaAt(body, 16, 2)
    case record.array:
      return formulaAt(body, biff >= 5 ? 12 : 8, 2)
    case record.sharedFormula:
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

/** Reports whether the tokens may call HYPERLINK: a quick byte search before the formula is converted to text. */
export const mayContainHyperlink = (tokens: Uint8Array): boolean => {
  const [low, high] = [hyperlinkFunction & 0xff, hyperlinkFunction >> 8]
  for (let at = tokens.indexOf(low, 2); at !== -1; at = tokens.indexOf(low, at + 1)) {
    if (tokens[at + 1] === high && (tokens[at - 2]! & 0x1f) === 2) return true
  }
  return false
}

/** Returns the addresses in a formula, each with its text if known: `HYPERLINK("https://…","Here")`. */
export const hyperlinksIn = (formula: string): ReadonlyArray<{ readonly url: string; readonly text: string | null }> =>
  !formula.includes("HYPERLINK(") ?
    [] :
    Array.from(formula.matchAll(/HYPERLINK\("((?:[^"]|"")*)"(?:,"((?:[^"]|"")*)")?/g), ([, url = "", text]) => ({
      url: url.replaceAll("\"\"", "\""),
      text: text === undefined ? null : text.replaceAll("\"\"", "\"")
    }))

/** Reports whether the cached text result of a formula reveals what the macro does. */
export const isInformative = (text: string): boolean =>
  text.length >= 6 &&
  /:\/\/|\\\\|[a-z]:\\|\.(?:exe|dll|ocx|scr|vbs|js|jse|wsf|hta|ps1|bat|cmd|lnk|msi|jar|sct|html?)\b|cmd|powershell|mshta|wscript|cscript|rundll32|regsvr32|certutil|bitsadmin|urldownload|shellexecute|createdirectory|wmic|[=-]?(?:exec|call|register|run|formula|halt)\(/i
    .test(text)
