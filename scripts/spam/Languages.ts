import type { LanguageShift } from "../../core/messages/model/SpamModel.ts"

/** A lesson with the logit that it got from heads which had not learnt it. */
export interface ScoredLesson {
  readonly logit: number
  readonly spam: boolean
  readonly language: string
}

/** The share of the ordinary messages of a language that scores below the same point in every language. */
export const alignedShare = 0.9

/** With so many ordinary messages a language's own figure counts half, beside that of all languages. */
export const halfwayMessages = 20

/** With fewer spam or ordinary messages than these a language counts as one that was not learnt. */
export const supportedMessagesMin = 20

/** The value that this share lies below. */
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
 * How far each language is moved so that its ordinary messages score no higher than those of most languages do: who writes
 * in another language is not for that reason more suspicious. None is moved the other way.
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

/** A language that was not learnt is moved towards less suspicion by at least this: nobody looked at what it does there. */
export const strangerCaution = 0.3

/**
 * How far a language is moved that was never learnt.
 *
 * @param known as learnt
 * @param strange each lesson scored by heads that had learnt nothing in its language
 */
export const strangerOffset = (known: ReadonlyArray<ScoredLesson>, strange: ReadonlyArray<ScoredLesson>): number => {
  const middle = (scored: ReadonlyArray<ScoredLesson>) => {
    const byLanguage = [...Map.groupBy(scored, ({ language }) => language).values()]
    return quantile(byLanguage.map((own) => quantile(ordinaryLogits(own), alignedShare)), 0.5)
  }
  return Math.min(0, middle(known) - middle(strange)) - strangerCaution
}
