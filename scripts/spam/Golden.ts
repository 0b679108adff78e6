import { judgeMessage } from "../../core/messages/JudgeMessage.ts"
import type { SpamModel } from "../../core/messages/model/SpamModel.ts"
import { contactFormSources, type LabeledMessage } from "./LabeledMessage.ts"
import { textHash } from "./Split.ts"

/** Message with its exact probability from the released model, for tests on every runtime. */
export interface GoldenExample {
  readonly text: string
  readonly language: string
  readonly probability: number
}

/** Number of messages per language to store with their probabilities. */
export const goldenExamplesPerLanguage = 3

/** Selects contact form messages of each language by hash, and adds their exact probabilities. */
export const selectGoldenExamples = (
  model: SpamModel,
  messages: ReadonlyArray<LabeledMessage>
): ReadonlyArray<GoldenExample> => {
  const own = messages.filter(({ source, topic }) => topic !== null && contactFormSources.includes(source))
  const byLanguage = [...Map.groupBy(own, ({ language }) => language)].toSorted(([one], [other]) =>
    one < other ? -1 : 1
  )
  return byLanguage.flatMap(([language, texts]) =>
    texts.toSorted((one, other) => textHash(one.text) - textHash(other.text)).slice(0, goldenExamplesPerLanguage)
      .map(({ text }) => ({ text, language, probability: judgeMessage(model, text, language).probability }))
  )
}
