import type { MessageFeatures } from "../features/MessageFeatures.ts"
import type { ClassifierHead, Knot, SpamModel } from "./SpamModel.ts"

/**
 * Returns the logit of one head. The weights are integers and their sum is exact, so the result is the same on every
 * runtime and for any order of buckets.
 */
export const headLogit = (head: ClassifierHead, buckets: Uint32Array): number => {
  let steps = 0
  for (let at = 0; at < buckets.length; at++) steps += head.weights[buckets[at]!]!
  return logitOfSteps(head, steps, buckets.length)
}

/** Returns the logit of one head. `steps` is the sum of the weights of the buckets, and `buckets` is their number. */
export const logitOfSteps = (head: ClassifierHead, steps: number, buckets: number): number =>
  buckets === 0 ? head.bias : head.bias + head.scale * (steps / Math.sqrt(buckets))

/** Returns the mean logit of the heads, before the language shift and the calibration. */
export const meanLogit = (model: SpamModel, features: MessageFeatures): number =>
  (headLogit(model.words, features.words) + headLogit(model.all, features.all)) / 2

/** Factor for a positive logit in a language on which the model was not trained. Negative logits stay unchanged. */
export const unsupportedLanguageFactor = 0.6

/** Returns the logit after the adjustment for a language. */
export const shiftedLogit = (model: SpamModel, meanLogit: number, language: string | null): number => {
  const shift = language === null ? undefined : model.languages.get(language)
  const logit = meanLogit + (shift?.offset ?? model.otherOffset)
  const damped = language !== null && shift?.supported !== true && logit > 0
  return damped ? logit * unsupportedLanguageFactor : logit
}

/** Returns the probability for a logit. A higher logit never has a lower probability. */
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
