import type { Findings } from "../reading/Findings.ts"
import { fieldNameOf, type FieldToken, fieldWordsOf } from "./FieldCode.ts"

/** Names that SET gives a text. */
export const fieldNamesMax = 1_000
/** Characters that names give to codes, of one document. */
export const namedCharsMax = 1_048_576

/** Names of fields that give a text to others. */
export const textNames: ReadonlySet<string> = new Set(["QUOTE", "REF", "SET"])

/** What fields of one document give to the codes of fields around them, whatever results are stored with them. */
export class FieldNames {
  private readonly named = new Map<string, string>()
  private charsLeft = namedCharsMax
  private readonly findings: Findings

  constructor(findings: Findings) {
    this.findings = findings
  }

  /**
   * The text that a field stands for: QUOTE for its words, characters by number too (`QUOTE 68 68 69` is `DDE`), and REF, or a
   * name by itself, for what SET gave it before (ECMA-376 part 1, 17.16.5). Null: for its result.
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
