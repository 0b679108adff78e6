import type { ArrayAllocator } from "./ArrayAllocator.ts"
import { isApostrophe, unitKinds, upsideDownLetters } from "./CharacterKinds.ts"
import { type TextUnits, unitTraits } from "./ReadUnits.ts"

export const tokenKinds = {
  word: 1,
  /** Run of letters in a script without spaces between words. */
  unspaced: 2,
  mail: 3,
  phone: 4,
  money: 5,
  percent: 6,
  number: 7,
  emoji: 8,
  /** Web address, which is not evidence and separates the words around it. */
  gap: 9
} as const

/** Tokens of a message. They share a buffer of folded letters. */
export interface Tokens {
  readonly letters: Uint16Array
  /** Value of `tokenKinds` per token. */
  readonly kind: Uint8Array
  /** Start of each token in `letters`. A token ends where the next token begins. */
  readonly from: Uint32Array
  /** Start of each token in the source. */
  readonly sourceFrom: Uint32Array
  /** End of each token in the source. */
  readonly sourceTo: Uint32Array
  count: number
  filled: number
  /** Number of disguised words by disguise. */
  readonly disguiseCounts: { invisible: number; styled: number; leet: number; spaced: number }
}

/** Creates empty tokens. The buffers are large enough, because a token never has more letters than units. */
export const newTokens = (units: TextUnits, arrays: ArrayAllocator): Tokens => ({
  letters: arrays.uint16(units.length + 1),
  kind: arrays.uint8(units.length + 1),
  from: arrays.uint32(units.length + 2),
  sourceFrom: arrays.uint32(units.length + 1),
  sourceTo: arrays.uint32(units.length + 1),
  count: 0,
  filled: 0,
  disguiseCounts: { invisible: 0, styled: 0, leet: 0, spaced: 0 }
})

/** Completes a token whose letters are already in the buffer. `from` and `to` are its range of units. */
export const closeToken = (tokens: Tokens, units: TextUnits, kind: number, from: number, to: number): void => {
  const { count } = tokens
  tokens.kind[count] = kind
  tokens.sourceFrom[count] = units.at[from]!
  tokens.sourceTo[count] = units.at[to]!
  tokens.count = count + 1
  tokens.from[count + 1] = tokens.filled
}

/** Minimum number of variant letters in a disguised word. Single variant letters are mathematical symbols. */
const shapedMin = 3

/** Maximum number of digits in a word whose digits are kept. With more digits, the digits are masked. */
const wordDigitsMax = 2

const zero = 0x30

/** Adds the word in a range of units, and counts its disguises. */
export const pushWord = (tokens: Tokens, units: TextUnits, from: number, to: number): void => {
  const start = tokens.filled
  let all = 0
  let shaped = 0
  let digits = 0
  for (let at = from; at < to; at++) {
    const unit = units.unit[at]!
    const trait = units.trait[at]!
    if (isApostrophe(unit)) continue
    if (unit < 0x3a) digits++
    all |= trait
    if ((trait & styles) !== 0) shaped++
    tokens.letters[tokens.filled++] = unit
  }
  if (digits > wordDigitsMax) maskDigits(tokens, start)
  if ((all & (invisibleTraits | styles)) !== 0) markDisguise(tokens, units, from, to, shaped, start)
  closeToken(tokens, units, word, from, to)
}

const { word } = tokenKinds
const invisibleTraits = unitTraits.afterInvisible | unitTraits.afterSoftHyphen
const styles = unitTraits.variant | unitTraits.wide | unitTraits.struck

const maskDigits = (tokens: Tokens, start: number): void => {
  for (let at = start; at < tokens.filled; at++) if (tokens.letters[at]! < 0x3a) tokens.letters[at] = zero
}

const markDisguise = (
  tokens: Tokens,
  units: TextUnits,
  from: number,
  to: number,
  shaped: number,
  start: number
): void => {
  if (hasInvisible(units, from, to)) tokens.disguiseCounts.invisible++
  if (shaped < shapedMin) return
  const isWide = (units.trait[from]! & unitTraits.wide) !== 0
  if (!isWide || !hasFullWidthScript(units)) tokens.disguiseCounts.styled++
  if (isUpsideDown(units, from, to)) flip(tokens.letters.subarray(start, tokens.filled))
}

const wideKinds = (1 << 8) | (1 << 9)

/**
 * Reports whether a message contains Chinese, Japanese or Korean. Keyboards for these languages produce full-width
 * Latin letters.
 */
const hasFullWidthScript = (units: TextUnits): boolean => (units.kindBits & wideKinds) !== 0

/**
 * Detects an invisible character between two letters. Soft hyphens mark possible line breaks and are copied with text.
 * They count only if a single letter is between two soft hyphens.
 */
const hasInvisible = (units: TextUnits, from: number, to: number): boolean => {
  for (let at = from + 1; at < to; at++) {
    const trait = units.trait[at]!
    const kind = units.kind[at]!
    if ((trait & unitTraits.afterInvisible) !== 0 && kind <= hangul && kind !== otherLetter) return true
    if (
      (trait & unitTraits.afterSoftHyphen) !== 0 && at > from + 1 &&
      (units.trait[at - 1]! & unitTraits.afterSoftHyphen) !== 0
    ) {
      return true
    }
  }
  return false
}

const otherLetter = 7
const hangul = 8

const isUpsideDown = (units: TextUnits, from: number, to: number): boolean => {
  let turned = 0
  for (let at = from; at < to; at++) if (upsideDownLetters.has(units.source[units.at[at]!]!)) turned++
  return turned >= 2 && turned * 3 >= to - from
}

const upsideDown: Readonly<Record<string, string>> = { n: "u", u: "n", p: "d", d: "p", b: "q", q: "b" }

const flip = (letters: Uint16Array): void => {
  letters.reverse()
  for (const [at, unit] of letters.entries()) {
    const letter = String.fromCharCode(unit)
    letters[at] = (upsideDown[letter] ?? letter).charCodeAt(0)
  }
}

/** Adds a word whose letters differ from its units. */
export const pushText = (tokens: Tokens, units: TextUnits, text: string, from: number, to: number): void => {
  for (let at = 0; at < text.length; at++) tokens.letters[tokens.filled++] = text.charCodeAt(at)
  closeToken(tokens, units, word, from, to)
}

/** Adds a token with unchanged units. */
export const pushUnits = (tokens: Tokens, units: TextUnits, kind: number, from: number, to: number): void => {
  for (let at = from; at < to; at++) tokens.letters[tokens.filled++] = units.unit[at]!
  closeToken(tokens, units, kind, from, to)
}

const currencies = new Set([..."$€£¥₹₽₺₩₴₫₦₱฿₪₿"].map((sign) => sign.charCodeAt(0)))
const percents = new Set([..."%٪‰"].map((sign) => sign.charCodeAt(0)))
const numberSeparators = new Set([...".,:/-"].map((sign) => sign.charCodeAt(0)))

/** Maximum units of a number's shape. Longer numbers have the shape of their first units. */
const numberUnitsMax = 12

const zeroUnit = 0x30
const space = 0x20

/**
 * Adds a number and returns its end. The token contains only the shape (`00:00`, `0000`), because digits are not
 * evidence.
 */
export const readNumber = (tokens: Tokens, units: TextUnits, from: number, end: number): number => {
  let to = from + 1
  while (
    to < end &&
    (isDigit(units, to) || (numberSeparators.has(units.unit[to]!) && to + 1 < end && isDigit(units, to + 1)))
  ) {
    to++
  }
  if (to < units.length && percents.has(units.unit[to]!)) {
    closeToken(tokens, units, tokenKinds.percent, from, to + 1)
    return to + 1
  }
  const begin = currencyBeside(units, from - 1, -1) ?? from
  const behind = currencyBeside(units, to, 1)
  const isMoney = begin < from || behind !== null
  for (let at = from; at < Math.min(to, from + numberUnitsMax); at++) {
    const isZero = isDigit(units, at)
    if (isZero || !isMoney) tokens.letters[tokens.filled++] = isZero ? zeroUnit : units.unit[at]!
  }
  closeToken(tokens, units, isMoney ? tokenKinds.money : tokenKinds.number, begin, behind === null ? to : behind + 1)
  return to
}

const isDigit = (units: TextUnits, at: number): boolean => units.kind[at] === unitKinds.digit

/**
 * Returns the position of a currency sign that is at a position, or one space from it. Returns null if there is none.
 */
const currencyBeside = (units: TextUnits, at: number, step: 1 | -1): number | null => {
  if (isCurrency(units, at)) return at
  return units.unit[at] === space && isCurrency(units, at + step) ? at + step : null
}

const isCurrency = (units: TextUnits, at: number): boolean =>
  at >= 0 && at < units.length && currencies.has(units.unit[at]!)
