import type { MessageFeatures } from "../features/MessageFeatures.ts"
import type { Head, Knot, SpamModel } from "./SpamModel.ts"

/**
 * The logit of one head. Steps are whole numbers and their sum is exact, so the figure is the same on every runtime and in
 * every order of the buckets.
 */
export const headLogit = (head: Head, buckets: Uint32Array): number => {
  let steps = 0
  for (let at = 0; at < buckets.length; at++) steps += head.weights[buckets[at]!]!
  return logitOfSteps(head, steps, buckets.length)
}

/** The logit of one head by the sum of the weights of so many buckets. */
export const logitOfSteps = (head: Head, steps: number, buckets: number): number =>
  buckets === 0 ? head.bias : head.bias + head.scale * (steps / Math.sqrt(buckets))

/** The mean logit of the heads, before language and calibration. */
export const meanLogit = (model: SpamModel, features: MessageFeatures): number =>
  (headLogit(model.words, features.words) + headLogit(model.all, features.all)) / 2

/** What is left of evidence for spam in a language that the model was not trained on. Evidence against it stays whole. */
export const unsupportedShare = 0.6

/** The logit of a message in its language. */
export const shiftedLogit = (model: SpamModel, meanLogit: number, language: string | null): number => {
  const shift = language === null ? undefined : model.languages.get(language)
  const logit = meanLogit + (shift?.offset ?? model.otherOffset)
  const damped = language !== null && shift?.supported !== true && logit > 0
  return damped ? logit * unsupportedShare : logit
}

/** The probability of a logit: never lower for a higher one. */
export const calibrated = (knots: ReadonlyArray<Knot>, logit: number): number => {
  let before: Knot | null = null
  for (const knot of knots) {
    if (logit <= knot.logit) return before === null ? knot.probability : between(before, knot, logit)
    before = knot
  }
  return before?.probability ?? 0
}

const between = (low: Knot, high: Knot, logit: number): number => {
  const part = (logit - low.logit) / (high.logit - low.logit)
  return Math.min(high.probability, low.probability + part * (high.probability - low.probability))
}
