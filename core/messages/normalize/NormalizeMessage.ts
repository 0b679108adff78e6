import { addressesIn } from "../letters/Addresses.ts"
import { type ArrayAllocator, newArrays } from "../letters/ArrayAllocator.ts"
import { isApostrophe, unitKinds } from "../letters/CharacterKinds.ts"
import { joinTokens } from "../letters/JoinTokens.ts"
import { decodeLeet, isLeetSign } from "../letters/Leet.ts"
import { replaceLookalikes } from "../letters/Lookalikes.ts"
import { countLetters, readUnits, type TextUnits } from "../letters/ReadUnits.ts"
import {
  closeToken,
  newTokens,
  pushText,
  pushUnits,
  pushWord,
  readNumber,
  tokenKinds,
  type Tokens
} from "../letters/Tokens.ts"
import type { Disguise } from "./MessageJudgment.ts"
import { sampleMessage } from "./SampleMessage.ts"

/** Message that is prepared for feature extraction. */
export interface NormalizedMessage {
  /** Composed text, to which the positions of tokens refer. */
  readonly source: string
  readonly tokens: Tokens
  readonly units: TextUnits
  /** Number of words. In scripts without spaces, two letters count as one word. */
  readonly words: number
  readonly disguises: ReadonlyArray<Disguise>
  readonly letters: number
  /** Number of upper-case letters. */
  readonly uppers: number
  readonly exclamations: number
}

/** Normalizes a sample of a message, as the training does. */
export const normalizeMessage = (text: string): NormalizedMessage => normalizeText(sampleMessage(text))

/** Reads the words of a text despite disguises. The caller must limit its length. */
export const normalizeText = (text: string, arrays: ArrayAllocator = newArrays): NormalizedMessage => {
  const units = readUnits(text, arrays)
  const lookalikes = replaceLookalikes(units)
  const cautious = readTokens(units, false, arrays)
  const tokens = cautious.disguiseCounts.leet < certainLeetMin ? cautious : readTokens(units, true, arrays)
  const { invisible, leet, spaced, styled } = tokens.disguiseCounts
  const found: Record<Disguise, number> = { invisible, homoglyphs: lookalikes, spaced, leet, styled }
  const disguises = (["invisible", "homoglyphs", "spaced", "leet", "styled"] as const).filter((name) => found[name] > 0)
  return {
    source: units.source,
    tokens,
    units,
    words: wordsOf(tokens),
    disguises,
    ...countLetters(units, 0, units.length)
  }
}

/** Minimum number of certain leet words with which less certain leet words also count as disguised. */
const certainLeetMin = 2

const readTokens = (units: TextUnits, isLenient: boolean, arrays: ArrayAllocator): Tokens => {
  const tokens = newTokens(units, arrays)
  for (let at = 0; at < units.length;) {
    if (units.kind[at] === unitKinds.space) at++
    else {
      const from = at
      while (at < units.length && units.kind[at] !== unitKinds.space) at++
      readChunk(tokens, units, from, at, isLenient)
    }
  }
  joinTokens(tokens, units.source)
  return tokens
}

const wordsOf = (tokens: Tokens): number => {
  let words = 0
  for (let token = 0; token < tokens.count; token++) {
    if (tokens.kind[token] === tokenKinds.word) words++
    if (tokens.kind[token] === tokenKinds.unspaced) words += (tokens.from[token + 1]! - tokens.from[token]! + 1) >>> 1
  }
  return words
}

/** Reads the text between two spaces. */
const readChunk = (tokens: Tokens, units: TextUnits, from: number, to: number, isLenient: boolean): void => {
  let at = from
  for (const address of addressesIn(units, from, to)) {
    readPlain(tokens, units, at, address.from, isLenient)
    closeToken(tokens, units, address.isMail ? tokenKinds.mail : tokenKinds.gap, address.from, address.to)
    at = address.to
  }
  readPlain(tokens, units, at, to, isLenient)
}

/** Reads units that contain no spaces and no addresses. */
const readPlain = (tokens: Tokens, units: TextUnits, from: number, to: number, isLenient: boolean): void => {
  for (let at = from; at < to;) {
    const kind = units.kind[at]!
    if (kind === unitKinds.unspaced) {
      const begin = at
      while (at < to && units.kind[at] === unitKinds.unspaced) at++
      pushUnits(tokens, units, tokenKinds.unspaced, begin, at)
    } else if (kind === unitKinds.emoji) {
      pushUnits(tokens, units, tokenKinds.emoji, at, at + 1)
      at++
    } else if (isRunUnit(units, at)) at = readRun(tokens, units, at, to, isLenient)
    else at++
  }
}

const isWordUnit = (kind: number): boolean =>
  kind === unitKinds.digit || (kind >= unitKinds.latin && kind <= unitKinds.hangul)

const isRunUnit = (units: TextUnits, at: number): boolean => isWordUnit(units.kind[at]!) || isLeetSign(units.unit[at]!)

/** Reads a run of letters, digits and leet signs. The run is one disguised word, or separate words and numbers. */
const readRun = (tokens: Tokens, units: TextUnits, from: number, end: number, isLenient: boolean): number => {
  let to = from
  let bits = 0
  while (to < end && isRunUnit(units, to)) bits |= 1 << units.kind[to++]!
  const isMixed = (bits & signBits) !== 0 && (bits & letterBits) !== 0
  const unleeted = isMixed ? decodeLeet(units, from, to, isLenient) : null
  if (unleeted !== null) {
    tokens.disguiseCounts.leet++
    pushText(tokens, units, unleeted.word, unleeted.from, unleeted.to)
    return to
  }
  for (let at = from; at < to;) {
    if (units.kind[at] === unitKinds.digit) at = readNumber(tokens, units, at, end)
    else if (isWordUnit(units.kind[at]!)) at = readWord(tokens, units, at, end)
    else at++
    if (at > to) return at
  }
  return to
}

const signBits = (1 << unitKinds.digit) | (1 << unitKinds.sign)
const letterBits = (1 << unitKinds.latin) | (1 << unitKinds.cyrillic)

/**
 * Maximum letters after an apostrophe that belong to the word before it. They do in `don't` and `we'll`, but not in
 * `l'offre`.
 */
const endingLettersMax = 2

const readWord = (tokens: Tokens, units: TextUnits, from: number, end: number): number => {
  let to = wordEnd(units, from, end)
  if (to < end && isApostrophe(units.unit[to]!)) {
    const ending = wordEnd(units, to + 1, end)
    if (ending > to + 1 && ending - to - 1 <= endingLettersMax) to = ending
  }
  pushWord(tokens, units, from, to)
  return to
}

const wordEnd = (units: TextUnits, from: number, end: number): number => {
  let to = from
  const isHangul = units.kind[from] === unitKinds.hangul
  while (to < end && isWordUnit(units.kind[to]!) && (units.kind[to] === unitKinds.hangul) === isHangul) to++
  return to
}
