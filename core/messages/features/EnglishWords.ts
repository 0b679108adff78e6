import type { Tokens } from "../letters/Tokens.ts"
import { familySeeds, hashUnit } from "./FeatureHash.ts"
import type { Window } from "./MessageWindows.ts"

/** Common English function words that are rare in other languages. */
const english =
  "the of and to you your for with that this our are have from will can be is on we or by it as not get my"

let words: ReadonlySet<number> | null = null

/** Minimum number of words in a text to detect English. */
const tokensMin = 15

/** Minimum share of English function words. Ordinary sentences have about 40%, advertising about 25%. */
const shareMin = 0.17

const hashOf = (letters: ArrayLike<number>, from: number, to: number): number => {
  let hash: number = familySeeds.word
  for (let at = from; at < to; at++) hash = hashUnit(hash, letters[at]!)
  return hash
}

const codesOf = (word: string): ReadonlyArray<number> => [...word].map((letter) => letter.charCodeAt(0))

/** Reports whether windows of a message are clearly English. The rest of the message may be in any language. */
export const isEnglish = (tokens: Tokens, windows: ReadonlyArray<Window>): boolean => {
  const count = windows.reduce((sum, { from, to }) => sum + to - from, 0)
  if (count < tokensMin) return false
  words ??= new Set(english.split(" ").map((word) => hashOf(codesOf(word), 0, word.length)))
  let found = 0
  for (const { from, to } of windows) {
    for (let token = from; token < to; token++) {
      if (words.has(hashOf(tokens.letters, tokens.from[token]!, tokens.from[token + 1]!))) found++
    }
  }
  return found >= shareMin * count
}
