import { applyDisguise, type Disguise, disguises } from "./Disguises.ts"
import type { LabeledMessage } from "./LabeledMessage.ts"

/** Recall of spam in one disguise. */
export interface DisguisedRecall {
  readonly worn: Disguise | "plain"
  readonly messages: number
  /** Recall at a probability threshold of 0.5. */
  readonly even: number
  /** Mean spam probability of the messages. */
  readonly mean: number
}

/**
 * Reports whether a message is spam to which every disguise applies. Lookalike letters only replace Latin letters, so
 * languages in other scripts are excluded.
 */
const canDisguise = ({ language, spam, text }: LabeledMessage): boolean =>
  spam && !["ar", "fa", "he", "hi", "ja", "ko", "th", "zh", "ru", "uk", "el", "bg"].includes(language) &&
  disguises.every((worn) => applyDisguise(text, worn) !== text)

/** Evaluates the same spam in plain form and in each disguise. */
export const measureDisguisedRecall = (
  messages: ReadonlyArray<LabeledMessage>,
  probability: (text: string) => number
): ReadonlyArray<DisguisedRecall> => {
  const spam = messages.filter(canDisguise)
  return (["plain", ...disguises] as const).map((worn) => {
    const probabilities = spam.map(({ text }) => probability(worn === "plain" ? text : applyDisguise(text, worn)))
    return {
      worn,
      messages: spam.length,
      even: probabilities.filter((one) => one >= 0.5).length / Math.max(1, probabilities.length),
      mean: probabilities.reduce((sum, one) => sum + one, 0) / Math.max(1, probabilities.length)
    }
  })
}
