import { Context } from "effect"
import type { MessageJudgment } from "./normalize/MessageJudgment.ts"

/** Classifies messages as spam or ham by their text. Synchronous: the model is in memory. */
export class SpamClassifier extends Context.Service<SpamClassifier, {
  /**
   * Classifies a text. Takes bounded time for any text.
   *
   * @param language result of `LanguageDetector` for the text
   */
  readonly judge: (text: string, language: string | null) => MessageJudgment
}>()("gatehouse/core/messages/SpamClassifier") {}
