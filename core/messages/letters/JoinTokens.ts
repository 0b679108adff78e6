import { isOftenDisguised } from "./OftenDisguised.ts"
import { tokenKinds, type Tokens } from "./Tokens.ts"

/**
 * Minimum number of letters that form a word with spaces between them. Sentences can contain three one-letter words in
 * a row.
 */
const spacedMin = 4
/** Minimum number of letters that form a word with punctuation between them, as in `U.S.A.`. */
const punctuatedMin = 3
/** Maximum number of separated letters that are joined to a word. */
const spacedMax = 40
/** Maximum number of characters between two letters of a word. */
const gapUnitsMax = 3
/** Minimum number of separated letters that are certainly a disguise, even in a single word. */
const certainSpacedMin = 5

/** Joins separated letters to words, and groups of digits to phone numbers. Changes the tokens in place. */
export const joinTokens = (tokens: Tokens, source: string): void => {
  let written = 0
  let spaced = 0
  let certain = 0
  const gaps: Gaps = []
  for (let token = 0; token < tokens.count;) {
    const spacedCount = spacedRun(tokens, source, token, gaps)
    const count = spacedCount > 1 ? spacedCount : phoneRun(tokens, source, token)
    if (spacedCount > 1) {
      const certainty = certaintyOf(tokens, source, token, spacedCount)
      if (certainty > 0) spaced++
      if (certainty > 1) certain++
    }
    move(tokens, token, written, Math.max(count, 1), spacedCount <= 1 && count > 0)
    written++
    token += Math.max(count, 1)
  }
  tokens.from[written] = tokens.filled
  tokens.count = written
  tokens.disguiseCounts.spaced = certain > 0 || spaced > 1 ? spaced : 0
}

/** Moves `count` joined tokens to the index `to`. Their letters are contiguous, so only the first start is kept. */
const move = (tokens: Tokens, token: number, to: number, count: number, isPhone: boolean): void => {
  tokens.kind[to] = isPhone ? tokenKinds.phone : tokens.kind[token]!
  tokens.from[to] = tokens.from[token]!
  tokens.sourceFrom[to] = tokens.sourceFrom[token]!
  tokens.sourceTo[to] = tokens.sourceTo[token + count - 1]!
}

const lettersOf = (tokens: Tokens, token: number): number => tokens.from[token + 1]! - tokens.from[token]!

/** Cache of the text after each token, which overlapping runs examine repeatedly. */
type Gaps = Array<string | null | undefined>

/**
 * Returns the spaces or the punctuation between a token and the next token. Returns null for a mix of both, because
 * `-a -b -c` is a command line.
 */
const gapAfter = (tokens: Tokens, source: string, token: number, gaps: Gaps): string | null => {
  const before = gaps[token]
  if (before !== undefined) return before
  const from = tokens.sourceTo[token]!
  const to = tokens.sourceFrom[token + 1]!
  const gap = to - from <= gapUnitsMax ? source.slice(from, to) : ""
  const found = /^(?:\s+|\S+)$/.test(gap) ? gap : null
  gaps[token] = found
  return found
}

/** Returns the length of a run of one-letter tokens with equal separators, or 0 if it is not a word. */
const spacedRun = (tokens: Tokens, source: string, first: number, gaps: Gaps): number => {
  if (!isSingle(tokens, first) || !isSingle(tokens, first + 1)) return 0
  const gap = gapAfter(tokens, source, first, gaps)
  if (gap === null) return 0
  let last = first
  while (last - first + 1 < spacedMax && isSingle(tokens, last + 1)) {
    if (tokens.kind[last + 1] !== tokens.kind[first] || gapAfter(tokens, source, last, gaps) !== gap) break
    last++
  }
  const count = last - first + 1
  return count >= (/^\s+$/.test(gap) ? spacedMin : punctuatedMin) && !isAlphabet(tokens, first, count) ? count : 0
}

/** First Korean syllable. A single Korean syllable can be a word, so it is not a separated letter. */
const hangulFirst = 0xac00

/** Reports whether a token is a single letter. Returns false after the last token, where kinds are 0. */
const isSingle = (tokens: Tokens, token: number): boolean => {
  const kind = tokens.kind[token]
  if (kind !== tokenKinds.word && kind !== tokenKinds.unspaced) return false
  return lettersOf(tokens, token) === 1 && tokens.letters[tokens.from[token]!]! < hangulFirst
}

/** Detects letters in alphabetical order, such as `a b c d`, and a repeated letter. */
const isAlphabet = (tokens: Tokens, first: number, count: number): boolean => {
  const from = tokens.from[first]!
  const step = tokens.letters[from + 1]! - tokens.letters[from]!
  if (step !== 0 && step !== 1) return false
  for (let at = from + 1; at < from + count; at++) {
    if (tokens.letters[at]! - tokens.letters[at - 1]! !== step) return false
  }
  return true
}

/**
 * Returns how certain a disguise is.
 *
 * - 2: The disguise is certain.
 * - 1: The disguise is certain only if the message has others.
 * - 0: There is no disguise, as in `U.S.A.` or a spelled name.
 */
const certaintyOf = (tokens: Tokens, source: string, first: number, count: number): number => {
  const from = tokens.from[first]!
  if (isOftenDisguised(String.fromCharCode(...tokens.letters.subarray(from, from + count)))) return 2
  const text = source.slice(tokens.sourceFrom[first], tokens.sourceTo[first + count - 1])
  if (text === text.toUpperCase() || count < spacedMin) return 0
  return count >= certainSpacedMin ? 2 : 1
}

/** Range of the number of digits in a phone number (ITU-T E.164: at most 15). */
const phoneDigits = { min: 8, max: 15 } as const

/** Returns the number of tokens that form a phone number, or 0. */
const phoneRun = (tokens: Tokens, source: string, first: number): number => {
  if (tokens.kind[first] !== tokenKinds.number) return 0
  let digits = 0
  let last = first
  for (let token = first; token < tokens.count && tokens.kind[token] === tokenKinds.number; token++) {
    if (token > first && !/^[ ().\-/]{1,3}$/.test(source.slice(tokens.sourceTo[token - 1], tokens.sourceFrom[token]))) {
      break
    }
    const inToken = digitsOf(tokens, token)
    if (inToken < 0 || digits + inToken > phoneDigits.max) break
    digits += inToken
    last = token
  }
  const begin = tokens.sourceFrom[first]!
  const isNumbered = source[begin - 1] === "+" || source[begin] === "0" || last - first >= 2
  return isNumbered && digits >= phoneDigits.min ? last - first + 1 : 0
}

const colon = 0x3a
const slash = 0x2f

/** Returns the number of digits in a token, or -1 for a time or date. */
const digitsOf = (tokens: Tokens, token: number): number => {
  let digits = 0
  for (let at = tokens.from[token]!; at < tokens.from[token + 1]!; at++) {
    const unit = tokens.letters[at]!
    if (unit === colon || unit === slash) return -1
    if (unit === 0x30) digits++
  }
  return digits
}
