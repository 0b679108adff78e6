import { judgeMessage } from "../../core/messages/JudgeMessage.ts"
import type { SpamModel } from "../../core/messages/model/SpamModel.ts"
import { contactFormSources, type LabelledMessage } from "./LabelledMessage.ts"
import { textHash } from "./Split.ts"

/** A message and the exact probability that the model of the release gives it, for tests of every runtime. */
export interface Golden {
  readonly text: string
  readonly language: string
  readonly probability: number
}

/** Messages of each language of the project's own that are kept with their score. */
export const goldenPerLanguage = 3

/** The same texts for the same data, of every language that contact forms are learnt in. */
export const goldenScores = (model: SpamModel, messages: ReadonlyArray<LabelledMessage>): ReadonlyArray<Golden> => {
  const own = messages.filter(({ source, topic }) => topic !== null && contactFormSources.includes(source))
  const byLanguage = [...Map.groupBy(own, ({ language }) => language)].toSorted(([one], [other]) =>
    one < other ? -1 : 1
  )
  return byLanguage.flatMap(([language, texts]) =>
    texts.toSorted((one, other) => textHash(one.text) - textHash(other.text)).slice(0, goldenPerLanguage)
      .map(({ text }) => ({ text, language, probability: judgeMessage(model, text, language).probability }))
  )
}
