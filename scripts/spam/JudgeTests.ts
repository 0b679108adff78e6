import { languageDetector } from "../../adapters/language/LanguageEld.ts"
import { judgeMessage } from "../../core/messages/JudgeMessage.ts"
import type { SpamModel } from "../../core/messages/model/SpamModel.ts"
import { type DilutedRecall, measureDilutedRecall, readFillers } from "./Dilution.ts"
import { type DisguisedRecall, measureDisguisedRecall } from "./DisguisedRecall.ts"
import { evaluate, type Evaluation } from "./Figures.ts"
import { heldOutSource } from "./LabeledMessage.ts"
import { trainNaiveBayes } from "./NaiveBayes.ts"
import type { Split } from "./Split.ts"
import { spamShare } from "./TrainModel.ts"

/** Recall of spam that was altered to evade filters. */
export interface Evasions {
  readonly disguised: ReadonlyArray<DisguisedRecall>
  readonly diluted: ReadonlyArray<DilutedRecall>
}

/** Evaluates a model on the test set in the same way as the product uses it. */
export const judgeTests = (
  model: SpamModel,
  { lessons, tests }: Split
): { readonly evaluation: Evaluation; readonly evasions: Evasions } => {
  const judge = (text: string) => judgeMessage(model, text, languageDetector.detect(text))
  const plain = trainNaiveBayes(lessons)
  const judged = tests.map((message) => ({ ...message, ...judge(message.text), naiveBayes: plain(message.text) }))
  const heldOut = tests.filter(({ source }) => source === heldOutSource)
  return {
    evaluation: evaluate(judged, spamShare),
    evasions: {
      disguised: measureDisguisedRecall(heldOut, (text) => judge(text).probability),
      diluted: measureDilutedRecall(heldOut, readFillers("test"), judge)
    }
  }
}
