import { reasonCatalog } from "../../../../core/documents/reasons/ReasonCatalog.ts"
import type { ReasonEntry } from "../../../../core/documents/reasons/ReasonEntry.ts"
import { type DocumentRating, documentRatings } from "../../../../core/scoring/Bands.ts"
import { bytesText, shareText } from "../../parts/text/Formats.ts"
import { glossary } from "../../parts/text/Glossary.ts"
import { codeLabel } from "../requests/CodeLabels.ts"
import { revealInvisible } from "../requests/Subject.ts"

interface StoredFinding {
  readonly code: string
  readonly message: string
  readonly where: string
}

/** Reason for a rating: all findings with the same code. */
export interface FindingGroup {
  readonly code: string
  /** Catalog entry with the meaning and its source; null if this release does not know the code. */
  readonly entry: ReasonEntry | null
  readonly findings: ReadonlyArray<Finding>
}

/** Finding, with the number of times that it occurs with the same message and location. */
export interface Finding {
  readonly message: string
  readonly where: string
  readonly times: number
}

/** Groups findings by code. Keeps the order of `found`, which starts with the most severe finding. */
export const groupFindings = (found: ReadonlyArray<StoredFinding>): ReadonlyArray<FindingGroup> =>
  [...Map.groupBy(found, ({ code }) => code)].map(([code, findings]) => ({
    code,
    entry: entryOf(code),
    findings: [...Map.groupBy(findings, ({ message, where }) => JSON.stringify([message, where])).values()]
      .flatMap(([first, ...others]) =>
        first === undefined ? [] : { message: first.message, where: first.where, times: 1 + others.length }
      )
  }))

/**
 * Returns the catalog entry of a code. Uses a map, because a code from the database could be `constructor`, which every
 * object has.
 */
const entryOf = (code: string): ReasonEntry | null => entries.get(code) ?? null

const entries: ReadonlyMap<string, ReasonEntry> = new Map(Object.entries(reasonCatalog))

/**
 * Returns the rating for the score or, if no score is stored, from the verdict (`block (30)`). Null if the scan failed.
 */
export const ratingOf = (score: number | null, verdict: string | null): DocumentRating | null => {
  if (score !== null) return documentRatings.nameOf(score)
  return documentRatings.bands.find(({ name }) => verdict === name || verdict?.startsWith(`${name} `))?.name ?? null
}

/** Returns the score from the verdict text (`block (30)`). */
export const scoreOf = (verdict: string | null): number | null => {
  const digits = /\((\d{1,3})\)$/.exec(verdict ?? "")?.[1]
  return digits === undefined ? null : Number(digits)
}

/** Line of a summary: a label and its values. */
export interface SummaryFact {
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
  ["expression", "Matched entry"],
  ["disposable", glossary.disposable],
  ["email_blocked", "Blocked by a rule"],
  ["role_account", glossary.role],
  ["public_domain", glossary.freeProvider],
  ["did_you_mean", "Likely typos"],
  ["spam_probability", "Spam probability"],
  ["reasons_left_out", "Findings not shown"]
])

/** Maximum number of displayed values per fact. */
export const factValuesMax = 200

/**
 * Returns the stored facts as labels and formatted values. Omits rating, score and reasons, which are shown elsewhere.
 */
export const factsOf = (facts: Readonly<Record<string, unknown>>): ReadonlyArray<SummaryFact> =>
  Object.entries(facts).flatMap(([name, value]): ReadonlyArray<SummaryFact> => {
    if (value === null || value === undefined || ["rating", "score", "reasons"].includes(name)) return []
    // Lists the facts that the response nests in `summary`.
    if (name === "summary" && typeof value === "object" && !Array.isArray(value)) return factsOf({ ...value })
    const all: ReadonlyArray<unknown> = Array.isArray(value) ? value : [value]
    const values = all.slice(0, factValuesMax).map(formatters.get(name) ?? textOf)
    const more = all.length > factValuesMax ? [`and ${all.length - factValuesMax} more`] : []
    return [{
      name,
      // For an address list, the value is the number of addresses with a suggestion. For one address, it is the
      // suggestion.
      label: name === "did_you_mean" && typeof value === "string"
        ? "Did you mean"
        : labels.get(name) ?? codeLabel(name),
      values: all.length === 0 ? ["None"] : [...values, ...more]
    }]
  })

/** Returns the English name of the language with an ISO 639 code. */
const languageOf = (value: unknown): string =>
  typeof value === "string" && /^[a-z]{2,3}$/.test(value)
    ? new Intl.DisplayNames("en-GB", { type: "language" }).of(value) ?? value
    : textOf(value)

const sizeOf = (value: unknown): string => typeof value === "number" ? bytesText(value) : textOf(value)

/** Formats a probability from 0 to 1 as a percentage. */
const shareOf = (value: unknown): string => typeof value === "number" ? shareText(value) : textOf(value)

const textOf = (value: unknown): string =>
  typeof value === "boolean"
    ? value ? "Yes" : "No"
    : revealInvisible(typeof value === "object" ? JSON.stringify(value) : String(value))

/** Formatters by fact name. Other facts are shown as plain text. */
const formatters: ReadonlyMap<string, (value: unknown) => string> = new Map([
  ["spam_probability", shareOf],
  ["file_bytes", sizeOf],
  ["language", languageOf]
])
