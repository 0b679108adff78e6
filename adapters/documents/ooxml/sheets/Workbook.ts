import { factCharsMax, textCharsMax } from "../../../../core/documents/facts/Fact.ts"
import type { Visibility } from "../../excel/Sheets.ts"
import { type Findings, truncateFactText } from "../../reading/Findings.ts"
import type { XmlAttributes, XmlName } from "../../xml/XmlNames.ts"
import { type PartCollector, TextBuffer } from "../package/PartCollector.ts"
import { NameFormulas } from "./NameFormulas.ts"
import { formulaCharsMax, formulaFacts } from "./SheetFormulas.ts"

/** Entry of the workbook's sheet list. */
export interface Sheet {
  readonly name: string
  readonly relationshipId: string
  readonly visibility: Visibility
}

const elements: ReadonlySet<string> = new Set([
  "f",
  "macrosheet",
  "sheet",
  "definedName",
  "ddeLink",
  "ddeItem",
  "connection",
  "dbPr",
  "webPr",
  "textPr",
  "olapPr"
])

/** Maximum number of items reported per DDE link. */
export const itemsMax = 16

/** Collects sheets, names, formulas, connections and links to other programs from the parts of a workbook. */
export class Workbook implements PartCollector {
  readonly sheets: Array<Sheet> = []
  /** Formulas of a macro sheet. Null if the part is not a macro sheet. */
  formulas: Array<string> | null
  private formulaChars = textCharsMax
  private isFormulasCut = false
  private buffer: TextBuffer | null = null
  private name: { readonly text: string; readonly isHidden: boolean } | null = null
  private readonly nameFormulas: NameFormulas
  private dde: { readonly topic: string; readonly items: Array<string> } | null = null
  private readonly where: string
  private readonly findings: Findings

  constructor(where: string, isMacroSheet: boolean, findings: Findings) {
    this.where = where
    this.findings = findings
    this.nameFormulas = new NameFormulas(where, findings)
    this.formulas = isMacroSheet ? [] : null
  }

  selects({ local }: XmlName): boolean {
    return elements.has(local)
  }

  open({ local }: XmlName, attributes: XmlAttributes): void {
    switch (local) {
      case "f":
        this.buffer = new TextBuffer(formulaCharsMax)
        break
      case "macrosheet":
        this.formulas ??= []
        break
      case "sheet":
        this.addSheet(attributes)
        break
      case "definedName":
        this.name = { text: attributes.get("name") ?? "", isHidden: isTrue(attributes.get("hidden")) }
        this.buffer = new TextBuffer(factCharsMax)
        break
      case "ddeLink":
        this.dde = { topic: `${attributes.get("ddeService") ?? ""}|'${attributes.get("ddeTopic") ?? ""}'`, items: [] }
        break
      case "ddeItem":
        // Remove the prefix of names that look like cell references.
        if (this.dde !== null && this.dde.items.length < itemsMax) {
          this.dde.items.push(attributes.get("name")?.replace(/^_xlbgnm\./, "") ?? "")
        }
        break
      case "connection":
        this.addData([attributes.get("sourceFile"), attributes.get("odcFile")])
        break
      case "dbPr":
        this.addData([attributes.get("connection")])
        break
      case "webPr":
        this.addData([attributes.get("url"), attributes.get("editPage")])
        break
      case "textPr":
        this.addData([attributes.get("sourceFile")])
        break
      case "olapPr":
        this.addData([attributes.get("localConnection")])
        break
    }
  }

  close({ local }: XmlName): void {
    switch (local) {
      case "f":
        if (this.buffer !== null) this.addFormula(this.buffer.toString())
        this.buffer = null
        break
      case "definedName":
        if (this.buffer !== null && this.name !== null) {
          this.nameFormulas.add(this.name.text, this.buffer.toString().trim(), this.name.isHidden)
        }
        this.buffer = this.name = null
        break
      case "ddeLink":
        if (this.dde !== null) this.addDde(this.dde.topic, this.dde.items)
        this.dde = null
        break
    }
  }

  text(text: string): void {
    this.buffer?.add(text)
  }

  finish(): void {
    this.nameFormulas.finish()
  }

  private addSheet(attributes: XmlAttributes): void {
    const relationshipId = attributes.in("/relationships", "id")
    if (relationshipId === undefined) return
    const state = attributes.get("state")
    const visibility = state === "veryHidden" ? "very hidden" : state === "hidden" ? "hidden" : "visible"
    this.sheets.push({ name: attributes.get("name") ?? "", relationshipId, visibility })
  }

  private addFormula(formula: string): void {
    if (formula === "") return
    for (const fact of formulaFacts(formula, this.where)) this.findings.add(fact)
    if (this.formulas === null || this.isFormulasCut) return
    this.formulaChars -= formula.length
    if (this.formulaChars >= 0) this.formulas.push(formula)
    else {
      this.isFormulasCut = true
      this.findings.add({ kind: "cut off", limit: "formulas", where: this.where })
    }
  }

  private addDde(topic: string, items: ReadonlyArray<string>): void {
    // Skip `StdDocumentName` if there are other items. Every link has it, for the whole document.
    const named = items.filter((item) => item !== "StdDocumentName")
    for (const item of named.length === 0 ? items.slice(0, 1) : named) {
      this.findings.add({ kind: "dde", command: truncateFactText(`${topic}!${item}`), where: this.where })
    }
    if (items.length === 0) this.findings.add({ kind: "dde", command: truncateFactText(topic), where: this.where })
  }

  private addData(targets: ReadonlyArray<string | undefined>): void {
    for (const target of targets) {
      if (target === undefined || target.trim() === "") continue
      this.findings.add({ kind: "reference", role: "data", target: truncateFactText(target.trim()), where: this.where })
    }
  }
}

const isTrue = (text: string | undefined): boolean => text === "1" || text === "true"
