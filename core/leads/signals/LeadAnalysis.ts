import { type LeadVerdict, leadVerdicts } from "../../scoring/Bands.ts"
import { leadCatalog, type LeadCategory, type LeadEntry, reasonPointsMin } from "./LeadCatalog.ts"
import { riskOf } from "./LeadRisk.ts"
import { byWeight, type LeadSignal } from "./LeadSignal.ts"

/** Verdict on a lead with its reasons (contract, section 2.5, with different spelling of the names). */
export interface LeadAnalysis {
  readonly verdict: LeadVerdict
  /** 0 to 100, higher is riskier. */
  readonly riskScore: number
  /** Unique, highest weight first. */
  readonly categories: ReadonlyArray<LeadCategory>
  /** A sentence per significant signal, highest weight first. */
  readonly reasons: ReadonlyArray<string>
  /** ISO 639. Null without a message, or if the message is too short to detect it. */
  readonly language: string | null
  /** All signals, highest weight first. */
  readonly signals: ReadonlyArray<LeadSignal>
  /** Spam probability of the message text, 0 to 1. Null without a message. */
  readonly spamProbability: number | null
}

/** Classification of the message text. */
export interface TextClassification {
  readonly language: string | null
  readonly spamProbability: number | null
}

/** @param found unique by code, in any order */
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
  /** Meaning of the category. Several signals of one category are joined. */
  readonly meaning: string
}

const entries: ReadonlyArray<LeadEntry> = Object.values(leadCatalog)

/** Returns the meanings of categories. A category removed in a later release is returned as its own meaning. */
export const leadExplanations = (categories: ReadonlyArray<string>): ReadonlyArray<LeadExplanation> =>
  categories.map((category) => ({
    category,
    meaning: entries.filter((entry) => entry.category === category).map(({ about }) => about).join(" ") || category
  }))
