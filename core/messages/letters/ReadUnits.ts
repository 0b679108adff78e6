import { type ArrayAllocator, newArrays } from "./ArrayAllocator.ts"
import {
  enclosedLetter,
  foldOfUnit,
  isLetter,
  kindOfCharacter,
  kindOfUnit,
  unitKinds,
  variantLetters
} from "./CharacterKinds.ts"

/** Bit flags of a unit. */
export const unitTraits = {
  upper: 1,
  /** Compatibility variant of a letter. */
  variant: 2,
  /** Full-width letter, which is normal in Chinese, Japanese and Korean text. */
  wide: 4,
  /** Unit after an invisible character. */
  afterInvisible: 8,
  afterSoftHyphen: 16,
  /** Letter that is struck through or has many combining marks. */
  struck: 32,
  /** Letter of any script. */
  letter: 64,
  exclamation: 128
} as const

/** Text as folded code units. It contains separators but no invisible characters. */
export interface TextUnits {
  readonly source: string
  readonly unit: Uint16Array
  /** Value of `unitKinds` per unit. */
  readonly kind: Uint8Array
  readonly trait: Uint8Array
  /** Offset of each unit in `source`, followed by the length of `source`. */
  readonly at: Uint32Array
  /** Bit set of all kinds in the text. */
  kindBits: number
  length: number
}

/** Maximum letters that a variant character expands to. Longer expansions are words in one character, not disguises. */
const expansionUnitsMax = 4

const softHyphen = 0xad

export const readUnits = (text: string, arrays: ArrayAllocator = newArrays): TextUnits => {
  const source = composed(text)
  const unitsMax = source.length * (/[^\0-\x7f]/.test(source) ? expansionUnitsMax : 1) + 1
  const units: TextUnits = {
    source,
    unit: arrays.uint16(unitsMax),
    kind: arrays.uint8(unitsMax),
    trait: arrays.uint8(unitsMax),
    at: arrays.uint32(unitsMax + 1),
    kindBits: 0,
    length: 0
  }
  let before = 0
  let marks = 0
  for (let at = 0; at < source.length; at++) {
    const unit = source.charCodeAt(at)
    const kind = kindOfUnit(unit)
    if (kind === unitKinds.mark) {
      marks = strike(units, unit, marks)
    } else if (kind === unitKinds.invisible) {
      before |= unit === softHyphen ? unitTraits.afterSoftHyphen : unitTraits.afterInvisible
    } else if (kind === unitKinds.surrogate) {
      const character = String.fromCodePoint(source.codePointAt(at)!)
      if (kindOfCharacter(character) === unitKinds.invisible) before |= unitTraits.afterInvisible
      else {
        pushCharacter(units, character, at, before)
        before = 0
      }
      marks = 0
      at += character.length - 1
    } else {
      if (kind === unitKinds.variant) pushCharacter(units, source.charAt(at), at, before)
      else push(units, foldOfUnit(unit), kind, before | traitsOf(unit, kind), at)
      before = 0
      marks = 0
    }
  }
  units.at[units.length] = source.length
  return units
}

/** Matches decomposed characters: Korean syllables, voiced kana, and half-width kana. */
const decomposed =
  /[\u1100-\u1112][\u1161-\u1175][\u11a8-\u11c2]?|[\u3046-\u30fe][\u3099\u309a]|[\uff66-\uff9d][\uff9e\uff9f]/g

const composed = (text: string): string =>
  /[^\0-\u10ff]/.test(text) ? text.replace(decomposed, (parts) => parts.normalize("NFKC")) : text

const push = (units: TextUnits, unit: number, kind: number, trait: number, at: number): void => {
  const { length } = units
  units.unit[length] = unit
  units.kind[length] = kind
  units.trait[length] = trait | (isLetter(kind) ? unitTraits.letter : unit === exclamation ? unitTraits.exclamation : 0)
  units.at[length] = at
  units.kindBits |= 1 << kind
  units.length++
}

/** Cache of traits by code unit. It stores traits plus one, because 0 means unknown. */
let traitCache: Uint8Array | null = null

const traitsOf = (unit: number, kind: number): number => {
  if (unit < 0x80) return unit >= 0x41 && unit <= 0x5a ? unitTraits.upper : 0
  if (kind < unitKinds.latin || kind > unitKinds.letter) return 0
  traitCache ??= new Uint8Array(0x10000)
  const before = traitCache[unit]!
  if (before !== 0) return before - 1
  const found = letterTraits(unit, kind)
  traitCache[unit] = found + 1
  return found
}

/** Returns the traits of a letter. A letter is upper case if its lower case differs. */
const letterTraits = (unit: number, kind: number): number => {
  const letter = String.fromCharCode(unit)
  if (kind === unitKinds.latin && variantLetters.has(letter)) return unitTraits.variant
  return letter.toLowerCase() === letter ? 0 : unitTraits.upper
}

/** Minimum number of combining marks on one letter that counts as a disguise. No alphabet uses so many. */
const pileMarksMin = 3

const strike = (units: TextUnits, mark: number, marks: number): number => {
  const isOverlay = (mark >= 0x334 && mark <= 0x338) || (mark >= 0x20d0 && mark <= 0x20ea)
  const isPiled = marks + 1 >= pileMarksMin && mark >= 0x300 && mark <= 0x36f
  if (units.length > 0 && (isOverlay || isPiled)) units.trait[units.length - 1]! |= unitTraits.struck
  return marks + 1
}

/** Adds a character that represents other characters, or that has two code units. */
const pushCharacter = (units: TextUnits, character: string, at: number, before: number): void => {
  const codePoint = character.codePointAt(0)!
  const enclosed = enclosedLetter(codePoint)
  if (enclosed !== null) return push(units, enclosed.charCodeAt(0), unitKinds.latin, before | unitTraits.variant, at)
  const plain = character.normalize("NFKC")
  if (plain === character) return pushPlain(units, character, at, before)
  const isWide = codePoint >= 0xff01 && codePoint <= 0xff5e
  const first = kindOfCharacter(String.fromCodePoint(plain.codePointAt(0)!))
  const isRead = plain.length === 1 ? !isRaised(codePoint) : isLetter(first) && plain.length <= expansionUnitsMax
  if (!isRead || character === "™" || character === "℠") {
    return push(units, codePoint & 0xffff, unitKinds.sign, before, at)
  }
  for (let index = 0; index < plain.length; index++) {
    const unit = plain.charCodeAt(index)
    const kind = kindOfUnit(unit)
    if (kind === unitKinds.mark || kind === unitKinds.invisible) continue
    const isShaped = plain.length === 1 && kind === unitKinds.latin
    const shape = isWide ? unitTraits.wide : isShaped ? unitTraits.variant : 0
    const readable = kind === unitKinds.variant || kind === unitKinds.surrogate ? unitKinds.sign : kind
    push(units, foldOfUnit(unit), readable, before | shape | traitsOf(unit, kind), at)
  }
}

/** Detects superscripts, subscripts and ordinal indicators. They belong to footnotes and units of measurement. */
const isRaised = (codePoint: number): boolean =>
  codePoint === 0xaa || codePoint === 0xba || codePoint === 0xb2 || codePoint === 0xb3 || codePoint === 0xb9 ||
  (codePoint >= 0x2070 && codePoint <= 0x2089 && codePoint !== 0x2071 && codePoint !== 0x207f)

const pushPlain = (units: TextUnits, character: string, at: number, before: number): void => {
  const kind = kindOfCharacter(character)
  if (character.length === 1) return push(units, character.charCodeAt(0), unitKinds.sign, before, at)
  if (!isLetter(kind)) {
    return push(units, character.charCodeAt(1), kind === unitKinds.emoji ? kind : unitKinds.sign, before, at)
  }
  const lower = character.toLowerCase()
  for (let index = 0; index < lower.length; index++) push(units, lower.charCodeAt(index), kind, before, at)
}

const exclamation = 0x21

/** Numbers of letters, upper-case letters and exclamation marks in a range of text. */
export interface LetterCounts {
  readonly letters: number
  readonly uppers: number
  readonly exclamations: number
}

export const countLetters = (units: TextUnits, from: number, to: number): LetterCounts => {
  let letters = 0
  let uppers = 0
  let exclamations = 0
  for (let at = from; at < to; at++) {
    const trait = units.trait[at]!
    if ((trait & unitTraits.letter) !== 0) letters++
    if ((trait & unitTraits.upper) !== 0) uppers++
    if ((trait & unitTraits.exclamation) !== 0) exclamations++
  }
  return { letters, uppers, exclamations }
}
