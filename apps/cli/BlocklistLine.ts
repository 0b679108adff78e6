import { Result } from "effect"
import type { BlocklistTarget } from "../../core/urls/BlocklistEntry.ts"
import { blocklistTarget } from "../../core/urls/BlocklistGuard.ts"
import type { HostKnowledge } from "../../core/urls/HostKnowledge.ts"
import { reasonCharsMax, type TargetKind, targetKinds } from "./BlocklistFlags.ts"
import type { Line } from "./Lines.ts"

export interface LineOptions {
  readonly format: "lines" | "csv"
  /** Of lines, and of CSV rows that name none. */
  readonly kind: TargetKind
  /** Of lines, and of CSV rows that give none. */
  readonly reason: string
  readonly force: boolean
}

export interface ReadEntry {
  readonly target: BlocklistTarget
  readonly reason: string
}

/** An entry, what is wrong with the line, or null for a line that says nothing (empty, a comment, the CSV's header). */
export const readBlocklistLine = (
  line: Line,
  options: LineOptions,
  knowledge: HostKnowledge
): Result.Result<ReadEntry, string> | null => {
  // Editors on Windows put a byte order mark in front.
  const text = (line.number === 1 ? line.text.replace(/^\uFEFF/, "") : line.text).trim()
  if (line.isTooLong) return Result.fail("The line is too long.")
  if (text === "" || text.startsWith("#")) return null
  const { kind, reason, value } = options.format === "csv" ? readRow(text, options) : { ...options, value: text }
  if (options.format === "csv" && line.number === 1 && kind === "kind" && value === "value") return null
  if (!isKind(kind)) {
    return Result.fail(
      `${JSON.stringify(kind.slice(0, 40))} is not a kind (${targetKinds.join(", ")}): a row is kind,value,reason.`
    )
  }
  if (reason.length > reasonCharsMax) return Result.fail(`The reason is longer than ${reasonCharsMax} characters.`)
  return blocklistTarget(kind, value, knowledge, options).pipe(
    Result.map(({ expression, kind }) => ({ target: { kind, expression }, reason })),
    Result.mapError(({ message }) => message)
  )
}

const readRow = (text: string, options: LineOptions) => {
  const [kind = "", value = "", reason = ""] = splitRow(text).map((cell) => cell.trim())
  return {
    kind: kind === "" ? options.kind : kind.toLowerCase(),
    value,
    reason: reason === "" ? options.reason : reason
  }
}

/** The cells of one row (RFC 4180); a cell with a line break inside is not read. */
export const splitRow = (text: string): ReadonlyArray<string> => {
  const cells: Array<string> = []
  let cell = ""
  let isQuoted = false
  for (let at = 0; at < text.length; at++) {
    const char = text[at]!
    if (isQuoted && char === "\"" && text[at + 1] === "\"") {
      cell += "\""
      at++
    } else if (char === "\"" && (isQuoted || cell.trim() === "")) isQuoted = !isQuoted
    else if (char === "," && !isQuoted) {
      cells.push(cell)
      cell = ""
    } else cell += char
  }
  return [...cells, cell]
}

const isKind = (kind: string): kind is TargetKind => (targetKinds as ReadonlyArray<string>).includes(kind)
