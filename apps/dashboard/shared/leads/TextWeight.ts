import { decisiveWordsMin, fewWordsPointsMax, pointsOfProbability } from "../../../../core/leads/judge/JudgeText.ts"
import { categoryPointsMax } from "./LeadMeanings.ts"

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
