import type { MessageFeatures } from "../features/MessageFeatures.ts"
import type { Head, Knot, SpamModel } from "./SpamModel.ts"

/**
 * Returns the logit of one head. The steps are integers and their sum is exact, so the result is the same on every runtime and for
 * any order of buckets.
 */
export const headLogit = (head: Head, buckets: Uint32Array): number => {
  let steps = 0
  for (let at = 0; at < buckets.length; at++) steps += head.weights[buckets[at]!]!
  return logitOfSteps(head, steps, buckets.length)
}

/** Returns the logit of one head from the sum of weights over a number of buckets. */
export const logitOfSteps = (head: Head, steps: number, buckets: number): number =>
  buckets === 0 ? head.bias : head.bias + head.scale * (steps / Math.sqrt(buckets))

/** Returns the mean logit of the heads, before language shift and calibration. */
export const meanLogit = (model: SpamModel, features: MessageFeatures): number =>
  (headLogit(model.words, features.words) + headLogit(model.all, features.all)) / 2

/** Share of a positive logit that counts in a language the model was not trained on. Negative logits are kept. */
export const unsupportedShare = 0.6

/** Returns the logit adjusted for the language. */
export const shiftedLogit = (model: SpamModel, meanLogit: number, language: string | null): number => {
  const shift = language === null ? undefined : model.languages.get(language)
  const logit = meanLogit + (shift?.offset ?? model.otherOffset)
  const damped = language !== null && shift?.supported !== true && logit > 0
  return damped ? logit * unsupportedShare : logit
}

/** Returns the probability of a logit. Monotone. */
export const calibratedProbability = (knots: ReadonlyArray<Knot>, logit: number): number => {
  let before: Knot | null = null
  for (const knot of knots) {
    if (logit <= knot.logit) return before === null ? knot.probability : interpolate(before, knot, logit)
    before = knot
  }
  return before?.probability ?? 0
}

const interpolate = (low: Knot, high: Knot, logit: number): number => {
  const part = (logit - low.logit) / (high.logit - low.logit)
  return Math.min(high.probability, low.probability + part * (high.probability - low.probability))
}
