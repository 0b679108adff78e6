import { Layer } from "effect"
import type { eld } from "eld/extrasmall"
import { createRequire } from "node:module"
import { fileURLToPath } from "node:url"
import { LanguageDetector } from "../../core/ports/LanguageDetector.ts"
import { type LanguageText, languageText } from "./LanguageText.ts"
import { malayOrIndonesian } from "./Malay.ts"
import { scriptLanguage } from "./ScriptLanguage.ts"

/** Fewer letters than these tell no language, in scripts that many languages share. */
export const lettersMin = 12
/** Fewer words than these neither. */
export const wordsMin = 3
/** From so many letters on the likeliest language is told, however close another one comes. */
export const lettersPlenty = 24
/** Below that: how much more likely it has to be than the second. */
export const leadMin = 1.05

let loaded: typeof eld | null = null

/**
 * Loaded at the first question, for it takes a sixth of a second and some 90 MB: a program that asks none pays nothing. The larger
 * data of the package knows 0.3 % more of the messages in `training`, and takes 160 MB.
 * Synchronously, as Node (22.12), Bun and Deno can.
 */
const detector = (): typeof eld => {
  if (loaded === null) {
    const path = fileURLToPath(import.meta.resolve("eld/extrasmall"))
    loaded = (createRequire(import.meta.url)(path) as { eld: typeof eld }).eld
  }
  return loaded
}

const detect = (text: string): string | null => {
  const words = languageText(text)
  const byScript = words.isDense ? scriptLanguage(words.text, words.letters) : null
  if (byScript !== null || words.letters < lettersMin || words.words < wordsMin) return byScript
  const result = detector().detect(words.text)
  if (result.language === "" || !isClear(words, result.getScores)) return null
  return result.language === "ms" ? malayOrIndonesian(words.text.toLowerCase().split(/[^\p{L}]+/u)) : result.language
}

const isClear = ({ letters }: LanguageText, scores: () => Record<string, number>): boolean => {
  if (letters >= lettersPlenty) return true
  const [first = 0, second = 0] = Object.values(scores()).toSorted((one, other) => other - one)
  return first >= leadMin * second
}

/** By the n-grams of [ELD](https://github.com/nitotm/efficient-language-detector-js), 60 languages; some 60 µs a text. */
export const languageEld: LanguageDetector["Service"] = { detect }

export const layer: Layer.Layer<LanguageDetector> = Layer.succeed(LanguageDetector, languageEld)

/** The same, with everything loaded before anybody asks: for servers, where the first question would hold up others. */
export const layerLoaded: Layer.Layer<LanguageDetector> = Layer.sync(LanguageDetector, () => {
  detector()
  return languageEld
})
