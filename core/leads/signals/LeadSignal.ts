import { fillPlaceholders, type ValuesOf } from "../../scoring/Case.ts"
import { byWeightThenCode } from "../../scoring/CombineSignals.ts"
import { type LeadCasesOf, leadCatalog, type LeadCategory, type LeadCode, type LeadEntry } from "./LeadCatalog.ts"

/** Finding about a lead with its weight. */
export interface LeadSignal {
  readonly code: LeadCode
  readonly category: LeadCategory
  /** 0 to 100. Combined by `riskOf`. */
  readonly points: number
  /** One sentence for people. */
  readonly message: string
}

const entries: Readonly<Record<LeadCode, LeadEntry>> = leadCatalog

export const pointsOf = <Code extends LeadCode>(code: Code, name: keyof LeadCasesOf<Code> & string): number =>
  entries[code].cases[name]![0]

/**
 * Creates a signal from a case of the catalog.
 *
 * @param values one for each `…` of the case's message
 */
export const leadSignal = <Code extends LeadCode, Name extends keyof LeadCasesOf<Code> & string>(
  code: Code,
  name: Name,
  values: ValuesOf<LeadCasesOf<Code>, Name>
): LeadSignal => {
  const [points, message] = entries[code].cases[name]!
  return { code, category: leadCatalog[code].category, points, message: fillPlaceholders(message, values) }
}

/** Creates a signal with points from the curve of the catalog. */
export const spamSignal = (points: number, message: string): LeadSignal => ({
  code: "SPAM_CONTENT",
  category: leadCatalog.SPAM_CONTENT.category,
  points,
  message
})

/** Sorts by weight, highest first, then by code. */
export const byWeight = (one: LeadSignal, other: LeadSignal): number =>
  byWeightThenCode({ code: one.code, weight: one.points }, { code: other.code, weight: other.points })

/** Characters quoted from a lead in one part of a reason. */
const quoteCharsMax = 60

/** Cleans untrusted text for a reason: one line, no invisible characters, limited length. */
export const quote = (text: string): string => {
  if (text.length <= quoteCharsMax && plain.test(text)) return text
  const line = text.slice(0, quoteCharsMax * 8).toWellFormed().replace(/[\p{C}\p{Z}]+/gu, " ").trim()
  const characters = Array.from(line)
  return characters.length <= quoteCharsMax ? line : `${characters.slice(0, quoteCharsMax - 1).join("")}…`
}

/** Fast path for ASCII words with single spaces, the usual case. */
const plain = /^[!-~]+(?: [!-~]+)*$/

/** Formats the first few texts as `“one”, “other”`. */
export const quoteList = (texts: ReadonlyArray<string>, max: number): string =>
  [...new Set(texts.map(quote))].filter((text) => text !== "").slice(0, max).map((text) => `“${text}”`).join(", ")

/** Formats the first text and the number of others. */
export const firstAndMore = (texts: ReadonlyArray<string>): string => {
  const different = [...new Set(texts)]
  return quote(different[0] ?? "") + (different.length > 1 ? ` and ${different.length - 1} more` : "")
}
