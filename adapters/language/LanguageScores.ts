import { gramAt, gramBytesMax, type LanguageGrams, languagesAt, weightsAt } from "./LanguageGrams.ts"

/** Bytes of a text that are looked at, as far as the end of the word that they end in. */
const bytesRead = 350
/** And no more than these, wherever a word ends. */
const bytesReadMax = 380
/** Bytes of a word that are looked at. */
const wordBytesMax = 70
/** Bytes of a gram, the bounds of the word aside. */
const gramBytes = 4
/** Bytes from one gram of a word to the next. */
const gramStep = 3
/** What each gram weighs more than the data say, which leave it out. */
const weightLeast = 53

/** How much of a text speaks for which language. */
export interface LanguageScores {
  /** By number of the language. */
  readonly scores: Int32Array
  /** Different grams of the text, known ones or not. */
  readonly grams: number
}

/**
 * As [ELD](https://github.com/nitotm/efficient-language-detector-js) 2.1 reads a text: words of small letters in UTF-8, and of each
 * the grams of four bytes that begin at every third one, with a blank for the bounds of the word. Each gram counts once.
 */
export const languageScores = (grams: LanguageGrams, text: string): LanguageScores => {
  const found: Found = { grams, scores: new Int32Array(grams.languages.length), seen: [], longEnds: [] }
  const words = lettersOnly(grams, text).toLowerCase()
  const word = new Uint8Array(words.length * 3)
  let [length, read] = [0, 0]
  for (let at = 0; at < words.length && read <= bytesReadMax; at++) {
    const unit = words.charCodeAt(at)
    const before = length
    if (unit !== blank) length = pushUtf8(grams, word, length, unit)
    else {
      addWord(found, word, length)
      length = 0
      if (read > bytesRead) break
    }
    read += unit === blank ? 1 : length - before
  }
  addWord(found, word, length)
  return { scores: found.scores, grams: found.seen.length + found.longEnds.length }
}

const blank = 0x20

/** Words with blanks between them. An apostrophe stands for itself before a letter, and at the end of other signs. */
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

/** Letters are of the first plane: one to three bytes. What they are within a gram is pushed; returned is the new length. */
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

interface Found {
  readonly grams: LanguageGrams
  readonly scores: Int32Array
  /** Each gram of the text, some forty and two hundred at most: few enough to be looked through. */
  readonly seen: Array<number>
  /** What words end in that are longer than what is looked at: no known gram, and counted. */
  readonly longEnds: Array<string>
}

const addWord = (found: Found, word: Uint8Array, length: number): void => {
  if (length === 0) return
  const to = Math.min(length, wordBytesMax)
  let from = 0
  for (; from + gramBytes < to; from += gramStep) {
    addGram(found, gramOf(word, from, from + gramBytes, from === 0 ? blank : 0))
  }
  const last = Math.max(0, to - gramBytes)
  // Of a word that is longer than what is looked at all the rest counts as one gram, which is longer than any.
  if (length - last >= gramBytesMax) addLongEnd(found, word.subarray(last, length).join())
  else addGram(found, gramOf(word, last, length, from === 0 ? blank : 0) * 256 + blank)
}

const addLongEnd = ({ longEnds }: Found, end: string): void => {
  if (!longEnds.includes(end)) longEnds.push(end)
}

/** Its bytes as a number. */
const gramOf = (word: Uint8Array, from: number, to: number, before: number): number => {
  let gram = before
  for (let at = from; at < to; at++) gram = gram * 256 + word[at]!
  return gram
}

const addGram = ({ grams, scores, seen }: Found, gram: number): void => {
  if (seen.includes(gram)) return
  seen.push(gram)
  const at = gramAt(grams, gram)
  if (at < 0) return
  const from = weightsAt(grams, at)
  const to = from + languagesAt(grams, at)
  for (let one = from; one < to; one++) scores[grams.ids[one]!]! += grams.weights[one]! + weightLeast
}
