import { Result } from "effect"
import type { BlockRuleKind } from "../../../../core/block-rules/BlockRules.ts"
import { canonicalRuleValue } from "../../../../core/block-rules/BlockRuleValue.ts"
import { countText } from "../../parts/text/Formats.ts"
import { guessKind } from "./GuessKind.ts"

/** Lines of one import: each is a request. */
export const importLinesMax = 500
/** Of a note, as the API takes it. */
const noteCharsMax = 200

export interface ReadRule {
  /** From 1. */
  readonly line: number
  readonly kind: BlockRuleKind
  readonly action: "block" | "allow"
  readonly value: string
  readonly note: string
}

export interface UnreadLine {
  readonly line: number
  readonly text: string
  readonly why: string
}

export interface ReadRules {
  readonly rules: ReadonlyArray<ReadRule>
  readonly problems: ReadonlyArray<UnreadLine>
  /** Lines that say again what one before says. */
  readonly repeated: number
  /** Lines behind the last that is read. */
  readonly leftOut: number
}

/**
 * A rule a line: `VALUE`, `allow VALUE`, with a remark behind `#`. The kind is told by the value, the action is what was chosen
 * unless the line says it. What cannot be a rule is told with its line, and keeps no other from being read.
 */
export const readRules = (text: string, action: "block" | "allow"): ReadRules => {
  const lines = text.split(/\r\n|\r|\n/).map((content, at) => ({ line: at + 1, content: content.trim() }))
    .filter(({ content }) => content !== "" && !content.startsWith("#"))
  const rules = new Map<string, ReadRule>()
  const problems: Array<UnreadLine> = []
  let repeated = 0
  for (const { content, line } of lines.slice(0, importLinesMax)) {
    const read = readLine(content, line, action)
    if ("why" in read) problems.push(read)
    else {
      const name = `${read.kind} ${read.action} ${read.value}`
      if (rules.has(name)) repeated += 1
      else rules.set(name, read)
    }
  }
  return { rules: [...rules.values()], problems, repeated, leftOut: Math.max(0, lines.length - importLinesMax) }
}

const readLine = (content: string, line: number, chosen: "block" | "allow"): ReadRule | UnreadLine => {
  const hash = content.indexOf("#")
  const note = hash < 0 ? "" : content.slice(hash + 1).trim().slice(0, noteCharsMax)
  const said = (hash < 0 ? content : content.slice(0, hash)).trim()
  const [, word, rest = ""] = /^(block|allow)[\s,;:]+([^]*)/i.exec(said) ?? [null, undefined, said]
  const value = rest.replace(/(?<![,;])[,;]+$/, "").trim()
  const kind = guessKind(value)
  const unread = (why: string) => ({ line, text: content.slice(0, 200), why })
  if (kind === null) return unread("There is nothing to block or to allow.")
  const canonical = canonicalRuleValue(kind, value)
  if (Result.isFailure(canonical)) return unread(canonical.failure.message)
  const action = word === undefined ? chosen : word.toLowerCase() === "allow" ? "allow" : "block"
  return { line, kind, action, value: canonical.success, note }
}

/** What became of the lines that were sent. */
export interface ImportCounts {
  readonly new: number
  /** There already, and with another note now. */
  readonly changed: number
  /** There already, just so. */
  readonly kept: number
  readonly failed: number
}

export const nothingImported: ImportCounts = { new: 0, changed: 0, kept: 0, failed: 0 }

const of = (count: number, one: string, many: string): ReadonlyArray<string> =>
  count === 0 ? [] : [`${countText(count)} ${count === 1 ? one : many}`]

/** In a sentence: `2 rules are new, 4 were there already.` */
export const importWords = (counts: ImportCounts): string =>
  `${
    [
      ...of(counts.new, "rule is new", "rules are new"),
      ...of(counts.changed, "has a new note", "have new notes"),
      ...of(counts.kept, "was there already", "were there already"),
      ...of(counts.failed, "was not taken", "were not taken")
    ].join(", ") || "Nothing was sent"
  }.`

/** Why a line was not taken, in a sentence that names what stands in it once. */
export const unreadSaid = ({ line, text, why }: UnreadLine): string =>
  why.startsWith(text) ? `Line ${line}: ${why}` : `Line ${line}, “${text}”: ${why}`
