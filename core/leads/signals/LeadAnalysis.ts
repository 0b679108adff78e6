import { type LeadVerdict, leadVerdicts } from "../../scoring/Bands.ts"
import { leadCatalogue, type LeadCategory, type LeadEntry, reasonPointsMin } from "./LeadCatalogue.ts"
import { riskOf } from "./LeadRisk.ts"
import { byWeight, type LeadSignal } from "./LeadSignal.ts"

/** The verdict on a lead, with what it rests on (contract, section 2.5, but for the spelling of its names). */
export interface LeadAnalysis {
  readonly verdict: LeadVerdict
  /** 0 to 100, higher is riskier. */
  readonly riskScore: number
  /** Each once, the weightiest first. */
  readonly categories: ReadonlyArray<LeadCategory>
  /** A sentence for each signal of weight, the weightiest first. */
  readonly reasons: ReadonlyArray<string>
  /** ISO 639; null without a message, and where it is too short to tell. */
  readonly language: string | null
  /** Everything that was noticed, the weightiest first. */
  readonly signals: ReadonlyArray<LeadSignal>
  /** What the text of the message alone comes to, 0 to 1; null without one. */
  readonly spamProbability: number | null
}

/** What the text of a message told. */
export interface MessageFigures {
  readonly language: string | null
  readonly spamProbability: number | null
}

/** @param found each code once, in any order */
export const analysisOf = (
  found: ReadonlyArray<LeadSignal>,
  { language, spamProbability }: MessageFigures
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
  /** What it means; where several things have one name, each of them. */
  readonly meaning: string
}

const entries: ReadonlyArray<LeadEntry> = Object.values(leadCatalogue)

/** What categories mean; one that a later release has dropped means what it says. */
export const leadExplanations = (categories: ReadonlyArray<string>): ReadonlyArray<LeadExplanation> =>
  categories.map((category) => ({
    category,
    meaning: entries.filter((entry) => entry.category === category).map(({ about }) => about).join(" ") || category
  }))
