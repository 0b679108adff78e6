import { Result } from "effect"
import type { BlockRuleKind } from "../../../../core/block-rules/BlockRules.ts"
import { parseRuleValue } from "../../../../core/block-rules/BlockRuleValue.ts"
import { countText } from "../../parts/text/Formats.ts"
import { guessKind } from "./GuessKind.ts"

/** Maximum lines of one import. Comments and empty lines do not count. */
export const importLinesMax = 500
/** Maximum characters of a note in the API. */
const noteCharsMax = 200

export interface ParsedRule {
  /** Line number in the pasted text, starting at 1. */
  readonly line: number
  readonly kind: BlockRuleKind
  readonly action: "block" | "allow"
  readonly value: string
  readonly note: string
}

export interface InvalidLine {
  readonly line: number
  readonly text: string
  readonly problem: string
}

export interface ParsedRules {
  readonly rules: ReadonlyArray<ParsedRule>
  readonly invalidLines: ReadonlyArray<InvalidLine>
  /** Number of lines that repeat the rule of an earlier line. */
  readonly duplicates: number
  /** Number of lines beyond `importLinesMax`, which are skipped. */
  readonly linesOverLimit: number
}

/**
 * Parses one rule per line: `VALUE`, `allow VALUE` or `block VALUE`, with a note after `#`. The value determines the
 * kind. If the line names no action, `action` applies. An invalid line is reported with its number, and the other lines
 * are still parsed.
 */
export const parseRules = (text: string, action: "block" | "allow"): ParsedRules => {
  const lines = text.split(/\r\n|\r|\n/).map((content, at) => ({ line: at + 1, content: content.trim() }))
    .filter(({ content }) => content !== "" && !content.startsWith("#"))
  const rules = new Map<string, ParsedRule>()
  const invalidLines: Array<InvalidLine> = []
  let duplicates = 0
  for (const { content, line } of lines.slice(0, importLinesMax)) {
    const read = parseLine(content, line, action)
    if ("problem" in read) invalidLines.push(read)
    else {
      const name = `${read.kind} ${read.action} ${read.value}`
      if (rules.has(name)) duplicates += 1
      else rules.set(name, read)
    }
  }
  return {
    rules: [...rules.values()],
    invalidLines,
    duplicates,
    linesOverLimit: Math.max(0, lines.length - importLinesMax)
  }
}

const parseLine = (content: string, line: number, chosen: "block" | "allow"): ParsedRule | InvalidLine => {
  const hash = content.indexOf("#")
  const note = hash < 0 ? "" : content.slice(hash + 1).trim().slice(0, noteCharsMax)
  const rule = (hash < 0 ? content : content.slice(0, hash)).trim()
  const [, word, rest = ""] = /^(block|allow)[\s,;:]+([^]*)/i.exec(rule) ?? [null, undefined, rule]
  const value = rest.replace(/(?<![,;])[,;]+$/, "").trim()
  const kind = guessKind(value)
  const invalid = (problem: string) => ({ line, text: content.slice(0, 200), problem })
  if (kind === null) return invalid("The line has no value to block or allow.")
  const canonical = parseRuleValue(kind, value)
  if (Result.isFailure(canonical)) return invalid(canonical.failure.message)
  const action = word === undefined ? chosen : word.toLowerCase() === "allow" ? "allow" : "block"
  return { line, kind, action, value: canonical.success, note }
}

/** Numbers of rules by the outcome of their import. */
export interface ImportCounts {
  readonly new: number
  /** Number of existing rules that got a new note. */
  readonly changed: number
  /** Number of existing rules that did not change. */
  readonly kept: number
  readonly failed: number
}

export const noImportCounts: ImportCounts = { new: 0, changed: 0, kept: 0, failed: 0 }

const countPhrase = (count: number, one: string, many: string): ReadonlyArray<string> =>
  count === 0 ? [] : [`${countText(count)} ${count === 1 ? one : many}`]

/** Summarizes the counts: `2 rules added, 4 unchanged.` */
export const summarizeImport = (counts: ImportCounts): string =>
  `${
    [
      ...countPhrase(counts.new, "rule added", "rules added"),
      ...countPhrase(counts.changed, "note updated", "notes updated"),
      ...countPhrase(counts.kept, "unchanged", "unchanged"),
      ...countPhrase(counts.failed, "not imported", "not imported")
    ].join(", ") || "Nothing imported"
  }.`

/** Returns why a line was skipped. Quotes the line once, even if the problem starts with it. */
export const formatInvalidLine = ({ line, text, problem }: InvalidLine): string =>
  problem.startsWith(text) ? `Line ${line}: ${problem}` : `Line ${line}, “${text}”: ${problem}`
