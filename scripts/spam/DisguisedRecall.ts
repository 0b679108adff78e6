import { disguised, disguises, type Worn } from "./Disguises.ts"
import type { LabelledMessage } from "./LabelledMessage.ts"

/** Recall of the same spam in a disguise. */
export interface DisguisedRecall {
  readonly worn: Worn | "plain"
  readonly messages: number
  /** Recall at a probability of 0.5. */
  readonly even: number
  /** Mean probability. */
  readonly mean: number
}

/** Selects spam to which every disguise applies: lookalike letters hide nothing in scripts that contain them. */
const wears = ({ language, spam, text }: LabelledMessage): boolean =>
  spam && !["ar", "fa", "he", "hi", "ja", "ko", "th", "zh", "ru", "uk", "el", "bg"].includes(language) &&
  disguises.every((worn) => disguised(text, worn) !== text)

/** Evaluates the same spam in plain form and in each disguise. */
export const disguisedRecall = (
  messages: ReadonlyArray<LabelledMessage>,
  probability: (text: string) => number
): ReadonlyArray<DisguisedRecall> => {
  const spam = messages.filter(wears)
  return (["plain", ...disguises] as const).map((worn) => {
    const probabilities = spam.map(({ text }) => probability(worn === "plain" ? text : disguised(text, worn)))
    return {
      worn,
      messages: spam.length,
      even: probabilities.filter((one) => one >= 0.5).length / Math.max(1, probabilities.length),
      mean: probabilities.reduce((sum, one) => sum + one, 0) / Math.max(1, probabilities.length)
    }
  })
}
