import { callsMacroFunction, macroNamesMax, reportAutoName } from "../../excel/DefinedNames.ts"
import type { Findings } from "../../reading/Findings.ts"
import { formulaFacts } from "./SheetFormulas.ts"

/** Collects the formulas of a workbook's defined names that call functions which cell formulas cannot call. */
export class NameFormulas {
  private readonly formulas: Array<string> = []
  private isHidden = false
  private readonly where: string
  private readonly findings: Findings

  constructor(where: string, findings: Findings) {
    this.where = where
    this.findings = findings
  }

  /** @param refersTo formula of the name, without the equals sign */
  add(name: string, refersTo: string, isHidden: boolean): void {
    const { findings, where } = this
    reportAutoName(name.trim(), refersTo, where, findings)
    for (const fact of formulaFacts(refersTo, where)) findings.add(fact)
    if (this.formulas.length >= macroNamesMax || !callsMacroFunction(refersTo)) return
    this.formulas.push(refersTo)
    this.isHidden ||= isHidden
  }

  finish(): void {
    const { findings, formulas, isHidden, where } = this
    if (formulas.length === 0) return
    const visibility = isHidden ? "hidden" : "visible"
    findings.add({ kind: "xlm", sheet: "defined names", visibility, formulas, where: `${where}, defined names` })
  }
}
