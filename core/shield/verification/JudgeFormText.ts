import { Effect } from "effect"
import { LanguageDetector } from "../../messages/LanguageDetector.ts"
import { SpamClassifier } from "../../messages/SpamClassifier.ts"
import { isBlank } from "./DecideContent.ts"

/** What the text of a form by itself tells. */
export interface TextJudgement {
  /** Probability of spam, two decimals; null without text, or where the site does not want to know. */
  readonly spamScore: number | null
  /** Null where it cannot be told as well. */
  readonly language: string | null
}

export const judgeFormText: (
  text: string | undefined,
  isWanted: boolean
) => Effect.Effect<TextJudgement, never, LanguageDetector | SpamClassifier> = Effect.fnUntraced(
  function*(text: string | undefined, isWanted: boolean) {
    if (!isWanted || text === undefined || isBlank(text)) return { spamScore: null, language: null }
    const language = (yield* LanguageDetector).detect(text)
    const { probability } = (yield* SpamClassifier).judge(text, language)
    return { spamScore: Math.round(probability * 100) / 100, language }
  }
)
