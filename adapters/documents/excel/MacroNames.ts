import { factText, type Findings } from "../reading/Findings.ts"
import type { DefinedName } from "./DefinedNames.ts"

/** Functions of macro sheets that act; others, such as GET.CELL, are common in the names of ordinary workbooks. */
const acting =
  /(?:^|[^\w."])(?:EXEC|CALL|REGISTER|REGISTER\.ID|RUN|FORMULA|FORMULA\.FILL|FOPEN|FWRITE|FWRITELN|EXECUTE|INITIATE|POKE|ON\.TIME)\(/

/** Whether a formula calls one of these, and does not only name it in a text. */
export const actsAsMacro = (formula: string): boolean => acting.test(formula.replaceAll(/"(?:[^"]|"")*"/g, "\"\""))

/** Names of one workbook whose formulas are looked at. */
export const macroNamesMax = 4_096

/** Formulas of names can call what those of cells on a worksheet cannot. */
export const reportMacroNames = (
  names: ReadonlyArray<DefinedName>,
  formula: (tokens: Uint8Array, extra: Uint8Array) => string,
  where: string,
  findings: Findings
): void => {
  const found: Array<string> = []
  let isHidden = false
  for (const name of names.slice(0, macroNamesMax)) {
    const text = name.tokens.length === 0 ? "" : formula(name.tokens, name.extra)
    if (!actsAsMacro(text)) continue
    found.push(factText(text))
    isHidden ||= name.isHidden
  }
  if (found.length === 0) return
  findings.add({
    kind: "xlm",
    sheet: "defined names",
    visibility: isHidden ? "hidden" : "visible",
    formulas: found,
    where: `${where}, defined names`
  })
}
