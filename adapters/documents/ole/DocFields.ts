import type { ReferenceRole } from "../../../core/documents/Fact.ts"
import { factText, type Findings } from "../Findings.ts"
import { type FieldToken, fieldTokens } from "../rtf/FieldCode.ts"

/** Fields within one another. Those deeper are read as text. */
export const fieldNestingMax = 64
/** Characters of one field code. */
export const fieldCodeCharsMax = 32_768
/** Names that SET gives a text. */
export const fieldNamesMax = 1_000
/** Characters that fields give to the codes around them, of one document. */
export const fieldGivenCharsMax = 1_048_576

/** Characters that mark a field (MS-DOC 2.8.25): where it begins, where its code ends and its result begins, its end. */
const begin = 0x13
const separator = 0x14
const end = 0x15

interface Field {
  code: string
  result: string
  hasResult: boolean
}

/** Fields that fetch what lies elsewhere (ECMA-376 part 1, 17.16.5). */
const fetching: ReadonlyMap<string, ReferenceRole> = new Map([
  ["INCLUDETEXT", "include"],
  ["INCLUDE", "include"],
  ["IMPORT", "include"],
  ["RD", "include"],
  ["LINK", "include"],
  ["DATABASE", "include"],
  ["INCLUDEPICTURE", "image"]
])

/** Switches that a word belongs to: those of formats, and of each field its own. */
const switchesWithWord: ReadonlyMap<string, string> = new Map([["HYPERLINK", "lot"], ["LINK", "f"]])
const formatSwitches = "*#@"

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
  private readonly named = new Map<string, string>()
  private readonly shown: Array<string> = []
  private given = 0

  constructor(where: string, findings: Findings) {
    this.where = where
    this.findings = findings
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
        this.open.push({ code: "", result: "", hasResult: false })
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
    if (top === undefined) this.shown.push(text)
    else if (top.hasResult) top.result += text
    else if (top.code.length < fieldCodeCharsMax) top.code += text
  }

  private close(): void {
    const field = this.open.pop()!
    const isInCode = this.open.at(-1)?.hasResult === false
    const text = this.act(field, isInCode)
    if (isInCode) this.given += text.length
    if (this.given <= fieldGivenCharsMax || !isInCode) return this.write(text)
    this.findings.add({ kind: "cut off", limit: "fields within fields", where: this.where })
  }

  /** What the field stands for in what is around it. */
  private act({ code, hasResult, result }: Field, isInCode: boolean): string {
    const tokens = fieldTokens(code)
    const name = tokens[0]?.text.toUpperCase() ?? ""
    const words = wordsOf(tokens, name)
    const { findings, where } = this
    if (name === "DDE" || name === "DDEAUTO") findings.add({ kind: "dde", command: factText(code.trim()), where })
    else if (name === "HYPERLINK") this.addLink(tokens, words, hasResult ? result : null)
    else if (fetching.has(name)) this.addReference(name, tokens, words)
    else if (name === "SET" && this.named.size < fieldNamesMax) this.named.set(keyOf(words[0]), words[1] ?? "")
    if (!isInCode) return result
    if (name === "QUOTE") return quoted(words)
    return this.named.get(keyOf(name === "REF" ? words[0] : tokens[0]?.text)) ?? result
  }

  private addLink(tokens: ReadonlyArray<FieldToken>, words: ReadonlyArray<string>, result: string | null): void {
    const place = afterSwitch(tokens, "l")
    const url = words[0] ?? ""
    // Without an address it goes to a place in this document.
    if (url === "") return
    const target = factText(place === undefined ? url : `${url}#${place}`)
    this.urls.add(target)
    this.findings.add({
      kind: "link",
      url: target,
      text: result === null ? null : factText(visibleText(result.slice(0, fieldCodeCharsMax)).trim()),
      from: "field",
      where: this.where
    })
  }

  private addReference(name: string, tokens: ReadonlyArray<FieldToken>, words: ReadonlyArray<string>): void {
    const target = name === "DATABASE"
      ? afterSwitch(tokens, "d") ?? afterSwitch(tokens, "c")
      // LINK names the program first.
      : name === "LINK"
      ? words[1] ?? words[0]
      : words[0]
    if (target === undefined || target === "") return
    this.findings.add({ kind: "reference", role: fetching.get(name)!, target: factText(target), where: this.where })
  }
}

const keyOf = (name: string | undefined): string => name?.toUpperCase() ?? ""

/** `QUOTE 68 68 69` gives `DDE`. */
const quoted = (words: ReadonlyArray<string>): string =>
  words.map((word) => /^\d{1,5}$/.test(word) ? String.fromCharCode(Number(word)) : word).join("")

/** The words after the name, without those that belong to a switch. */
const wordsOf = (tokens: ReadonlyArray<FieldToken>, name: string): ReadonlyArray<string> => {
  const taking = formatSwitches + (switchesWithWord.get(name) ?? "")
  return tokens.slice(1).filter((token, at) => {
    const before = tokens[at]!
    return !token.isSwitch && !(before.isSwitch && taking.includes(before.text))
  }).map(({ text }) => text)
}

const afterSwitch = (tokens: ReadonlyArray<FieldToken>, name: string): string | undefined => {
  const at = tokens.findIndex(({ isSwitch, text }) => isSwitch && text === name)
  const next = at < 0 ? undefined : tokens[at + 1]
  return next?.isSwitch === false ? next.text : undefined
}

/** Without the characters that stand for pictures, notes and the like; ends of cells and paragraphs become ends of lines. */
export const visibleText = (text: string): string =>
  text.replaceAll(/[\x07\x0b-\x0d]/g, "\n").replaceAll("\x1e", "-").replaceAll(/[\0-\x08\x0e-\x1f]/g, "")
