import { isLetter, unitKinds } from "./CharacterKinds.ts"
import { isOftenDisguised } from "./OftenDisguised.ts"
import { type TextUnits, unitTraits } from "./ReadUnits.ts"

/** Latin letters by the digit or symbol that replaces them. */
const latinOf: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "@": "a",
  "$": "s",
  "!": "i",
  "|": "l",
  "€": "e"
}
const cyrillicOf: Readonly<Record<string, string>> = {
  "0": "о",
  "1": "і",
  "3": "з",
  "4": "ч",
  "6": "б",
  "@": "а",
  "€": "е",
  "$": "ѕ"
}

/** Maximum units of a disguised word. Longer runs are not words. */
export const leetUnitsMax = 24

/** Reports whether a unit can replace a letter within a word: `@`, `$`, `!`, `|` and `€`. */
export const isLeetSign = (unit: number): boolean =>
  unit === 0x40 || unit === 0x24 || unit === 0x21 || unit === 0x7c || unit === 0x20ac

/** Word in which letters replace the digits and symbols, with its range of units. */
export interface LeetWord {
  readonly word: string
  readonly from: number
  readonly to: number
}

/** Minimum number of changes between letters and other characters in a disguised word. `m0n3y` has four. */
const turnsMin = 3
const lettersMin = 5

/**
 * Returns the word that is disguised in a run of letters, digits and symbols, or null. Detects `v1agr@` and `m0n3y`,
 * but not `iphone5s`, `b2b`, `h1n1`, `XJ4-99B2` or a price. The word must be one that is often disguised, or lower-case
 * letters and digits must alternate more often than in product names.
 *
 * @param runFrom start of the run, which has at least one letter
 * @param isLenient whether the message contains certain disguises, so that every pronounceable word counts as disguised
 */
export const decodeLeet = (units: TextUnits, runFrom: number, runTo: number, isLenient: boolean): LeetWord | null => {
  const [from, to] = trimmed(units, runFrom, runTo)
  const length = to - from
  if (length < 3 || length > leetUnitsMax) return null
  const isCyrillic = hasKind(units, from, to, unitKinds.cyrillic)
  const table = isCyrillic ? cyrillicOf : latinOf
  let word = ""
  // Second reading of the word, in which the digit 1 and `!` replace l instead of i.
  let other = ""
  let turns = 0
  let letters = 0
  let lower = 0
  let wasLetter: boolean | null = null
  for (let at = from; at < to; at++) {
    const unit = units.unit[at]!
    const isWritten = isLetter(units.kind[at]!)
    const letter = isWritten ? String.fromCharCode(unit) : table[String.fromCharCode(unit)]
    if (letter === undefined) return null
    word += letter
    other += unit === 0x31 || unit === 0x21 ? "l" : letter
    if (isWritten) {
      letters++
      if ((units.trait[at]! & unitTraits.upper) === 0) lower++
    }
    const counts = unit !== 0x21 && unit !== 0x7c
    if (counts && wasLetter !== null && wasLetter !== isWritten) turns++
    if (counts) wasLetter = isWritten
  }
  if (letters === 0 || letters === length) return null
  if (isOftenDisguised(word)) return { word, from, to }
  if (isOftenDisguised(other)) return { word: other, from, to }
  const isWordLike = isCyrillic || (isPronounceable(word) && !isHex(units, from, to))
  if (!isLenient && isCode(units, from, to)) return null
  const isCertain = isLenient || (turns >= turnsMin && lower > 0 && length >= lettersMin)
  return isWordLike && isCertain ? { word, from, to } : null
}

/**
 * Trims symbols at the ends, which belong to the sentence, except for `!` before a word. Every run has a letter, which
 * ends both loops.
 */
const trimmed = (units: TextUnits, from: number, to: number): readonly [number, number] => {
  let end = to
  while (units.unit[end - 1] === 0x21 || units.unit[end - 1] === 0x7c) end--
  let begin = from
  while (units.unit[begin] === 0x7c) begin++
  return [begin, end]
}

const hasKind = (units: TextUnits, from: number, to: number, kind: number): boolean => {
  for (let at = from; at < to; at++) if (units.kind[at] === kind) return true
  return false
}

/** Reports whether a word has a vowel and no run of five consonants. */
const isPronounceable = (word: string): boolean => /[aeiouy]/.test(word) && !/[^aeiouy]{5}/.test(word)

/** Detects codes such as `iD8DBQE9bTe` by mixed case. */
const isCode = (units: TextUnits, from: number, to: number): boolean => {
  let uppers = 0
  let lowers = 0
  for (let at = from + 1; at < to; at++) {
    if (!isLetter(units.kind[at]!)) continue
    if ((units.trait[at]! & unitTraits.upper) !== 0) uppers++
    else lowers++
  }
  return uppers > 0 && lowers > 0
}

/** Detects hexadecimal numbers such as `3f4e1ac0`. */
const isHex = (units: TextUnits, from: number, to: number): boolean =>
  /^[0-9a-f]+$/.test(String.fromCharCode(...units.unit.subarray(from, to)))
