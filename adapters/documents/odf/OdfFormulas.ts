import { factText, type Findings } from "../reading/Findings.ts"

/** Characters of a formula that are looked at. */
export const formulaCharsMax = 65_536
/** Calls and foreign cells of one formula. */
export const formulaCallsMax = 64

/** Nothing of what is looked for can be in a formula without these. */
const mayMatter = /DDE|WEBSERVICE|HYPERLINK|'#/i
const calls = /(DDE|WEBSERVICE|HYPERLINK)\s{0,9}\(\s{0,9}(?:"([^"]{0,4096})")?/gi
const foreign = /'([^']{1,4096})'#/g

/** What a formula fetches (OpenFormula: DDE 6.14.3, WEBSERVICE, HYPERLINK 6.14.12, and cells of other files, 5.8). */
export const addFormula = (formula: string, where: string, findings: Findings): void => {
  if (!mayMatter.test(formula)) return
  const text = formula.slice(0, formulaCharsMax)
  for (const [, name, argument] of take(text.matchAll(calls))) {
    const target = factText(argument ?? text)
    if (name!.toUpperCase() === "DDE") findings.add({ kind: "dde", command: factText(text), where })
    else if (name!.toUpperCase() === "WEBSERVICE") findings.add({ kind: "reference", role: "data", target, where })
    else if (argument !== undefined) findings.add({ kind: "link", url: target, text: null, from: "field", where })
  }
  for (const [, file] of take(text.matchAll(foreign))) {
    findings.add({ kind: "reference", role: "workbook", target: factText(file!), where })
  }
}

const take = (matches: Iterable<RegExpExecArray>): ReadonlyArray<RegExpExecArray> => {
  const taken: Array<RegExpExecArray> = []
  for (const match of matches) {
    if (taken.length >= formulaCallsMax) break
    taken.push(match)
  }
  return taken
}
