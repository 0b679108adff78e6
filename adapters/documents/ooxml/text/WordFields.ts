import { factCharsMax } from "../../../../core/documents/facts/Fact.ts"
import { type FieldToken, tokenizeField } from "../../fields/FieldCode.ts"
import type { FieldEvaluator } from "../../fields/FieldEvaluator.ts"
import { fieldFacts } from "../../fields/FieldFacts.ts"
import type { Findings } from "../../reading/Findings.ts"
import type { XmlAttributes, XmlName } from "../../xml/XmlNames.ts"
import { type PartCollector, TextBuffer } from "../package/PartCollector.ts"

/** Maximum nesting depth of fields. */
export const fieldDepthMax = 64
export const fieldCharsMax = 65_536
/** Maximum characters that the fields of a document pass to enclosing fields. */
export const insertedCharsMax = 1024 * 1024

const elements: ReadonlySet<string> = new Set(["instrText", "delInstrText", "t", "fldChar", "fldSimple", "hlink", "p"])

/**
 * State that all fields of a document share. `charsLeft` is the number of characters that may still be passed to
 * enclosing fields.
 */
export interface SharedFieldState {
  charsLeft: number
  readonly names: FieldEvaluator
}

interface Field {
  readonly code: TextBuffer
  readonly result: TextBuffer
  isResult: boolean
}

/**
 * Collects fields of Word (ECMA-376 part 1, 17.16.18): codes split over runs and paragraphs, nested fields, and simple
 * fields. Field code outside of any field is examined separately, paragraph by paragraph.
 */
export class WordFields implements PartCollector {
  private readonly opened: Array<Field> = []
  private strayCode = new TextBuffer(fieldCharsMax)
  private hasStray = false
  private target: "code" | "result" | null = null
  private readonly where: string
  private readonly findings: Findings
  private readonly nestedFields: SharedFieldState

  constructor(where: string, sharedState: SharedFieldState, findings: Findings) {
    this.where = where
    this.nestedFields = sharedState
    this.findings = findings
  }

  selects({ local }: XmlName): boolean {
    return elements.has(local)
  }

  open({ local }: XmlName, attributes: XmlAttributes): void {
    switch (local) {
      case "instrText":
      case "delInstrText":
        this.target = "code"
        break
      case "t":
        this.target = "result"
        break
      case "fldChar":
        this.mark(attributes.any("fldCharType") ?? "")
        break
      case "fldSimple":
        this.begin(attributes.any("instr") ?? "")
        this.mark("separate")
        break
      case "hlink":
        this.addFactsOf(`HYPERLINK "${attributes.any("dest") ?? ""}"`)
        break
    }
  }

  close({ local }: XmlName): void {
    switch (local) {
      case "instrText":
      case "delInstrText":
      case "t":
        this.target = null
        break
      case "fldSimple":
        this.mark("end")
        break
      case "p":
        this.endStray()
        break
    }
  }

  text(text: string): void {
    if (this.target === null) return
    const field = this.opened.at(-1)
    if (field === undefined) {
      if (this.target === "code") {
        this.hasStray = true
        this.strayCode.add(text)
      }
    } else if (this.target === "code" && !field.isResult) field.code.add(text)
    // Field code in the result of a field belongs to no field. It is examined separately.
    else if (this.target === "code") {
      this.hasStray = true
      this.strayCode.add(text)
    } else field.result.add(text)
  }

  /** Evaluates the fields that were never closed, and the remaining field code outside of fields. */
  finish(): void {
    while (this.opened.length > 0) this.mark("end")
    this.endStray()
  }

  private mark(type: string): void {
    if (type === "begin") return this.begin("")
    const field = this.opened.at(-1)
    if (field === undefined) return
    if (type === "separate") field.isResult = true
    else if (type === "end") {
      this.opened.pop()
      this.end(field)
    }
  }

  private begin(code: string): void {
    if (this.opened.length >= fieldDepthMax) {
      this.findings.add({ kind: "cut off", limit: "fields", where: this.where })
      return
    }
    const field: Field = { code: new TextBuffer(fieldCharsMax), result: new TextBuffer(factCharsMax), isResult: false }
    field.code.add(code)
    this.opened.push(field)
  }

  private end(field: Field): void {
    const [code, result] = [field.code.toString(), field.result.toString()]
    const tokens = tokenizeField(code)
    this.addFacts(code, tokens, result.trim() === "" ? null : result.trim())
    const around = this.opened.at(-1)
    const text = this.nestedFields.names.evaluate(tokens)
    if (around === undefined || this.nestedFields.charsLeft <= 0) return
    const value = around.isResult ? result : text ?? result
    this.nestedFields.charsLeft -= value.length
    if (around.isResult) around.result.add(value)
    else around.code.add(value)
  }

  private endStray(): void {
    if (!this.hasStray) return
    const code = this.strayCode.toString()
    this.strayCode = new TextBuffer(fieldCharsMax)
    this.hasStray = false
    this.addFactsOf(code)
  }

  private addFactsOf(code: string): void {
    this.addFacts(code, tokenizeField(code), null)
  }

  private addFacts(code: string, tokens: ReadonlyArray<FieldToken>, result: string | null): void {
    for (const fact of fieldFacts(code, tokens, () => result, this.where)) this.findings.add(fact)
  }
}
