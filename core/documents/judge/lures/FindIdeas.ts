import { lurePretexts } from "./LurePretexts.ts"
import { lureSteps } from "./LureSteps.ts"
import { lureTopics } from "./LureTopics.ts"
import { lureWords } from "./LureWords.ts"

/** What a text is about, or what it asks for. `lureWords`, `lureTopics`, `lurePretexts` and `lureSteps` explain each idea. */
export type Idea = keyof typeof lureWords | keyof typeof lureTopics | keyof typeof lurePretexts | keyof typeof lureSteps

/** Phrases of a text, by idea. */
export type Ideas = ReadonlyMap<Idea, ReadonlySet<string>>

/** Finds the ideas of a text in 30 languages. The time is linear in the length of the text. */
export const findIdeas = (text: string): Ideas => ideasOf(findPhrases(text))

/**
 * Finds the ideas of a text in each language in which it has phrases, the main language first. A phrase of one language
 * often begins a word of another one, so that the ideas of all languages together mean little. The main language
 * includes English, because texts of all languages borrow from it.
 */
export const findIdeasByLanguage = (text: string): ReadonlyArray<Ideas> => {
  const phrases = findPhrases(text)
  const counts = new Map<string, Set<string>>()
  for (const { languages, letters } of phrases) {
    for (const language of languages) counts.set(language, (counts.get(language) ?? new Set()).add(letters))
  }
  const languages = [...counts].toSorted(([, one], [, other]) => other.size - one.size).map(([language]) => language)
  const [main] = languages
  return languages.map((language) => {
    const also = language === main ? "en" : language
    return ideasOf(
      phrases.filter(({ languages }) => languages.has(language) || languages.has(also) || languages.has(everyLanguage))
    )
  })
}

const everyLanguage = "any"

const ideasOf = (phrases: ReadonlyArray<Phrase>): Ideas => {
  const found = new Map<Idea, Set<string>>()
  for (const { idea, letters } of phrases) found.set(idea, (found.get(idea) ?? new Set()).add(letters.trim()))
  return found
}

const findPhrases = (text: string): ReadonlyArray<Phrase> => {
  const found = new Set<Phrase>()
  const folded = foldText(text)
  const index = phraseIndex()
  for (let at = 0; at < folded.length; at++) {
    const isStart = folded.charCodeAt(at - 1) === space || folded.charCodeAt(at) >= firstUnspaced
    for (const phrase of isStart ? index.get(folded.slice(at, at + 2)) ?? [] : []) {
      if (folded.startsWith(phrase.letters, at)) found.add(phrase)
    }
  }
  return [...found]
}

/** Folds case and widths. Replaces everything but letters, their accents and digits with single spaces. */
export const foldText = (text: string): string =>
  ` ${text.normalize("NFKC").replaceAll(/\p{Cf}/gu, "").toLowerCase().replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, " ").trim()} `

/** Removes the accents and other marks of letters. */
export const withoutAccents = (text: string): string => text.normalize("NFD").replaceAll(/\p{M}/gu, "").normalize("NFC")

/** Minimum letters of a phrase that is also found without its accents. Shorter ones equal words of other languages. */
const unaccentedCharsMin = 6

const space = 0x20

/**
 * First letter of the scripts in which a phrase can start within a word: Hebrew and Arabic, which attach prefixes, and
 * Thai, Chinese, Japanese and Korean.
 */
const firstUnspaced = 0x590

interface Phrase {
  readonly idea: Idea
  readonly letters: string
  /** Languages of the phrase; `any` if all have it. */
  readonly languages: Set<string>
}

let cachedIndex: ReadonlyMap<string, ReadonlyArray<Phrase>> | undefined

/** Returns the phrases by their first two letters. Built on first use. */
const phraseIndex = (): ReadonlyMap<string, ReadonlyArray<Phrase>> => {
  if (cachedIndex !== undefined) return cachedIndex
  const index = new Map<string, Array<Phrase>>()
  const phrases = new Map<string, Phrase>()
  for (const [idea, table] of Object.entries({ ...lureWords, ...lureTopics, ...lurePretexts, ...lureSteps })) {
    for (const line of table.trim().split("\n")) {
      const [codes = "", words = ""] = line.trim().split(": ")
      for (const letters of words.split("|").flatMap(spellingsOf)) {
        const known = phrases.get(`${idea} ${letters}`)
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The keys of four constants.
        const phrase = known ?? { idea: idea as Idea, letters, languages: new Set<string>() }
        for (const code of codes.split(" ")) phrase.languages.add(code)
        if (known !== undefined) continue
        phrases.set(`${idea} ${letters}`, phrase)
        const start = letters.slice(0, 2)
        index.set(start, [...index.get(start) ?? [], phrase])
      }
    }
  }
  cachedIndex = index
  return index
}

/** Returns a phrase as it is found in folded text. The space after a whole word is part of its letters. */
const spellingsOf = (phrase: string): ReadonlyArray<string> => {
  const folded = foldText(phrase)
  const letters = phrase.endsWith("=") ? folded.slice(1) : folded.trim()
  return letters.length < unaccentedCharsMin ? [letters] : [...new Set([letters, withoutAccents(letters)])]
}
