import { type ArrayAllocator, newArrays } from "../letters/ArrayAllocator.ts"
import type { LetterCounts } from "../letters/ReadUnits.ts"
import { tokenKinds, type Tokens } from "../letters/Tokens.ts"
import { type NormalizedMessage, normalizeMessage } from "../normalize/NormalizeMessage.ts"
import { bucketOf, clearedBuckets, familySeeds, hashUnit } from "./FeatureHash.ts"

/** Version of the features. Increment it whenever messages get different features: a model is valid for one version. */
export const featuresVersion = 4

/** Maximum letters of a word that are hashed as runs. The rest of a longer word adds no information. */
export const wordUnitsMax = 40

/** Unique feature buckets of a message, in message order. Each bucket has the value `1 / sqrt(number of buckets)`. */
export interface MessageFeatures {
  /** Buckets of words, of pairs of words with at most one word between them, and of the message's shape. */
  readonly words: Uint32Array
  /** Buckets in `words`, followed by the buckets of the letter runs within words. */
  readonly all: Uint32Array
}

/** Features with the range of each token in `all`. A repeated feature belongs to the first token that has it. */
export interface TokenFeatures extends MessageFeatures {
  /** Start of each token's word buckets: the bucket of its word, or the buckets of its letter runs. */
  readonly wordFrom: Uint32Array
  readonly wordTo: Uint32Array
  /** Start of each token's letter-run buckets. They end where the letter-run buckets of the next token begin. */
  readonly lettersFrom: Uint32Array
  /** Bucket of the pair with the next token, or -1. */
  readonly pairs: Int32Array
}

/** Buckets of each token, including repeated buckets. They are used to score parts of a message. */
export interface TokenBuckets {
  readonly buckets: Uint32Array
  /** Start of each token's word buckets: the bucket of its word, or the buckets of its letter runs. */
  readonly wordFrom: Uint32Array
  /** Start of each token's pairs with the previous two tokens. They end where the next token's word buckets begin. */
  readonly pairsFrom: Uint32Array
  /** Start of each token's letter-run buckets. They end where the letter-run buckets of the next token begin. */
  readonly lettersFrom: Uint32Array
}

export const messageFeatures = (text: string): MessageFeatures => {
  const { all, words } = featuresOf(normalizeMessage(text))
  return { words, all }
}

/** @param repeated receives the buckets of every token, if parts of the message are scored too */
export const featuresOf = (
  message: NormalizedMessage,
  repeated: TokenBuckets | null = null,
  arrays: ArrayAllocator = newArrays
): TokenFeatures => {
  const { tokens } = message
  const collector: Collector = {
    buckets: arrays.uint32(featureCountMax(tokens)),
    seen: clearedBuckets(),
    repeated,
    count: 0,
    bucketsCount: 0
  }
  const wordFrom = arrays.uint32(tokens.count)
  const wordTo = arrays.uint32(tokens.count)
  const lettersFrom = arrays.uint32(tokens.count + 1)
  const pairs = arrays.int32(tokens.count).fill(-1)
  addWords(collector, tokens, wordFrom, wordTo, pairs)
  addShape(collector, message, 0, tokens.count)
  const wordCount = collector.count
  for (let token = 0; token < tokens.count; token++) {
    lettersFrom[token] = collector.count
    if (repeated !== null) repeated.lettersFrom[token] = collector.bucketsCount
    addLetters(collector, tokens, token)
  }
  lettersFrom[tokens.count] = collector.count
  if (repeated !== null) repeated.lettersFrom[tokens.count] = collector.bucketsCount
  const { buckets, count } = collector
  return {
    words: buckets.subarray(0, wordCount),
    all: buckets.subarray(0, count),
    wordFrom,
    wordTo,
    lettersFrom,
    pairs
  }
}

/** Maximum features per letter: runs of four lengths start at each letter. */
const featuresPerLetter = 4
/**
 * Maximum additional features per token. They are a word, two pairs, and the four runs that start before the first
 * letter.
 */
const featuresPerToken = 7
const shapesMax = 4

const featureCountMax = (tokens: Tokens): number =>
  tokens.filled * featuresPerLetter + tokens.count * featuresPerToken + shapesMax

export const newTokenBuckets = (tokens: Tokens, arrays: ArrayAllocator = newArrays): TokenBuckets => ({
  buckets: arrays.uint32(featureCountMax(tokens)),
  wordFrom: arrays.uint32(tokens.count + 1),
  pairsFrom: arrays.uint32(tokens.count),
  lettersFrom: arrays.uint32(tokens.count + 1)
})

/** Unique buckets found so far, with a bit set for deduplication. */
interface Collector {
  readonly buckets: Uint32Array
  readonly seen: Uint32Array
  readonly repeated: TokenBuckets | null
  count: number
  /** Number of buckets in `repeated`. */
  bucketsCount: number
}

/** Adds a feature and reports whether its bucket is new. */
const add = (collector: Collector, hash: number): boolean => addBucket(collector, bucketOf(hash))

const addBucket = (collector: Collector, bucket: number): boolean => {
  if (collector.repeated !== null) collector.repeated.buckets[collector.bucketsCount++] = bucket
  const bit = 1 << (bucket & 31)
  const bits = collector.seen[bucket >>> 5]!
  if ((bits & bit) !== 0) return false
  collector.seen[bucket >>> 5] = bits | bit
  collector.buckets[collector.count++] = bucket
  return true
}

const addWords = (
  collector: Collector,
  tokens: Tokens,
  wordFrom: Uint32Array,
  wordTo: Uint32Array,
  pairs: Int32Array
): void => {
  let before = 0
  let older = 0
  for (let token = 0; token < tokens.count; token++) {
    const kind = tokens.kind[token]!
    wordFrom[token] = collector.count
    if (collector.repeated !== null) collector.repeated.wordFrom[token] = collector.bucketsCount
    if (kind === tokenKinds.unspaced) addUnspaced(collector, tokens, token)
    if (kind === tokenKinds.emoji) add(collector, wordHash(tokens, token))
    if (!isPaired(kind)) {
      wordTo[token] = collector.count
      if (collector.repeated !== null) collector.repeated.pairsFrom[token] = collector.bucketsCount
      before = 0
      older = 0
      continue
    }
    const hash = wordHash(tokens, token)
    add(collector, hash)
    wordTo[token] = collector.count
    if (collector.repeated !== null) collector.repeated.pairsFrom[token] = collector.bucketsCount
    if (before !== 0 && add(collector, pairHash(before, hash))) {
      pairs[token - 1] = collector.buckets[collector.count - 1]!
    }
    if (older !== 0) add(collector, pairHash(Math.imul(older, skipPairSeed), hash))
    older = before
    before = hash
  }
  if (collector.repeated !== null) collector.repeated.wordFrom[tokens.count] = collector.bucketsCount
}

/**
 * Reports whether a token forms pairs with its neighbors. A web address does not, because the words around it are
 * unrelated.
 */
const isPaired = (kind: number): boolean =>
  kind !== tokenKinds.unspaced && kind !== tokenKinds.emoji && kind !== tokenKinds.gap

/** Returns the hash of a token's letters and kind, or only of its kind if it is a phone number. The hash is never 0. */
const wordHash = (tokens: Tokens, token: number): number => {
  const kind = tokens.kind[token]!
  let hash: number = hashUnit(familySeeds.word, kind)
  if (kind === tokenKinds.phone) return hash
  const to = tokens.from[token + 1]!
  for (let at = tokens.from[token]!; at < to; at++) hash = hashUnit(hash, tokens.letters[at]!)
  return hash === 0 ? 1 : hash
}

const pairHash = (before: number, hash: number): number =>
  hashUnit(Math.imul(before, familySeeds.pair) ^ (before >>> 15), hash)

/** Distinguishes pairs with a word in between from adjacent pairs. The value is the golden ratio in 32 bits. */
const skipPairSeed = 0x9e3779b1

const boundary = 0x20
const runLettersMin = 2
const runLettersMax = 5

/** Adds the runs of 2 to 5 letters of a word. The boundaries of the word count as letters. */
const addLetters = (collector: Collector, tokens: Tokens, token: number): void => {
  if (tokens.kind[token] !== tokenKinds.word) return
  const { letters } = tokens
  const from = tokens.from[token]!
  const to = Math.min(tokens.from[token + 1]!, from + wordUnitsMax)
  for (let start = from - 1; start <= to + 1 - runLettersMin; start++) {
    let hash: number = familySeeds.letters
    const end = Math.min(start + runLettersMax, to + 1)
    for (let at = start; at < end; at++) {
      hash = hashUnit(hash, at < from || at >= to ? boundary : letters[at]!)
      if (at - start + 1 >= runLettersMin) add(collector, hash)
    }
  }
}

/** Maximum letters of a run in a script without spaces. */
export const unspacedRunMax = 3

/** Adds the runs of 1 to 3 letters of a token in a script without spaces. These runs approximate words. */
const addUnspaced = (collector: Collector, tokens: Tokens, token: number): void => {
  const to = tokens.from[token + 1]!
  for (let start = tokens.from[token]!; start < to; start++) {
    let hash: number = familySeeds.unspaced
    const end = Math.min(start + unspacedRunMax, to)
    for (let at = start; at < end; at++) {
      hash = hashUnit(hash, tokens.letters[at]!)
      add(collector, hash)
    }
  }
}

/**
 * Returns the buckets of the runs that start at each letter of a token in a script without spaces. Each letter has
 * `unspacedRunMax` entries, which are -1 for runs beyond the end.
 */
export const unspacedBucketsOf = (tokens: Tokens, token: number): Int32Array => {
  const from = tokens.from[token]!
  const to = tokens.from[token + 1]!
  const buckets = new Int32Array((to - from) * unspacedRunMax).fill(-1)
  for (let start = from; start < to; start++) {
    let hash: number = familySeeds.unspaced
    const end = Math.min(start + unspacedRunMax, to)
    for (let at = start; at < end; at++) {
      hash = hashUnit(hash, tokens.letters[at]!)
      buckets[(start - from) * unspacedRunMax + at - start] = bucketOf(hash)
    }
  }
  return buckets
}

/** Minimum number of letters for which the share of upper case is meaningful. */
const shoutingLettersMin = 10

/**
 * Adds coarse features of the message's shape. They are the share of upper case, and the numbers of exclamation marks
 * and emoji.
 */
const addShape = (collector: Collector, message: NormalizedMessage, from: number, to: number): void => {
  const emojiCount = countEmoji(message.tokens, from, to)
  for (const bucket of letterCountBuckets(message, emojiCount)) addBucket(collector, bucket)
}

export const countEmoji = (tokens: Tokens, from: number, to: number): number => {
  let emojiCount = 0
  for (let token = from; token < to; token++) if (tokens.kind[token] === tokenKinds.emoji) emojiCount++
  return emojiCount
}

export const letterCountBuckets = (shape: LetterCounts, emojiCount: number): ReadonlyArray<number> => {
  const { exclamations, letters, uppers } = shape
  const flags: Array<number> = []
  const share = letters < shoutingLettersMin ? 0 : uppers / letters
  if (share >= 0.3) flags.push(share >= 0.6 ? 2 : 1)
  if (exclamations > 0) flags.push(10 + Math.min(exclamations, 3))
  if (emojiCount > 0) flags.push(20 + (emojiCount > 3 ? 3 : emojiCount > 1 ? 2 : 1))
  return flags.map((flag) => bucketOf(hashUnit(familySeeds.shape, flag)))
}
