import type { LanguageShift } from "../../core/messages/model/SpamModel.ts"

/** A training message with a logit from heads that were not trained on it. */
export interface ScoredLesson {
  readonly logit: number
  readonly spam: boolean
  readonly language: string
}

/** Fraction of each language's ordinary messages that is aligned to score below a common point. */
export const alignedShare = 0.9

/** Number of ordinary messages at which a language's own estimate has the same weight as that of all languages. */
export const halfwayMessages = 20

/** A language with fewer spam or ordinary messages counts as unsupported. */
export const supportedMessagesMin = 20

/** Returns the value below which this fraction of the values is. */
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
 * Computes the offset of each language. It keeps the language's ordinary messages from scoring higher than those of most languages,
 * because writing in another language is not suspicious in itself. Offsets never increase suspicion.
 */
export const languageShifts = (scored: ReadonlyArray<ScoredLesson>): ReadonlyMap<string, LanguageShift> => {
  const byLanguage = Map.groupBy(scored, ({ language }) => language)
  const middle = quantile([...byLanguage.values()].map((own) => quantile(ordinaryLogits(own), alignedShare)), 0.5)
  const shifts = new Map<string, LanguageShift>()
  for (const [language, own] of byLanguage) {
    const ordinary = ordinaryLogits(own)
    if (language === "und" || ordinary.length === 0) continue
    const trust = ordinary.length / (ordinary.length + halfwayMessages)
    shifts.set(language, {
      offset: Math.min(0, trust * (middle - quantile(ordinary, alignedShare))),
      supported: ordinary.length >= supportedMessagesMin && own.length - ordinary.length >= supportedMessagesMin
    })
  }
  return shifts
}

/** Minimum offset toward less suspicion for untrained languages, for which there is no evaluation. */
export const strangerCaution = 0.3

/**
 * Computes the offset of languages without training data.
 *
 * @param known messages scored as trained
 * @param strange each message scored by heads without any training in its language
 */
export const strangerOffset = (known: ReadonlyArray<ScoredLesson>, strange: ReadonlyArray<ScoredLesson>): number => {
  const middle = (scored: ReadonlyArray<ScoredLesson>) => {
    const byLanguage = [...Map.groupBy(scored, ({ language }) => language).values()]
    return quantile(byLanguage.map((own) => quantile(ordinaryLogits(own), alignedShare)), 0.5)
  }
  return Math.min(0, middle(known) - middle(strange)) - strangerCaution
}
