import { isLetter, kinds } from "./CharacterKinds.ts"
import { isOftenDisguised } from "./OftenDisguised.ts"
import { traits, type Units } from "./ReadUnits.ts"

/** Digits and signs that stand for letters, and the letters. */
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

/** Longer runs are no words. */
export const leetUnitsMax = 24

/** Whether a unit may stand within a word for a letter: `@`, `$`, `!`, `|` and `€`. */
export const isLeetSign = (unit: number): boolean =>
  unit === 0x40 || unit === 0x24 || unit === 0x21 || unit === 0x7c || unit === 0x20ac

/** A word that digits and signs were taken out of. */
export interface Unleeted {
  readonly word: string
  readonly from: number
  readonly to: number
}

/** Letters and signs take turns at least so often in a word that nobody writes so but to disguise it: `m0n3y`, `pr1z3`. */
const turnsMin = 3
const lettersMin = 5

/**
 * The word that a run of letters, digits and signs disguises, or null: `v1agr@`, `m0n3y`, and not `iphone5s`, `b2b`, `h1n1`,
 * `XJ4-99B2` or a price. Either it is a word that is often disguised, or letters and digits take turns in it as no name of a
 * product has them, in small letters.
 *
 * @param runFrom where the run begins, which has at least one letter
 * @param isBold whether the message disguises words so that nobody can doubt: then every word that can be spoken is one
 */
export const unleet = (units: Units, runFrom: number, runTo: number, isBold: boolean): Unleeted | null => {
  const [from, to] = trimmed(units, runFrom, runTo)
  const length = to - from
  if (length < 3 || length > leetUnitsMax) return null
  const isCyrillic = hasKind(units, from, to, kinds.cyrillic)
  const table = isCyrillic ? cyrillicOf : latinOf
  let word = ""
  // The digit one and `!` stand for i and for l.
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
  const isSpoken = isCyrillic || (isSpeakable(word) && !isHex(units, from, to))
  if (!isBold && isCode(units, from, to)) return null
  const isDoubtless = isBold || (turns >= turnsMin && lower > 0 && length >= lettersMin)
  return isSpoken && isDoubtless ? { word, from, to } : null
}

/** Signs at the ends belong to the sentence, except `!` before a word. A letter of the run ends both loops. */
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

/** No five consonants in a row, and a vowel at all. */
const isSpeakable = (word: string): boolean => /[aeiouy]/.test(word) && !/[^aeiouy]{5}/.test(word)

/** `iD8DBQE9bTe`: small and large letters in turns are a code, not a word. */
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

/** `3f4e1ac0` is a number. */
const isHex = (units: Units, from: number, to: number): boolean =>
  /^[0-9a-f]+$/.test(String.fromCharCode(...units.unit.subarray(from, to)))
