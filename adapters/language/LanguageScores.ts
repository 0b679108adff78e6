import { findGram, gramBytesMax, languageCountAt, type LanguageGrams, weightsOffsetAt } from "./LanguageGrams.ts"

/** Number of bytes of a text that are examined. The examination continues to the end of the last word. */
const examinedBytes = 350
/** Maximum bytes of a text that are examined, including the rest of the last word. */
const examinedBytesMax = 380
/** Maximum bytes of a word that are examined. */
const wordBytesMax = 70
/** Bytes of a gram without word boundaries. */
const gramBytes = 4
/** Distance in bytes between the starts of two successive grams of a word. */
const gramStep = 3
/** Number added to each weight, because the data contains weights that are reduced by this number. */
const weightOffset = 53

/** Evidence in a text for each language. */
export interface LanguageScores {
  /** Score of each language. The index is the language number. */
  readonly scores: Int32Array
  /** Number of distinct grams in the text, known or unknown. */
  readonly grams: number
}

/**
 * Scores a text as [ELD](https://github.com/nitotm/efficient-language-detector-js) 2.1 does. Each lowercase word in UTF-8 yields the
 * four-byte grams that start at every third byte, with a blank for word boundaries. Each gram counts once.
 */
export const languageScores = (grams: LanguageGrams, text: string): LanguageScores => {
  const found: ScoreState = { grams, scores: new Int32Array(grams.languages.length), seen: [], longEnds: [] }
  const words = lettersOnly(grams, text).toLowerCase()
  const word = new Uint8Array(words.length * 3)
  let [length, read] = [0, 0]
  for (let at = 0; at < words.length && read <= examinedBytesMax; at++) {
    const unit = words.charCodeAt(at)
    const before = length
    if (unit !== blank) length = pushUtf8(grams, word, length, unit)
    else {
      addWord(found, word, length)
      length = 0
      if (read > examinedBytes) break
    }
    read += unit === blank ? 1 : length - before
  }
  addWord(found, word, length)
  return { scores: found.scores, grams: found.seen.length + found.longEnds.length }
}

const blank = 0x20

/** Returns the words, separated by blanks. Keeps apostrophes directly before a letter. */
const lettersOnly = ({ isLetter }: LanguageGrams, text: string): string => {
  let words = ""
  for (let at = 0; at < text.length;) {
    const from = at
    while (at < text.length && isLetter[text.charCodeAt(at)] === 1) at++
    words += text.slice(from, at)
    const signsFrom = at
    while (at < text.length && isLetter[text.charCodeAt(at)] === 0) at++
    let signsTo = at
    while (signsTo > signsFrom && isApostrophe(text.charCodeAt(signsTo - 1))) signsTo--
    if (signsTo > signsFrom) words += " "
    words += text.slice(signsTo, at)
  }
  return words.trim()
}

const isApostrophe = (unit: number): boolean => unit === 0x27 || unit === 0x60 || unit === 0x2019

/**
 * Appends the UTF-8 bytes of a letter to the word and returns the new length. Non-ASCII bytes that no gram contains
 * become blanks. Letters are in the Basic Multilingual Plane, so each takes one to three bytes.
 */
const pushUtf8 = ({ signs }: LanguageGrams, word: Uint8Array, length: number, unit: number): number => {
  if (unit < 0x80) word[length++] = unit
  else if (unit < 0x800) {
    word[length++] = signs[0xc0 | unit >> 6]!
    word[length++] = signs[0x80 | unit & 0x3f]!
  } else {
    word[length++] = signs[0xe0 | unit >> 12]!
    word[length++] = signs[0x80 | unit >> 6 & 0x3f]!
    word[length++] = signs[0x80 | unit & 0x3f]!
  }
  return length
}

interface ScoreState {
  readonly grams: LanguageGrams
  readonly scores: Int32Array
  /** Distinct grams of the text. A text has about 40 and at most 200, few enough for a linear search. */
  readonly seen: Array<number>
  /** Distinct ends of words that exceed `wordBytesMax`. Each counts as an unknown gram. */
  readonly longEnds: Array<string>
}

const addWord = (found: ScoreState, word: Uint8Array, length: number): void => {
  if (length === 0) return
  const to = Math.min(length, wordBytesMax)
  let from = 0
  for (; from + gramBytes < to; from += gramStep) {
    addGram(found, gramOf(word, from, from + gramBytes, from === 0 ? blank : 0))
  }
  const last = Math.max(0, to - gramBytes)
  // The unexamined rest of a long word counts as one unknown gram, because it is longer than any known gram.
  if (length - last >= gramBytesMax) addLongEnd(found, word.subarray(last, length).join())
  else addGram(found, gramOf(word, last, length, from === 0 ? blank : 0) * 256 + blank)
}

const addLongEnd = ({ longEnds }: ScoreState, end: string): void => {
  if (!longEnds.includes(end)) longEnds.push(end)
}

/** Packs `before` and a range of bytes into a number. */
const gramOf = (word: Uint8Array, from: number, to: number, before: number): number => {
  let gram = before
  for (let at = from; at < to; at++) gram = gram * 256 + word[at]!
  return gram
}

const addGram = ({ grams, scores, seen }: ScoreState, gram: number): void => {
  if (seen.includes(gram)) return
  seen.push(gram)
  const at = findGram(grams, gram)
  if (at < 0) return
  const from = weightsOffsetAt(grams, at)
  const to = from + languageCountAt(grams, at)
  for (let one = from; one < to; one++) scores[grams.ids[one]!]! += grams.weights[one]! + weightOffset
}
