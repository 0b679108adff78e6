import { bareText } from "./BareText.ts"
import { calibrated, shiftedLogit } from "./CalibrateLogit.ts"
import { isEnglish } from "./EnglishWords.ts"
import { evidenceOf } from "./MessageEvidence.ts"
import { featuresOf, type TokenFeatures } from "./MessageFeatures.ts"
import type { Disguise, MessageJudgement } from "./MessageJudgement.ts"
import { meanLogit } from "./MessageLogit.ts"
import { windowsOf } from "./MessageWindows.ts"
import { normalizeAll, type NormalizedMessage } from "./NormalizeMessage.ts"
import type { SpamModel } from "./SpamModel.ts"

/** The probability at which a message begins to look like spam: below it there is nothing to explain. */
export const evidenceProbabilityMin = 0.2

/** Words that are enough for a judgement. Of fewer, the probability is drawn towards `fewWordsProbability`. */
export const wordsEnough = 3

/** What a message without words may be at most: less than a person would look into. */
export const fewWordsProbability = 0.1

/** What a part of a message has to have more than a whole one, in logits: among many parts one is unlike the others by chance. */
export const windowPenalty = 0.6

/** What the text of a message says of it, by what a model learnt. Total over any text; takes bounded time. */
export const judgeMessage = (model: SpamModel, text: string, language: string | null): MessageJudgement => {
  const plain = readingOf(model, normalizeAll(text), language)
  const bare = bareText(text)
  if (bare === null) return judgementOf(model, plain, plain.disguises)
  const other = readingOf(model, normalizeAll(bare.text), language)
  const disguises = new Set([...plain.disguises, ...bare.disguises, ...other.disguises])
  return judgementOf(model, other.probability > plain.probability ? other : plain, [...disguises])
}

/** A way to read a message, by the part of it that looks most like spam. */
interface Reading {
  readonly probability: number
  readonly words: number
  readonly disguises: ReadonlyArray<Disguise>
  readonly part: Part
}

interface Part {
  readonly message: NormalizedMessage
  readonly features: TokenFeatures
  readonly logit: number
}

const readingOf = (model: SpamModel, message: NormalizedMessage, language: string | null): Reading => {
  let part = partOf(model, message, language, 0)
  for (const window of windowsOf(message)) {
    const other = partOf(model, window, language, windowPenalty)
    if (other.logit > part.logit) part = other
  }
  const probability = withFewWords(calibrated(model.calibration, part.logit), message.words)
  return { probability, words: message.words, disguises: message.disguises, part }
}

const partOf = (model: SpamModel, message: NormalizedMessage, language: string | null, penalty: number): Part => {
  const features = featuresOf(message)
  const mean = meanLogit(model, features) - penalty
  const logit = shiftedLogit(model, mean, language)
  if (mean <= logit || (language !== null && model.languages.get(language)?.supported === true)) {
    return { message, features, logit }
  }
  // A greeting in a language that the model does not know damps nothing of what is English behind it.
  return { message, features, logit: isEnglish(message.tokens) ? shiftedLogit(model, mean, "en") : logit }
}

const judgementOf = (
  model: SpamModel,
  { part, probability, words }: Reading,
  disguises: ReadonlyArray<Disguise>
): MessageJudgement => ({
  probability,
  words,
  evidence: probability < evidenceProbabilityMin ? [] : evidenceOf(model, part.message, part.features),
  disguises
})

/** A few words never say for sure that a message is spam; that it is none they may. */
const withFewWords = (probability: number, words: number): number => {
  if (words >= wordsEnough || probability <= fewWordsProbability) return probability
  return fewWordsProbability + (probability - fewWordsProbability) * (words / wordsEnough)
}
