import { lureSteps } from "./LureSteps.ts"
import { lureTopics } from "./LureTopics.ts"
import { lureWords } from "./LureWords.ts"

/** What a text is about, or what it asks for. `lureWords`, `lureTopics` and `lureSteps` explain each idea. */
export type Idea = keyof typeof lureWords | keyof typeof lureTopics | keyof typeof lureSteps

/** Phrases of a text, by idea. */
export type Ideas = ReadonlyMap<Idea, ReadonlySet<string>>

/** Finds the ideas of a text in 30 languages. The time is linear in the length of the text. */
export const findIdeas = (text: string): Ideas => {
  const found = new Map<Idea, Set<string>>()
  const folded = foldText(text)
  const index = phraseIndex()
  for (let at = 0; at < folded.length; at++) {
    const isStart = folded.charCodeAt(at - 1) === space || folded.charCodeAt(at) >= firstUnspaced
    for (const phrase of isStart ? index.get(folded.slice(at, at + 2)) ?? [] : []) {
      if (!folded.startsWith(phrase.letters, at)) continue
      found.set(phrase.idea, (found.get(phrase.idea) ?? new Set()).add(phrase.letters.trim()))
    }
  }
  return found
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
}

let cachedIndex: ReadonlyMap<string, ReadonlyArray<Phrase>> | undefined

/** Returns the phrases by their first two letters. Built on first use. */
const phraseIndex = (): ReadonlyMap<string, ReadonlyArray<Phrase>> => {
  if (cachedIndex !== undefined) return cachedIndex
  const index = new Map<string, Array<Phrase>>()
  for (const [idea, lines] of Object.entries({ ...lureWords, ...lureTopics, ...lureSteps })) {
    const phrases = new Set(lines.split(/[\n|]/).map((phrase) => phrase.trim()).filter((phrase) => phrase !== ""))
    for (const phrase of phrases) {
      const folded = foldText(phrase)
      // The space after a whole word is part of its letters.
      const letters = phrase.endsWith("=") ? folded.slice(1) : folded.trim()
      for (
        const spelling of new Set([letters, ...letters.length >= unaccentedCharsMin ? [withoutAccents(letters)] : []])
      ) {
        const start = spelling.slice(0, 2)
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The keys of two constants.
        index.set(start, [...index.get(start) ?? [], { idea: idea as Idea, letters: spelling }])
      }
    }
  }
  cachedIndex = index
  return index
}
