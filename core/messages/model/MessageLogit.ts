import type { MessageFeatures } from "../features/MessageFeatures.ts"
import type { Head, SpamModel } from "./SpamModel.ts"

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
