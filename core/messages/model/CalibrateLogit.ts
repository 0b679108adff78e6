import type { Knot, SpamModel } from "./SpamModel.ts"

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
