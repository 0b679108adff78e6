import type { Findings } from "../reading/Findings.ts"
import { fieldNameOf, type FieldToken, fieldWordsOf } from "./FieldCode.ts"

/** Maximum number of names that SET fields define. */
export const fieldNamesMax = 1_000
/** Maximum characters that names insert into field codes, per document. */
export const namedCharsMax = 1_048_576

/** Names of the fields whose result is part of another field code. */
export const textNames: ReadonlySet<string> = new Set(["QUOTE", "REF", "SET"])

/** Evaluates nested fields of one document for the codes of the fields that contain them, independent of their stored results. */
export class FieldNames {
  private readonly named = new Map<string, string>()
  private charsLeft = namedCharsMax
  private readonly findings: Findings

  constructor(findings: Findings) {
    this.findings = findings
  }

  /**
   * Returns the text of a field: for QUOTE its words, with characters by number (`QUOTE 68 68 69` is `DDE`); for REF, or a bare
   * name, the value that an earlier SET assigned (ECMA-376 part 1, 17.16.5). Null: use the stored result.
   */
  textOf(tokens: ReadonlyArray<FieldToken>): string | null {
    const name = fieldNameOf(tokens)
    if (name === "SET" && this.named.size < fieldNamesMax) {
      const [given, text] = fieldWordsOf(tokens, "")
      this.named.set(keyOf(given), text ?? "")
    }
    if (name === "QUOTE") return fieldWordsOf(tokens, "").map(characterOf).join("")
    if (this.named.size === 0) return null
    const text = this.named.get(name === "REF" ? keyOf(fieldWordsOf(tokens, "")[0]) : name)
    if (text === undefined) return null
    if (this.charsLeft <= 0) {
      this.findings.add({ kind: "cut off", limit: "fields within fields", where: "document" })
      return null
    }
    this.charsLeft -= text.length
    return text
  }
}

const keyOf = (name: string | undefined): string => name?.toUpperCase() ?? ""

const characterOf = (word: string): string => /^\d{1,5}$/.test(word) ? String.fromCharCode(Number(word)) : word
