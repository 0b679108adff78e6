import type { MessageFeatures } from "./MessageFeatures.ts"
import type { Head, SpamModel } from "./SpamModel.ts"

/**
 * The logit of one head. Steps are whole numbers and their sum is exact, so the figure is the same on every runtime and in
 * every order of the buckets.
 */
export const headLogit = (head: Head, buckets: Uint32Array): number => {
  let steps = 0
  for (let at = 0; at < buckets.length; at++) steps += head.weights[buckets[at]!]!
  return buckets.length === 0 ? head.bias : head.bias + head.scale * (steps / Math.sqrt(buckets.length))
}

/** The mean logit of the heads, before language and calibration. */
export const meanLogit = (model: SpamModel, features: MessageFeatures): number =>
  (headLogit(model.words, features.words) + headLogit(model.all, features.all)) / 2
