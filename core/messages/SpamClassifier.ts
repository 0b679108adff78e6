import { Context } from "effect"
import type { MessageJudgement } from "./normalize/MessageJudgement.ts"

/** Tells unwanted messages from wanted ones by their text. Synchronous: what was learnt is data. */
export class SpamClassifier extends Context.Service<SpamClassifier, {
  /**
   * Takes bounded time on any text.
   *
   * @param language of the text, as `LanguageDetector` tells it
   */
  readonly judge: (text: string, language: string | null) => MessageJudgement
}>()("gatehouse/core/messages/SpamClassifier") {}
