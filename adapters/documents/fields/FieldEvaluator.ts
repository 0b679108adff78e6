import type { Findings } from "../reading/Findings.ts"
import { fieldArguments, fieldName, type FieldToken } from "./FieldCode.ts"

/** Maximum number of names that SET fields can define per document. */
export const fieldVariablesMax = 1_000
/** Maximum characters that names insert into field codes, per document. */
export const insertedCharsMax = 1_048_576

/** Names of fields whose evaluated text can be part of another field code. */
export const textFields: ReadonlySet<string> = new Set(["QUOTE", "REF", "SET"])

/**
 * Evaluates fields that are nested in the codes of other fields, because their stored results can be false. Use one
 * instance per document.
 */
export class FieldEvaluator {
  private readonly variables = new Map<string, string>()
  private charsLeft = insertedCharsMax
  private readonly findings: Findings

  constructor(findings: Findings) {
    this.findings = findings
  }

  /**
   * Returns the text of a field (ECMA-376 part 1, 17.16.5). For QUOTE, this is its words, where numbers are characters:
   * `QUOTE 68 68 69` yields `DDE`. For REF or a bare name, this is the value that an earlier SET field assigned. Null
   * means that the stored result applies.
   */
  evaluate(tokens: ReadonlyArray<FieldToken>): string | null {
    const name = fieldName(tokens)
    if (name === "SET" && this.variables.size < fieldVariablesMax) {
      const [variable, text] = fieldArguments(tokens, "")
      this.variables.set(keyOf(variable), text ?? "")
    }
    if (name === "QUOTE") return fieldArguments(tokens, "").map(characterOf).join("")
    if (this.variables.size === 0) return null
    const text = this.variables.get(name === "REF" ? keyOf(fieldArguments(tokens, "")[0]) : name)
    if (text === undefined) return null
    if (this.charsLeft <= 0) {
      this.findings.add({ kind: "cut off", limit: "nested fields", where: "document" })
      return null
    }
    this.charsLeft -= text.length
    return text
  }
}

const keyOf = (name: string | undefined): string => name?.toUpperCase() ?? ""

const characterOf = (word: string): string => /^\d{1,5}$/.test(word) ? String.fromCharCode(Number(word)) : word
