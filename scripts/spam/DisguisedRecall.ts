import { disguised, disguises, type Worn } from "./Disguises.ts"
import type { LabelledMessage } from "./LabelledMessage.ts"

/** How much of the same spam is found in a disguise. */
export interface DisguisedRecall {
  readonly worn: Worn | "plain"
  readonly messages: number
  /** At even odds. */
  readonly even: number
  /** Mean of the probabilities. */
  readonly mean: number
}

/** Spam that can wear every disguise: letters of other scripts hide nothing in a script that has them. */
const wears = ({ language, spam, text }: LabelledMessage): boolean =>
  spam && !["ar", "fa", "he", "hi", "ja", "ko", "th", "zh", "ru", "uk", "el", "bg"].includes(language) &&
  disguises.every((worn) => disguised(text, worn) !== text)

/** The same spam, plain and in each disguise. */
export const disguisedRecall = (
  messages: ReadonlyArray<LabelledMessage>,
  probability: (text: string) => number
): ReadonlyArray<DisguisedRecall> => {
  const spam = messages.filter(wears)
  return (["plain", ...disguises] as const).map((worn) => {
    const said = spam.map(({ text }) => probability(worn === "plain" ? text : disguised(text, worn)))
    return {
      worn,
      messages: spam.length,
      even: said.filter((one) => one >= 0.5).length / Math.max(1, said.length),
      mean: said.reduce((sum, one) => sum + one, 0) / Math.max(1, said.length)
    }
  })
}
