import { tokenKinds, type Tokens } from "./Tokens.ts"

/** Words that English sentences are held together by, and that few other languages have. */
const english =
  "the of and to you your for with that this our are have from will can be is on we or by it as not get my"

let words: ReadonlySet<string> | null = null

/** Words of a text that are enough to tell. */
const tokensMin = 15

/** The share of such words that tells English: of ordinary sentences it is two in five, of advertising one in four. */
const shareMin = 0.17

const lettersMost = 4

/** Whether a part of a message is plainly English, whatever the rest of it is in. */
export const isEnglish = (tokens: Tokens): boolean => {
  if (tokens.count < tokensMin) return false
  words ??= new Set(english.split(" "))
  let found = 0
  for (let token = 0; token < tokens.count; token++) {
    if (tokens.kind[token] !== tokenKinds.word) continue
    const from = tokens.from[token]!
    const to = tokens.from[token + 1]!
    if (to - from > lettersMost || to - from < 2) continue
    if (words.has(String.fromCharCode(...tokens.letters.subarray(from, to)))) found++
  }
  return found >= shareMin * tokens.count
}
