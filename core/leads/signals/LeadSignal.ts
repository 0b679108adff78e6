import { byWeightThenCode } from "../../scoring/CombineSignals.ts"
import { fillPlaceholders, type MessageValues } from "../../scoring/ReasonCase.ts"
import { type LeadCasesOf, leadCatalog, type LeadCategory, type LeadCode, type LeadEntry } from "./LeadCatalog.ts"

/** Finding about a lead with its weight. */
export interface LeadSignal {
  readonly code: LeadCode
  readonly category: LeadCategory
  /** Points from 0 to 100, which `riskOf` combines. */
  readonly points: number
  /** Sentence that explains the signal to people. */
  readonly message: string
}

const entries: Readonly<Record<LeadCode, LeadEntry>> = leadCatalog

export const pointsOf = <Code extends LeadCode>(code: Code, name: keyof LeadCasesOf<Code> & string): number =>
  entries[code].cases[name]![0]

/**
 * Creates a signal from a case of the catalog.
 *
 * @param values one value for each `…` in the message of the case
 */
export const makeLeadSignal = <Code extends LeadCode, Name extends keyof LeadCasesOf<Code> & string>(
  code: Code,
  name: Name,
  values: MessageValues<LeadCasesOf<Code>, Name>
): LeadSignal => {
  const [points, message] = entries[code].cases[name]!
  return { code, category: leadCatalog[code].category, points, message: fillPlaceholders(message, values) }
}

/** Creates a spam signal with points from the curve of the catalog. */
export const makeSpamSignal = (points: number, message: string): LeadSignal => ({
  code: "SPAM_CONTENT",
  category: leadCatalog.SPAM_CONTENT.category,
  points,
  message
})

/** Compares signals by weight, highest first, then by code. */
export const byWeight = (one: LeadSignal, other: LeadSignal): number =>
  byWeightThenCode({ code: one.code, weight: one.points }, { code: other.code, weight: other.points })

/** Maximum characters of one quotation in a reason. */
const quoteCharsMax = 60

/** Cleans untrusted text for a reason. The result is one line of limited length without invisible characters. */
export const sanitizeText = (text: string): string => {
  if (text.length <= quoteCharsMax && plain.test(text)) return text
  const line = text.slice(0, quoteCharsMax * 8).toWellFormed().replace(/[\p{C}\p{Z}]+/gu, " ").trim()
  const characters = Array.from(line)
  return characters.length <= quoteCharsMax ? line : `${characters.slice(0, quoteCharsMax - 1).join("")}…`
}

/** Matches ASCII words with single spaces, the usual case, which need no cleaning. */
const plain = /^[!-~]+(?: [!-~]+)*$/

/** Formats the first `max` different texts as `“one”, “other”`. */
export const quoteList = (texts: ReadonlyArray<string>, max: number): string =>
  [...new Set(texts.map(sanitizeText))].filter((text) => text !== "").slice(0, max).map((text) => `“${text}”`).join(
    ", "
  )

/** Formats the first text and the number of other texts, without duplicates. */
export const formatFirstAndCount = (texts: ReadonlyArray<string>): string => {
  const different = [...new Set(texts)]
  return sanitizeText(different[0] ?? "") + (different.length > 1 ? ` and ${different.length - 1} more` : "")
}
