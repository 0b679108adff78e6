import type { LanguageShift } from "../../core/messages/model/SpamModel.ts"

/** Training message with its logit from heads that were not trained on it. */
export interface ScoredLesson {
  readonly logit: number
  readonly spam: boolean
  readonly language: string
}

/** Fraction of each language's ordinary messages that offsets bring below a common logit. */
export const alignedShare = 0.9

/** Number of ordinary messages at which half of a language's estimated offset is applied. */
export const halfOffsetMessages = 20

/** Minimum number of spam messages, and of ordinary messages, for a supported language. */
export const supportedMessagesMin = 20

/** Returns the value below which this fraction of the values lies. */
export const quantile = (values: ReadonlyArray<number>, share: number): number => {
  const sorted = [...values].toSorted((a, b) => a - b)
  const at = share * (sorted.length - 1)
  const low = sorted[Math.floor(at)] ?? 0
  const high = sorted[Math.ceil(at)] ?? low
  return low + (high - low) * (at - Math.floor(at))
}

const ordinaryLogits = (scored: ReadonlyArray<ScoredLesson>): ReadonlyArray<number> =>
  scored.filter(({ spam }) => !spam).map(({ logit }) => logit)

/**
 * Computes the offset of each language. An offset lowers the scores of the language's ordinary messages to those of
 * most languages, because writing in another language is not suspicious. Offsets never increase a score.
 */
export const computeLanguageShifts = (scored: ReadonlyArray<ScoredLesson>): ReadonlyMap<string, LanguageShift> => {
  const byLanguage = Map.groupBy(scored, ({ language }) => language)
  const middle = quantile([...byLanguage.values()].map((own) => quantile(ordinaryLogits(own), alignedShare)), 0.5)
  const shifts = new Map<string, LanguageShift>()
  for (const [language, own] of byLanguage) {
    const ordinary = ordinaryLogits(own)
    if (language === "und" || ordinary.length === 0) continue
    const trust = ordinary.length / (ordinary.length + halfOffsetMessages)
    shifts.set(language, {
      offset: Math.min(0, trust * (middle - quantile(ordinary, alignedShare))),
      supported: ordinary.length >= supportedMessagesMin && own.length - ordinary.length >= supportedMessagesMin
    })
  }
  return shifts
}

/** Additional reduction of the logit in untrained languages: the model is not evaluated in them. */
export const unknownLanguageCaution = 0.3

/**
 * Computes the offset of languages without training data.
 *
 * @param known messages scored by heads with training in their language
 * @param strange messages scored by heads without training in their language
 */
export const computeUnknownLanguageOffset = (
  known: ReadonlyArray<ScoredLesson>,
  strange: ReadonlyArray<ScoredLesson>
): number => {
  const middle = (scored: ReadonlyArray<ScoredLesson>) => {
    const byLanguage = [...Map.groupBy(scored, ({ language }) => language).values()]
    return quantile(byLanguage.map((own) => quantile(ordinaryLogits(own), alignedShare)), 0.5)
  }
  return Math.min(0, middle(known) - middle(strange)) - unknownLanguageCaution
}
