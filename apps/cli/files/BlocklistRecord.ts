import { Result } from "effect"
import { authorCharsMax } from "../../../core/audit/ActorName.ts"
import {
  type BlocklistEntry,
  entryText,
  type ListingAction,
  type NewBlocklistEntry,
  reasonCharsMax,
  sourceCharsMax,
  targetKinds
} from "../../../core/threats/blocklist/BlocklistEntry.ts"
import {
  type EntryTooBroad,
  type InvalidBlocklistTarget,
  parseBlocklistTarget
} from "../../../core/threats/blocklist/BlocklistGuard.ts"
import type { HostKnowledge } from "../../../core/urls/HostKnowledge.ts"
import type { TargetKind } from "../flags/BlocklistFlags.ts"

/** Fields of a blocklist entry in a file, in column order: all fields except the id. */
export const recordFields = [
  "kind",
  "expression",
  "action",
  "reason",
  "source",
  "author",
  "forced",
  "created_at",
  "expires_at"
] as const

/**
 * Blocklist entry as a file contains it. Files written by hand may have `value`, a target in any spelling, instead of
 * `expression`.
 */
export type BlocklistRecord = { readonly [Field in typeof recordFields[number] | "value"]?: unknown }

export const toRecord = (entry: BlocklistEntry) => ({
  kind: entry.kind,
  expression: entry.expression,
  action: entry.action,
  // Puts the reason on one line. Older versions stored reasons with line breaks.
  reason: entryText(entry.reason),
  source: entry.source,
  author: entry.author,
  forced: entry.forced,
  created_at: entry.createdAt.toISOString(),
  expires_at: entry.expiresAt?.toISOString() ?? null
})

/** Values for the fields that a record lacks. */
export interface RecordDefaults {
  readonly kind: TargetKind
  readonly action: ListingAction
  readonly reason: string
  readonly source: string
  readonly author: string
  readonly createdAt: Date
  readonly expiresAt: Date | null
  /** Whether to accept targets that are too broad. */
  readonly force: boolean
  /**
   * Whether the file is the operator's own. Only such a file may set the source and author of entries, and contain
   * exceptions without `--allow`. An entry of a third-party file could claim to be the operator's, or allow a phishing
   * page.
   */
  readonly isOwn: boolean
}

/**
 * Converts a record to an entry, or returns an error message. Checks the target as if it were added by hand, because
 * the file may come from anywhere.
 */
export const parseRecord = (
  record: BlocklistRecord,
  defaults: RecordDefaults,
  knowledge: HostKnowledge
): Result.Result<NewBlocklistEntry, string> =>
  Result.gen(function*() {
    const kind = yield* oneOf("kind", record.kind, targetKinds, defaults.kind)
    const action = yield* oneOf("action", record.action, ["block", "allow"], defaults.action)
    const reason = yield* text("reason", record.reason, defaults.reason, reasonCharsMax)
    if (action === "allow" && defaults.action === "block" && !defaults.isOwn) {
      return yield* Result.fail(foreignExceptionText)
    }
    const ownRecord = defaults.isOwn ? record : {}
    const source = yield* text("source", ownRecord.source, defaults.source, sourceCharsMax)
    const author = yield* text("author", ownRecord.author, defaults.author, authorCharsMax)
    const createdAt = (yield* instant("created_at", record.created_at)) ?? defaults.createdAt
    if (createdAt > defaults.createdAt) return yield* Result.fail("created_at is in the future.")
    const expiresAt = (yield* instant("expires_at", record.expires_at)) ?? defaults.expiresAt
    const wasForced = yield* flag("forced", record.forced)
    const options = { force: defaults.force, action, isExpression: isExpression(record.expression) }
    const target = yield* parseBlocklistTarget(kind, yield* targetText(record), knowledge, options)
      .pipe(Result.mapError(withForceHint))
    return { ...target, forced: target.forced || wasForced, action, reason, source, author, createdAt, expiresAt }
  })

const foreignExceptionText = "It is an exception. Use --allow to accept exceptions from third-party lists."

/** Returns the reason why a target was refused, with a hint at `--force` if the target was too broad. */
export const withForceHint = ({ _tag, message }: EntryTooBroad | InvalidBlocklistTarget): string =>
  _tag === "EntryTooBroad" ? `${message} Use --force to accept it anyway.` : message

const isExpression = (expression: unknown): expression is string => typeof expression === "string" && expression !== ""

/** Returns the target of a record. An expression has no scheme, so `http://` is added to make it a URL. */
const targetText = (record: BlocklistRecord): Result.Result<string, string> =>
  isExpression(record.expression)
    ? Result.succeed(`http://${record.expression}`)
    : typeof record.value === "string"
    ? Result.succeed(record.value)
    : Result.fail("It has no target: expression or value is missing.")

const isAbsent = (given: unknown): given is null | undefined => given === undefined || given === null

const oneOf = <const Name extends string>(
  field: string,
  given: unknown,
  names: ReadonlyArray<Name>,
  fallback: Name
): Result.Result<Name, string> => {
  if (isAbsent(given)) return Result.succeed(fallback)
  const found = names.find((name) => typeof given === "string" && name === given.toLowerCase())
  return found === undefined
    ? Result.fail(`${shown(given)} is not ${field === "action" ? "an action" : `a ${field}`} (${names.join(", ")}).`)
    : Result.succeed(found)
}

const text = (field: string, given: unknown, fallback: string, charsMax: number): Result.Result<string, string> => {
  if (isAbsent(given)) return Result.succeed(fallback)
  if (typeof given !== "string") return Result.fail(`${field} is not a text.`)
  return given.length > charsMax
    ? Result.fail(`The ${field} is longer than ${charsMax} characters.`)
    : Result.succeed(entryText(given))
}

/** Pattern of an RFC 3339 time with a time zone. */
const isInstant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/

const instant = (field: string, given: unknown): Result.Result<Date | null, string> => {
  if (isAbsent(given)) return Result.succeed(null)
  const at = typeof given === "string" && isInstant.test(given) ? new Date(given) : null
  return at === null || Number.isNaN(at.getTime())
    ? Result.fail(`${field} is not a time such as 2026-11-20T10:00:00Z.`)
    : Result.succeed(at)
}

const flag = (field: string, given: unknown): Result.Result<boolean, string> => {
  if (isAbsent(given)) return Result.succeed(false)
  if (given === true || given === "true") return Result.succeed(true)
  return given === false || given === "false"
    ? Result.succeed(false)
    : Result.fail(`${field} is neither true nor false.`)
}

const shown = (given: unknown): string =>
  typeof given === "string" ? JSON.stringify(given.slice(0, 40)) : `A ${typeof given}`

/** Cell of a CSV row. An empty cell is an explicit value only if it is quoted. */
interface Cell {
  readonly text: string
  readonly isQuoted: boolean
}

/** Splits a CSV row into cells (RFC 4180). Cells cannot contain line breaks. */
const splitRow = (row: string): ReadonlyArray<Cell> => {
  const cells: Array<Cell> = []
  let [text, isQuoted, wasQuoted, isBlank] = ["", false, false, true]
  const end = () => {
    cells.push({ text: wasQuoted ? text : text.trim(), isQuoted: wasQuoted })
    ;[text, isQuoted, wasQuoted, isBlank] = ["", false, false, true]
  }
  for (let at = 0; at < row.length; at++) {
    const char = row[at]!
    if (isQuoted && char === "\"" && row[at + 1] === "\"") {
      text += "\""
      at++
    } else if (char === "\"" && (isQuoted || (!wasQuoted && isBlank))) {
      text = isQuoted ? text : ""
      isQuoted = !isQuoted
      wasQuoted = true
    } else if (char === "," && !isQuoted) end()
    else if (isQuoted || !wasQuoted || char.trim() !== "") {
      text += char
      isBlank &&= char.trim() === ""
    }
  }
  end()
  return cells
}

/** CSV columns of a file without a header. */
const plainColumns = ["kind", "value", "reason"]

const columnNames: ReadonlySet<string> = new Set([...recordFields, "value"])

/** Returns the column names if the row is a header, or null if the row is an entry. */
export const parseHeader = (row: string): ReadonlyArray<string> | null => {
  const names = splitRow(row).map(({ text }) => text.toLowerCase())
  return names.includes("kind") && (names.includes("value") || names.includes("expression")) ? names : null
}

/** Converts a row to a record. Unquoted empty cells and unknown columns are ignored. */
export const parseRow = (row: string, columns: ReadonlyArray<string> = plainColumns): BlocklistRecord =>
  Object.fromEntries(
    splitRow(row).flatMap(({ isQuoted, text }, at) => {
      const name = columns[at]
      return name === undefined || !columnNames.has(name) || (text === "" && !isQuoted) ? [] : [[name, unguarded(text)]]
    })
  )

export const headerRow = recordFields.join(",")

/** Converts a record to a CSV row. Null becomes an empty cell, and an empty string becomes a quoted empty cell. */
export const formatRow = (record: BlocklistRecord): string =>
  recordFields.map((field) => {
    const value = record[field]
    return value === null || value === undefined ? "" : quoted(guarded(String(value)))
  }).join(",")

const quoted = (text: string): string =>
  text === "" || /[",]|^\s|\s$/.test(text) ? `"${text.replaceAll("\"", "\"\"")}"` : text

/**
 * Adds an apostrophe to values that a spreadsheet would execute as formulas (OWASP, "CSV Injection"). Reasons may come
 * from strangers. A value that already has apostrophes before a formula gets another one, so that `unguarded` removes
 * exactly one.
 */
const guarded = (text: string): string => /^'*[=+@-]/.test(text) ? `'${text}` : text

const unguarded = (text: string): string => /^'+[=+@-]/.test(text) ? text.slice(1) : text
