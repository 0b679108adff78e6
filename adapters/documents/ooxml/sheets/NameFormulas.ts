import { callsMacroFunction, macroNamesMax, reportAutoName, reportMacroNames } from "../../excel/DefinedNames.ts"
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
    if (!callsMacroFunction(refersTo)) return
    if (this.formulas.length >= macroNamesMax) return findings.add({ kind: "cut off", limit: "defined names", where })
    this.formulas.push(refersTo)
    this.isHidden ||= isHidden
  }

  finish(): void {
    reportMacroNames(this.formulas, this.isHidden, this.where, this.findings)
  }
}
