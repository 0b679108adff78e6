import { judgeMessage } from "../../core/messages/JudgeMessage.ts"
import type { SpamModel } from "../../core/messages/model/SpamModel.ts"
import { contactFormSources, type LabelledMessage } from "./LabelledMessage.ts"
import { textHash } from "./Split.ts"

/** A message and its exact probability from the release's model, for tests on every runtime. */
export interface Golden {
  readonly text: string
  readonly language: string
  readonly probability: number
}

/** Number of messages per language of the project's own texts to store with their scores. */
export const goldenPerLanguage = 3

/** Selects the messages deterministically, for every language with training data from contact forms. */
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
