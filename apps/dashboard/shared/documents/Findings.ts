import { reasonCatalogue } from "../../../../core/documents/reasons/ReasonCatalogue.ts"
import type { ReasonEntry } from "../../../../core/documents/reasons/ReasonEntry.ts"
import { type DocumentRating, documentRatings } from "../../../../core/scoring/Bands.ts"
import { bytesText, shareText } from "../../parts/text/Formats.ts"
import { glossary } from "../../parts/text/Glossary.ts"
import { codeInWords } from "../requests/CodeInWords.ts"
import { plainly } from "../requests/Subject.ts"

interface Found {
  readonly code: string
  readonly message: string
  readonly where: string
}

/** What was found of one code. */
export interface Reason {
  readonly code: string
  /** What the code means, and where that is described; null for one that this release does not know. */
  readonly entry: ReasonEntry | null
  readonly findings: ReadonlyArray<Finding>
}

/** One finding, and how often it is told with the same words of the same place. */
export interface Finding {
  readonly message: string
  readonly where: string
  readonly times: number
}

/** Findings by their reason, in the order in which they are told: the weightiest first. */
export const reasonsOf = (found: ReadonlyArray<Found>): ReadonlyArray<Reason> =>
  [...Map.groupBy(found, ({ code }) => code)].map(([code, findings]) => ({
    code,
    entry: entryOf(code),
    findings: [...Map.groupBy(findings, ({ message, where }) => JSON.stringify([message, where])).values()]
      .flatMap(([first, ...others]) =>
        first === undefined ? [] : { message: first.message, where: first.where, times: 1 + others.length }
      )
  }))

/** Codes come from the database: `constructor` is none. */
const entryOf = (code: string): ReasonEntry | null => entries.get(code) ?? null

const entries: ReadonlyMap<string, ReasonEntry> = new Map(Object.entries(reasonCatalogue))

/** Of the score, or of the verdict (`block (30)`) where nothing else is kept; null when the scan failed. */
export const ratingOf = (score: number | null, verdict: string | null): DocumentRating | null => {
  if (score !== null) return documentRatings.nameOf(score)
  return documentRatings.bands.find(({ name }) => verdict === name || verdict?.startsWith(`${name} `))?.name ?? null
}

/** The score within the verdict's words (`block (30)`). */
export const scoreOf = (verdict: string | null): number | null => {
  const digits = /\((\d{1,3})\)$/.exec(verdict ?? "")?.[1]
  return digits === undefined ? null : Number(digits)
}

/** One line of a summary. */
export interface Fact {
  readonly name: string
  readonly label: string
  readonly values: ReadonlyArray<string>
}

const labels: ReadonlyMap<string, string> = new Map([
  ["links_found", "Links"],
  ["unique_domains", "Link domains"],
  ["has_embedded_files", "Embedded files"],
  ["has_macros", "Macros"],
  ["file_hash", "Hash"],
  ["file_bytes", "Size"],
  ["filename", "File name"],
  ["timestamp", "Scanned at"],
  ["expression", "Entry of the list"],
  ["disposable", glossary.throwaway],
  ["email_blocked", "Blocked by a rule"],
  ["role_account", glossary.role],
  ["public_domain", glossary.publicProvider],
  ["did_you_mean", "Probable slips"],
  ["spam_probability", glossary.spamText],
  ["reasons_left_out", "Findings left out"]
])

/** Values of one fact that are shown. */
export const factValuesMax = 200

/** What is kept beside the findings, in words. Rating, score and reasons have their own place. */
export const factsOf = (facts: Readonly<Record<string, unknown>>): ReadonlyArray<Fact> =>
  Object.entries(facts).flatMap(([name, value]): ReadonlyArray<Fact> => {
    if (value === null || value === undefined || ["rating", "score", "reasons"].includes(name)) return []
    // The answer keeps these in a folder of their own.
    if (name === "summary" && typeof value === "object" && !Array.isArray(value)) return factsOf({ ...value })
    const all: ReadonlyArray<unknown> = Array.isArray(value) ? value : [value]
    const values = all.slice(0, factValuesMax).map(forms.get(name) ?? textOf)
    const more = all.length > factValuesMax ? [`and ${all.length - factValuesMax} more`] : []
    return [{
      name,
      // Of a list it is how many of its addresses; of one address it is what was meant.
      label: name === "did_you_mean" && typeof value === "string"
        ? "Did you mean"
        : labels.get(name) ?? codeInWords(name),
      values: all.length === 0 ? ["None"] : [...values, ...more]
    }]
  })

/** A code of ISO 639 as the language's name. */
const languageOf = (value: unknown): string =>
  typeof value === "string" && /^[a-z]{2,3}$/.test(value)
    ? new Intl.DisplayNames("en-GB", { type: "language" }).of(value) ?? value
    : textOf(value)

const sizeOf = (value: unknown): string => typeof value === "number" ? bytesText(value) : textOf(value)

/** A probability, from 0 to 1, in percent. */
const shareOf = (value: unknown): string => typeof value === "number" ? shareText(value) : textOf(value)

const textOf = (value: unknown): string =>
  typeof value === "boolean"
    ? value ? "Yes" : "No"
    : plainly(typeof value === "object" ? JSON.stringify(value) : String(value))

/** Facts that are not shown as they stand. */
const forms: ReadonlyMap<string, (value: unknown) => string> = new Map([
  ["spam_probability", shareOf],
  ["file_bytes", sizeOf],
  ["language", languageOf]
])
