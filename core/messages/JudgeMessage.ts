import { isEnglish } from "./features/EnglishWords.ts"
import { featuresOf, newTokenBuckets, type TokenFeatures } from "./features/MessageFeatures.ts"
import { messageOfWindows, type Window } from "./features/MessageWindows.ts"
import { type ArrayAllocator, ReusedArrays } from "./letters/ArrayAllocator.ts"
import type { Tokens } from "./letters/Tokens.ts"
import { evidenceOf } from "./model/MessageEvidence.ts"
import { calibratedProbability, meanLogit, shiftedLogit } from "./model/MessageLogit.ts"
import { partsOf, wholeWordsMax } from "./model/MessageParts.ts"
import type { SpamModel } from "./model/SpamModel.ts"
import { deobfuscateText } from "./normalize/DeobfuscateText.ts"
import type { Disguise, Evidence, MessageJudgment } from "./normalize/MessageJudgment.ts"
import { type NormalizedMessage, normalizeText } from "./normalize/NormalizeMessage.ts"
import { condenseMessage } from "./normalize/SampleMessage.ts"

/** Minimum spam probability for which evidence is reported. Lower probabilities need no explanation. */
export const evidenceProbabilityMin = 0.2

/** Minimum words for a full judgment. With fewer words, the probability is reduced toward `fewWordsProbabilityMax`. */
export const fullJudgmentWordsMin = 3

/** Maximum probability of a message without words, which is too low for a review. */
export const fewWordsProbabilityMax = 0.1

/** Classifies the text of a message with a model. Never fails, and takes bounded time for any text. */
export const judgeMessage = (model: SpamModel, text: string, language: string | null): MessageJudgment => {
  const sample = condenseMessage(text)
  const arrays = clearedArrays()
  const plain = classify(model, normalizeText(sample, arrays), language, arrays)
  const bare = deobfuscateText(sample)
  if (bare === null) return judgmentOf(model, plain, plain.message.disguises, arrays)
  const other = classify(model, normalizeText(bare.text, arrays), language, arrays)
  const disguises = new Set([...plain.message.disguises, ...bare.disguises, ...other.message.disguises])
  return judgmentOf(model, other.probability > plain.probability ? other : plain, [...disguises], arrays)
}

let reused: ReusedArrays | null = null

/**
 * Clears and returns the shared arrays. Classification is synchronous, so the previous message no longer needs them.
 */
const clearedArrays = (): ArrayAllocator => {
  reused ??= new ReusedArrays()
  reused.clear()
  return reused
}

/** Reading of a message, with the probability of its most spam-like part. */
interface Classification {
  readonly probability: number
  readonly message: NormalizedMessage
  readonly features: TokenFeatures
  /** Windows of the most spam-like part, or null if that part is the whole message. */
  readonly part: ReadonlyArray<Window> | null
}

const classify = (
  model: SpamModel,
  message: NormalizedMessage,
  language: string | null,
  arrays: ArrayAllocator
): Classification => {
  const { tokens } = message
  const tokenBuckets = message.words <= wholeWordsMax ? null : newTokenBuckets(tokens, arrays)
  const features = featuresOf(message, tokenBuckets, arrays)
  let logit = languageLogit(model, meanLogit(model, features), language, tokens, [{ from: 0, to: tokens.count }])
  let part: ReadonlyArray<Window> | null = null
  for (const { penalty, logit: own, windows } of tokenBuckets === null ? [] : partsOf(model, message, tokenBuckets)) {
    const other = languageLogit(model, own - penalty, language, tokens, windows)
    if (other <= logit) continue
    logit = other
    part = windows
  }
  const probability = limitForFewWords(calibratedProbability(model.calibration, logit), message.words)
  return { probability, message, features, part }
}

/**
 * Returns the logit for a message's language. Returns the logit for English if it is higher and the windows are
 * English. A greeting in a language that the model does not know must not reduce the score of English text after it.
 */
const languageLogit = (
  model: SpamModel,
  mean: number,
  language: string | null,
  tokens: Tokens,
  windows: ReadonlyArray<Window>
): number => {
  const logit = shiftedLogit(model, mean, language)
  if (language === "en") return logit
  const english = shiftedLogit(model, mean, "en")
  return english > logit && isEnglish(tokens, windows) ? english : logit
}

const judgmentOf = (
  model: SpamModel,
  reading: Classification,
  disguises: ReadonlyArray<Disguise>,
  arrays: ArrayAllocator
): MessageJudgment => {
  const { message, probability } = reading
  const evidence = probability < evidenceProbabilityMin ? [] : evidenceIn(model, reading, arrays)
  return { probability, words: message.words, evidence, disguises }
}

const evidenceIn = (
  model: SpamModel,
  { features, message, part }: Classification,
  arrays: ArrayAllocator
): ReadonlyArray<Evidence> => {
  if (part === null) return evidenceOf(model, message, features)
  const within = messageOfWindows(message, part)
  return evidenceOf(model, within, featuresOf(within, null, arrays))
}

/** Limits the probability of a message with few words. A few words do not prove that a message is spam. */
const limitForFewWords = (probability: number, words: number): number => {
  if (words >= fullJudgmentWordsMin || probability <= fewWordsProbabilityMax) return probability
  return fewWordsProbabilityMax + (probability - fewWordsProbabilityMax) * (words / fullJudgmentWordsMin)
}
