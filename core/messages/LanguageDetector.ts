import { Context } from "effect"

/** Detects the language of a text. Synchronous: the language data is in memory. */
export class LanguageDetector extends Context.Service<LanguageDetector, {
  /**
   * Returns an ISO 639-1 code if the language has one, otherwise ISO 639-3. Null if the text is too short or not in a language.
   * Takes bounded time on any text.
   */
  readonly detect: (text: string) => string | null
}>()("gatehouse/core/messages/LanguageDetector") {}
