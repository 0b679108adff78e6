import { bucketCount, bucketOf, hashUnit, seeds } from "./FeatureHash.ts"
import { type NormalizedMessage, normalizeMessage } from "./NormalizeMessage.ts"
import { tokenKinds, type Tokens } from "./Tokens.ts"

/** Changes whenever a message gets other features than before: a model knows those that it was trained on. */
export const featuresVersion = 3

/** Letters of a word that are read in runs. What is longer is no word that says anything. */
export const wordUnitsMax = 40

/** Buckets of what a message holds, each once, in the order of the message. The value of each is `1 / sqrt(number of them)`. */
export interface MessageFeatures {
  /** Words, pairs of words with up to one word between them, and the shape of the message. */
  readonly words: Uint32Array
  /** The same, and the runs of letters within words. Begins with `words`. */
  readonly all: Uint32Array
}

export const messageFeatures = (text: string): MessageFeatures => featuresOf(normalizeMessage(text))

export const featuresOf = (message: NormalizedMessage): MessageFeatures => {
  const { tokens } = message
  const found = newCollector(tokens.filled * featuresPerLetter + tokens.count * featuresPerToken + shapesMax)
  addWords(found, tokens)
  addShape(found, message)
  const wordCount = found.count
  for (let token = 0; token < tokens.count; token++) addLetters(found, tokens, token)
  clear(found)
  return { words: found.buckets.subarray(0, wordCount), all: found.buckets.subarray(0, found.count) }
}

/** At most: runs of four lengths begin at each letter. */
const featuresPerLetter = 4
/** At most: a word, two pairs, and the runs that begin before the first letter. */
const featuresPerToken = 7
const shapesMax = 4

/** Buckets found so far, and a bit for each so that none is taken twice. */
interface Collector {
  readonly buckets: Uint32Array
  readonly seen: Uint32Array
  count: number
}

/** Bits of all buckets, all of them 0 between two messages: clearing those of one message costs less than new ones. */
let bits: Uint32Array | null = null

const newCollector = (most: number): Collector => {
  bits ??= new Uint32Array(bucketCount / 32)
  return { buckets: new Uint32Array(most), seen: bits, count: 0 }
}

const clear = ({ buckets, count, seen }: Collector): void => {
  for (let at = 0; at < count; at++) seen[buckets[at]! >>> 5] = 0
}

const add = (found: Collector, hash: number): void => {
  const bucket = bucketOf(hash)
  const bit = 1 << (bucket & 31)
  if ((found.seen[bucket >>> 5]! & bit) !== 0) return
  found.seen[bucket >>> 5]! |= bit
  found.buckets[found.count++] = bucket
}

const addWords = (found: Collector, tokens: Tokens): void => {
  let before = 0
  let older = 0
  for (let token = 0; token < tokens.count; token++) {
    const kind = tokens.kind[token]!
    if (kind === tokenKinds.unspaced) addUnspaced(found, tokens, token)
    if (kind === tokenKinds.emoji) add(found, wordHash(tokens, token))
    if (!isPaired(kind)) {
      before = 0
      older = 0
      continue
    }
    const hash = wordHash(tokens, token)
    add(found, hash)
    if (before !== 0) add(found, pairHash(before, hash))
    if (older !== 0) add(found, pairHash(Math.imul(older, apart), hash))
    older = before
    before = hash
  }
}

/** Which token brought which buckets: each counts for the first that has it. */
export interface TokenFeatures {
  readonly buckets: Uint32Array
  /** Where in `buckets` those of each token begin: its word, or its letters in a row. */
  readonly words: Uint32Array
  /** Where those of the runs of letters within it begin; they end where the next token's begin. */
  readonly letters: Uint32Array
  /** The bucket of the pair with the next token, or -1. */
  readonly pairs: Int32Array
}

export const tokenFeatures = (tokens: Tokens): TokenFeatures => {
  const found = newCollector(tokens.filled * featuresPerLetter + tokens.count * featuresPerToken)
  const words = new Uint32Array(tokens.count + 1)
  const letters = new Uint32Array(tokens.count)
  const pairs = new Int32Array(tokens.count).fill(-1)
  let before = 0
  for (let token = 0; token < tokens.count; token++) {
    const kind = tokens.kind[token]!
    words[token] = found.count
    const hash = wordHash(tokens, token)
    if (kind === tokenKinds.unspaced) addUnspaced(found, tokens, token)
    else if (kind !== tokenKinds.gap) add(found, hash)
    letters[token] = found.count
    addLetters(found, tokens, token)
    if (isPaired(kind) && before !== 0) pairs[token - 1] = bucketOf(pairHash(before, hash))
    before = isPaired(kind) ? hash : 0
  }
  words[tokens.count] = found.count
  clear(found)
  return { buckets: found.buckets, words, letters, pairs }
}

/** Whether a token makes a pair with the next: an address of the web is no evidence, and what is about it has nothing in common. */
const isPaired = (kind: number): boolean =>
  kind !== tokenKinds.unspaced && kind !== tokenKinds.emoji && kind !== tokenKinds.gap

/** The hash of a token as a word; of its kind where its letters say nothing. Never 0. */
const wordHash = (tokens: Tokens, token: number): number => {
  const kind = tokens.kind[token]!
  let hash: number = hashUnit(seeds.word, kind)
  if (kind === tokenKinds.phone) return hash
  const to = tokens.from[token + 1]!
  for (let at = tokens.from[token]!; at < to; at++) hash = hashUnit(hash, tokens.letters[at]!)
  return hash === 0 ? 1 : hash
}

const pairHash = (before: number, hash: number): number =>
  hashUnit(Math.imul(before, seeds.pair) ^ (before >>> 15), hash)

/** Sets pairs with a word between them apart from others: the golden ratio in 32 bits. */
const apart = 0x9e3779b1

const boundary = 0x20
const runLeast = 2
const runMost = 5

/** Runs of 2 to 5 letters of a word and the bounds about it. */
const addLetters = (found: Collector, tokens: Tokens, token: number): void => {
  if (tokens.kind[token] !== tokenKinds.word) return
  const { letters } = tokens
  const from = tokens.from[token]!
  const to = Math.min(tokens.from[token + 1]!, from + wordUnitsMax)
  for (let start = from - 1; start <= to + 1 - runLeast; start++) {
    let hash: number = seeds.letters
    const end = Math.min(start + runMost, to + 1)
    for (let at = start; at < end; at++) {
      hash = hashUnit(hash, at < from || at >= to ? boundary : letters[at]!)
      if (at - start + 1 >= runLeast) add(found, hash)
    }
  }
}

/** Letters of the longest run that is a feature. */
export const unspacedMost = 3

/** Scripts without spaces: one to three letters in a row are what comes nearest to words. */
const addUnspaced = (found: Collector, tokens: Tokens, token: number): void => {
  const to = tokens.from[token + 1]!
  for (let start = tokens.from[token]!; start < to; start++) {
    let hash: number = seeds.unspaced
    const end = Math.min(start + unspacedMost, to)
    for (let at = start; at < end; at++) {
      hash = hashUnit(hash, tokens.letters[at]!)
      add(found, hash)
    }
  }
}

/** The buckets that begin at each letter of a token of such a script, `unspacedMost` for each, or -1 where it ends before. */
export const unspacedBuckets = (tokens: Tokens, token: number): Int32Array => {
  const from = tokens.from[token]!
  const to = tokens.from[token + 1]!
  const buckets = new Int32Array((to - from) * unspacedMost).fill(-1)
  for (let start = from; start < to; start++) {
    let hash: number = seeds.unspaced
    const end = Math.min(start + unspacedMost, to)
    for (let at = start; at < end; at++) {
      hash = hashUnit(hash, tokens.letters[at]!)
      buckets[(start - from) * unspacedMost + at - start] = bucketOf(hash)
    }
  }
  return buckets
}

/** Letters without which the share of upper case says nothing. */
const shoutingLettersMin = 10

/** Shape, coarsely: how much is in upper case, how often it calls out, how many pictures there are. */
const addShape = (found: Collector, message: NormalizedMessage): void => {
  const { exclamations, letters, tokens, uppers } = message
  const share = letters < shoutingLettersMin ? 0 : uppers / letters
  if (share >= 0.3) addFlag(found, share >= 0.6 ? 2 : 1)
  if (exclamations > 0) addFlag(found, 10 + Math.min(exclamations, 3))
  let emoji = 0
  for (let token = 0; token < tokens.count; token++) if (tokens.kind[token] === tokenKinds.emoji) emoji++
  if (emoji > 0) addFlag(found, 20 + (emoji > 3 ? 3 : emoji > 1 ? 2 : 1))
}

const addFlag = (found: Collector, flag: number): void => add(found, hashUnit(seeds.shape, flag))
