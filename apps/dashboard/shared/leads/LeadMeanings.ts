import { decisiveWordsMin, fewWordsPointsMax, pointsOfProbability } from "../../../../core/leads/judge/JudgeText.ts"
import { leadCatalogue, type LeadEntry, leadPointsOf } from "../../../../core/leads/signals/LeadCatalogue.ts"

const entriesOf = (category: string): ReadonlyArray<LeadEntry> =>
  Object.values<LeadEntry>(leadCatalogue).filter((entry) => entry.category === category)

/** Everything that can be behind a category, in plain words; empty for one that is not known here. */
export const categoryMeanings = (category: string): ReadonlyArray<string> =>
  entriesOf(category).map(({ about }) => about)

/** The weightiest signal that a category can stand for, in points. */
export const categoryPointsMax = (category: string): number => Math.max(0, ...entriesOf(category).flatMap(leadPointsOf))

/** Whether a category always counts the same. */
export const isOfOneWeight = (category: string): boolean =>
  new Set(entriesOf(category).flatMap(leadPointsOf)).size === 1

/** What a category counts, in words: `40 points`, `up to 88 points`; empty for one that counts nothing. */
export const pointsText = (category: string): string => {
  const points = categoryPointsMax(category)
  if (points === 0) return ""
  const words = `${points} ${points === 1 ? "point" : "points"}`
  return isOfOneWeight(category) ? words : `up to ${words}`
}

/** Nothing is certain by its words. */
const percentMax = 99

/** How likely a text is spam: `93%`, never 100. */
export const likelyText = (probability: number): string => `${Math.min(percentMax, Math.floor(probability * 100))}%`

/**
 * What a text counts, in words: `72 of at most 88 points`. How many words it had is not kept, and a text of few words counts less:
 * where that makes a difference, it is told as a bound.
 */
export const textPoints = (probability: number, riskScore: number): string => {
  const most = pointsOfProbability(probability, decisiveWordsMin)
  // What a text counts is never above the score.
  const exact = most <= fewWordsPointsMax ? most : riskScore < most ? fewWordsPointsMax : null
  // Nothing narrower than what is said where the probability is not known, such as of an answer: a lead reads the same everywhere.
  const bound = categoryPointsMax("spam_content")
  return exact === null ? `up to ${bound} points` : `${exact} of at most ${bound} points`
}
