import { calibrated, shiftedLogit } from "./CalibrateLogit.ts"
import { evidenceOf } from "./MessageEvidence.ts"
import { featuresOf } from "./MessageFeatures.ts"
import type { MessageJudgement } from "./MessageJudgement.ts"
import { meanLogit } from "./MessageLogit.ts"
import { normalizeMessage } from "./NormalizeMessage.ts"
import type { SpamModel } from "./SpamModel.ts"

/** The probability at which a message begins to look like spam: below it there is nothing to explain. */
export const evidenceProbabilityMin = 0.2

/** Words that are enough for a judgement. Of fewer, the probability is drawn towards `fewWordsProbability`. */
export const wordsEnough = 3

/** What a message without words may be at most: less than a person would look into. */
export const fewWordsProbability = 0.1

/** What the text of a message says of it, by what a model learnt. Total over any text; takes bounded time. */
export const judgeMessage = (model: SpamModel, text: string, language: string | null): MessageJudgement => {
  const message = normalizeMessage(text)
  const features = featuresOf(message)
  const logit = shiftedLogit(model, meanLogit(model, features), language)
  const probability = withFewWords(calibrated(model.calibration, logit), message.words)
  return {
    probability,
    words: message.words,
    evidence: probability < evidenceProbabilityMin ? [] : evidenceOf(model, message, features),
    disguises: message.disguises
  }
}

/** A few words never say for sure that a message is spam; that it is none they may. */
const withFewWords = (probability: number, words: number): number => {
  if (words >= wordsEnough || probability <= fewWordsProbability) return probability
  return fewWordsProbability + (probability - fewWordsProbability) * (words / wordsEnough)
}
