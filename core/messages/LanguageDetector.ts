import { Context } from "effect"

/** Detects the language of a text. Synchronous: the language data is in memory. */
export class LanguageDetector extends Context.Service<LanguageDetector, {
  /**
   * Returns the ISO 639-1 code of the language, or the ISO 639-3 code if there is none. Returns null if the text is too
   * short or in no known language. Takes bounded time for any text.
   */
  readonly detect: (text: string) => string | null
}>()("gatehouse/core/messages/LanguageDetector") {}
