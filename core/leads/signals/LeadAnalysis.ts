import { type LeadVerdict, leadVerdicts } from "../../scoring/Bands.ts"
import { leadCatalog, type LeadCategory, type LeadEntry, reasonPointsMin } from "./LeadCatalog.ts"
import { riskOf } from "./LeadRisk.ts"
import { byWeight, type LeadSignal } from "./LeadSignal.ts"

/** Verdict on a lead with its reasons, as in the contract (section 2.5), but with camel-case names. */
export interface LeadAnalysis {
  readonly verdict: LeadVerdict
  /** Risk score from 0 to 100, where 100 is the highest risk. */
  readonly riskScore: number
  /** Unique categories of the signals, highest weight first. */
  readonly categories: ReadonlyArray<LeadCategory>
  /** One sentence for each significant signal, highest weight first. */
  readonly reasons: ReadonlyArray<string>
  /** ISO 639 code of the message's language. Null if the message is missing, too short, or in no known language. */
  readonly language: string | null
  /** All signals, highest weight first. */
  readonly signals: ReadonlyArray<LeadSignal>
  /** Spam probability of the message text, from 0 to 1. Null if there is no message. */
  readonly spamProbability: number | null
}

/** Classification of the message text. */
export interface TextClassification {
  readonly language: string | null
  readonly spamProbability: number | null
}

/** @param found signals in any order, at most one for each code */
export const makeAnalysis = (
  found: ReadonlyArray<LeadSignal>,
  { language, spamProbability }: TextClassification
): LeadAnalysis => {
  const signals = found.toSorted(byWeight)
  const riskScore = riskOf(signals)
  return {
    verdict: leadVerdicts.nameOf(riskScore),
    riskScore,
    categories: [...new Set(signals.map(({ category }) => category))],
    reasons: signals.filter(({ points }) => points >= reasonPointsMin).map(({ message }) => message),
    language,
    signals,
    spamProbability
  }
}

interface LeadExplanation {
  readonly category: string
  /** Meaning of the category. It joins the meanings of all signals with the category. */
  readonly meaning: string
}

const entries: ReadonlyArray<LeadEntry> = Object.values(leadCatalog)

/** Returns the meanings of categories. For a category that this release does not know, the meaning is its name. */
export const leadExplanations = (categories: ReadonlyArray<string>): ReadonlyArray<LeadExplanation> =>
  categories.map((category) => ({
    category,
    meaning: entries.filter((entry) => entry.category === category).map(({ about }) => about).join(" ") || category
  }))
