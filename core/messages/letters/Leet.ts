import { isLetter, kinds } from "./CharacterKinds.ts"
import { isOftenDisguised } from "./OftenDisguised.ts"
import { traits, type Units } from "./ReadUnits.ts"

/** Digits and symbols that replace letters. */
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

/** Longer runs are not words. */
export const leetUnitsMax = 24

/** Reports whether a unit can replace a letter within a word: `@`, `$`, `!`, `|` and `€`. */
export const isLeetSign = (unit: number): boolean =>
  unit === 0x40 || unit === 0x24 || unit === 0x21 || unit === 0x7c || unit === 0x20ac

/** Word after replacing digits and symbols with letters. */
export interface LeetWord {
  readonly word: string
  readonly from: number
  readonly to: number
}

/** Number of changes between letters and symbols that occurs only in disguised words: `m0n3y`, `pr1z3`. */
const turnsMin = 3
const lettersMin = 5

/**
 * Returns the word disguised in a run of letters, digits and symbols, or null. Detects `v1agr@` and `m0n3y`, but not `iphone5s`,
 * `b2b`, `h1n1`, `XJ4-99B2` or a price. Either the word is often disguised, or lower-case letters and digits alternate more often
 * than in product names.
 *
 * @param runFrom start of the run, which has at least one letter
 * @param isLenient whether the message contains certain disguises; every pronounceable word then counts
 */
export const decodeLeet = (units: Units, runFrom: number, runTo: number, isLenient: boolean): LeetWord | null => {
  const [from, to] = trimmed(units, runFrom, runTo)
  const length = to - from
  if (length < 3 || length > leetUnitsMax) return null
  const isCyrillic = hasKind(units, from, to, kinds.cyrillic)
  const table = isCyrillic ? cyrillicOf : latinOf
  let word = ""
  // The digit 1 and `!` replace both i and l.
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
      if ((units.trait[at]! & traits.upper) === 0) lower++
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

/** Trims symbols at the ends, which belong to the sentence, except for `!` before a word. Every run has a letter, which ends both loops. */
const trimmed = (units: Units, from: number, to: number): readonly [number, number] => {
  let end = to
  while (units.unit[end - 1] === 0x21 || units.unit[end - 1] === 0x7c) end--
  let begin = from
  while (units.unit[begin] === 0x7c) begin++
  return [begin, end]
}

const hasKind = (units: Units, from: number, to: number, kind: number): boolean => {
  for (let at = from; at < to; at++) if (units.kind[at] === kind) return true
  return false
}

/** Requires a vowel and no run of five consonants. */
const isPronounceable = (word: string): boolean => /[aeiouy]/.test(word) && !/[^aeiouy]{5}/.test(word)

/** Detects codes such as `iD8DBQE9bTe` by mixed case. */
const isCode = (units: Units, from: number, to: number): boolean => {
  let uppers = 0
  let lowers = 0
  for (let at = from + 1; at < to; at++) {
    if (!isLetter(units.kind[at]!)) continue
    if ((units.trait[at]! & traits.upper) !== 0) uppers++
    else lowers++
  }
  return uppers > 0 && lowers > 0
}

/** Detects hexadecimal numbers such as `3f4e1ac0`. */
const isHex = (units: Units, from: number, to: number): boolean =>
  /^[0-9a-f]+$/.test(String.fromCharCode(...units.unit.subarray(from, to)))
