import { Context } from "effect"
import type { MessageJudgement } from "./normalize/MessageJudgement.ts"

/** Classifies messages as spam or ham by their text. Synchronous: the model is in memory. */
export class SpamClassifier extends Context.Service<SpamClassifier, {
  /**
   * Takes bounded time on any text.
   *
   * @param language result of `LanguageDetector` for the text
   */
  readonly judge: (text: string, language: string | null) => MessageJudgement
}>()("gatehouse/core/messages/SpamClassifier") {}
