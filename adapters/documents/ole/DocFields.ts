import { fieldTokens } from "../fields/FieldCode.ts"
import { fieldFacts } from "../fields/FieldFacts.ts"
import { FieldNames } from "../fields/FieldNames.ts"
import { factText, type Findings } from "../reading/Findings.ts"

/** Fields within one another. Those deeper are read as text. */
export const fieldNestingMax = 64
/** Characters of one field code. */
export const fieldCodeCharsMax = 32_768
/** Characters that fields give to the codes around them, of one document. */
export const fieldGivenCharsMax = 1_048_576

/** Characters that mark a field (MS-DOC 2.8.25): where it begins, where its code ends and its result begins, its end. */
const begin = 0x13
const separator = 0x14
const end = 0x15

interface Field {
  code: string
  /** The first piece of its result among all pieces that are shown. */
  readonly from: number
  hasResult: boolean
}

/**
 * Reads the fields of a text, and answers with the text that a person sees, all but the codes, and where links go. A field within the code of
 * another one gives it its text, as Word puts codes together before it acts on them.
 */
export const readFields = (
  text: string,
  where: string,
  findings: Findings
): { readonly shown: string; readonly urls: ReadonlySet<string> } => {
  const reader = new FieldReader(where, findings)
  return { shown: reader.read(text), urls: reader.urls }
}

class FieldReader {
  readonly urls = new Set<string>()
  private readonly where: string
  private readonly findings: Findings
  private readonly open: Array<Field> = []
  private readonly names: FieldNames
  private readonly shown: Array<string> = []
  private given = 0

  constructor(where: string, findings: Findings) {
    this.where = where
    this.findings = findings
    this.names = new FieldNames(findings)
  }

  read(text: string): string {
    let from = 0
    for (let at = 0; at < text.length; at++) {
      const character = text.charCodeAt(at)
      if (character < begin || character > end) continue
      this.write(text.slice(from, at))
      from = at + 1
      const top = this.open.at(-1)
      if (character === begin && this.open.length < fieldNestingMax) {
        this.open.push({ code: "", from: this.shown.length, hasResult: false })
      } else if (character === separator && top !== undefined) top.hasResult = true
      else if (character === end && top !== undefined) this.close()
    }
    this.write(text.slice(from))
    // What is never closed is read as if it were.
    while (this.open.length > 0) this.close()
    return this.shown.join("")
  }

  private write(text: string): void {
    const top = this.open.at(-1)
    if (text === "") return
    if (top === undefined || top.hasResult) this.shown.push(text)
    else if (top.code.length < fieldCodeCharsMax) top.code += text
  }

  private close(): void {
    const field = this.open.pop()!
    // Results may stand within results: they are not put together again for each of them.
    if (this.open.at(-1)?.hasResult !== false) return void this.act(field, this.resultOf(field), false)
    const text = this.act(field, this.resultOf(field), true)
    this.shown.length = field.from
    this.given += text.length
    if (this.given <= fieldGivenCharsMax) return this.write(text)
    this.findings.add({ kind: "cut off", limit: "fields within fields", where: this.where })
  }

  /** As much of it as is looked at. */
  private resultOf({ from }: Field): string {
    let result = ""
    for (let at = from; at < this.shown.length && result.length < fieldCodeCharsMax; at++) result += this.shown[at]!
    return result
  }

  /** What the field stands for in what is around it. */
  private act({ code, hasResult }: Field, result: string, isInCode: boolean): string {
    const shown = () => hasResult ? factText(visibleText(result.slice(0, fieldCodeCharsMax)).trim()) : null
    const tokens = fieldTokens(code)
    for (const fact of fieldFacts(code, tokens, shown, this.where)) {
      if (fact.kind === "link") this.urls.add(fact.url)
      this.findings.add(fact)
    }
    const text = this.names.textOf(tokens)
    return isInCode && text !== null ? text : result
  }
}

/** Without the characters that stand for pictures, notes and the like; ends of cells and paragraphs become ends of lines. */
export const visibleText = (text: string): string =>
  text.replaceAll(/[\x07\x0b-\x0d]/g, "\n").replaceAll("\x1e", "-").replaceAll(/[\0-\x08\x0e-\x1f]/g, "")
