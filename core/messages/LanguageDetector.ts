import { Context } from "effect"

/** Which language a text is in. Synchronous: what is known of languages is data. */
export class LanguageDetector extends Context.Service<LanguageDetector, {
  /**
   * ISO 639-1 where the language has such a code, else ISO 639-3; null where the text is too short to tell, or holds no language.
   * Takes bounded time on any text.
   */
  readonly detect: (text: string) => string | null
}>()("gatehouse/core/messages/LanguageDetector") {}
