import { fillIn, type ValuesOf } from "../../scoring/Case.ts"
import { byWeightThenCode } from "../../scoring/Fold.ts"
import {
  type LeadCaseOf,
  leadCatalogue,
  type LeadCategory,
  type LeadCode,
  type LeadEntry,
  type LeadMessageOf
} from "./LeadCatalogue.ts"

/** What was noticed of a lead, and how much it weighs. */
export interface LeadSignal {
  readonly code: LeadCode
  readonly category: LeadCategory
  /** 0 to 100; how signals combine is for `riskOf` to say. */
  readonly points: number
  /** One sentence that a person understands. */
  readonly message: string
}

const entries: Readonly<Record<LeadCode, LeadEntry>> = leadCatalogue

/** The points of a case of the catalogue. */
export const pointsOf = <Code extends LeadCode>(code: Code, name: LeadCaseOf<Code>): number =>
  entries[code].cases[name]![0]

/**
 * A signal of a case of the catalogue.
 *
 * @param values one for each `…` of the case's message
 */
export const leadSignal = <Code extends LeadCode, Name extends LeadCaseOf<Code>>(
  code: Code,
  name: Name,
  values: ValuesOf<LeadMessageOf<Code, Name>>
): LeadSignal => {
  const [points, message] = entries[code].cases[name]!
  return { code, category: leadCatalogue[code].category, points, message: fillIn(message, values) }
}

/** A signal whose points the curve of the catalogue gives. */
export const spamSignal = (points: number, message: string): LeadSignal => ({
  code: "SPAM_CONTENT",
  category: leadCatalogue.SPAM_CONTENT.category,
  points,
  message
})

/** The weightiest first, then by code. */
export const byWeight = (one: LeadSignal, other: LeadSignal): number =>
  byWeightThenCode({ code: one.code, weight: one.points }, { code: other.code, weight: other.points })

/** Characters of a lead's own text in one piece of a reason. */
const quoteCharsMax = 60

/** Text of a stranger as it may stand in a reason: one line, nothing unseen, not long. */
export const quote = (text: string): string => {
  if (text.length <= quoteCharsMax && plain.test(text)) return text
  const line = text.slice(0, quoteCharsMax * 8).toWellFormed().replace(/[\p{C}\p{Z}]+/gu, " ").trim()
  const characters = Array.from(line)
  return characters.length <= quoteCharsMax ? line : `${characters.slice(0, quoteCharsMax - 1).join("")}…`
}

/** Most pieces are such already: words of ASCII with a blank between them. */
const plain = /^[!-~]+(?: [!-~]+)*$/

/** `“one”, “other”`: the first few of them. */
export const quoted = (texts: ReadonlyArray<string>, max: number): string =>
  [...new Set(texts.map(quote))].filter((text) => text !== "").slice(0, max).map((text) => `“${text}”`).join(", ")

/** The first, and how many others there are. */
export const andMore = (texts: ReadonlyArray<string>): string => {
  const different = [...new Set(texts)]
  return quote(different[0] ?? "") + (different.length > 1 ? ` and ${different.length - 1} more` : "")
}
