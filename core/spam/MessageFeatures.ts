import { bucketCount, bucketOf, hashUnit, seeds } from "./FeatureHash.ts"
import { type NormalizedMessage, normalizeMessage, tokenKinds } from "./NormalizeMessage.ts"

/** Changes whenever a message gets other features than before: a model knows those that it was trained on. */
export const featuresVersion = 1

/** Letters of a word that are read in runs. What is longer is no word that says anything. */
export const wordUnitsMax = 40

/** Buckets of what a message holds, each once, in the order of the message. The value of each is `1 / sqrt(number of them)`. */
export interface MessageFeatures {
  /** Words, pairs of words and the shape of the message. */
  readonly words: Uint32Array
  /** The same, and the runs of letters within words. Begins with `words`. */
  readonly all: Uint32Array
}

export const messageFeatures = (text: string): MessageFeatures => featuresOf(normalizeMessage(text))

export const featuresOf = (message: NormalizedMessage): MessageFeatures => {
  const found = newCollector(message.letters.length * 4 + message.tokenCount * 8 + 16)
  addWords(found, message)
  const wordCount = found.count
  addLetters(found, message)
  return { words: found.buckets.subarray(0, wordCount), all: found.buckets.subarray(0, found.count) }
}

/** Buckets found so far, and a bit for each so that none is taken twice. */
interface Collector {
  readonly buckets: Uint32Array
  readonly seen: Uint32Array
  count: number
}

const newCollector = (most: number): Collector => ({
  buckets: new Uint32Array(most),
  seen: new Uint32Array(bucketCount / 32),
  count: 0
})

const add = (found: Collector, hash: number): void => {
  const bucket = bucketOf(hash)
  const bit = 1 << (bucket & 31)
  if ((found.seen[bucket >>> 5]! & bit) !== 0) return
  found.seen[bucket >>> 5]! |= bit
  found.buckets[found.count++] = bucket
}

const addWords = (found: Collector, message: NormalizedMessage): void => {
  let before = 0
  for (let token = 0; token < message.tokenCount; token++) {
    if (message.kind[token] === tokenKinds.unspaced) {
      addRuns(found, message.letters, message.from[token]!, message.from[token + 1]!, 1, 3, seeds.unspaced)
      before = 0
      continue
    }
    const hash = wordHash(message, token)
    add(found, hash)
    if (before !== 0) add(found, pairHash(before, hash))
    before = hash
  }
}

/** The hash of a token as a word; of its kind where it is no word. */
export const wordHash = (message: NormalizedMessage, token: number): number => {
  let hash: number = hashUnit(seeds.word, message.kind[token]!)
  const to = message.from[token + 1]!
  for (let at = message.from[token]!; at < to; at++) hash = hashUnit(hash, message.letters[at]!)
  return hash
}

export const pairHash = (before: number, hash: number): number =>
  hashUnit(Math.imul(before, seeds.pair) ^ (before >>> 15), hash)

const boundary = 0x20

const addLetters = (found: Collector, message: NormalizedMessage): void => {
  for (let token = 0; token < message.tokenCount; token++) {
    if (message.kind[token] !== tokenKinds.word) continue
    const from = message.from[token]!
    addBounded(found, message.letters, from, Math.min(message.from[token + 1]!, from + wordUnitsMax))
  }
}

/** Runs of 3 to 5 letters of a word and the bounds about it. */
const addBounded = (found: Collector, letters: Uint16Array, from: number, to: number): void => {
  for (let start = from - 1; start <= to - 2; start++) {
    let hash: number = seeds.letters
    const end = Math.min(start + 5, to + 1)
    for (let at = start; at < end; at++) {
      hash = hashUnit(hash, at < from || at >= to ? boundary : letters[at]!)
      if (at - start >= 2) add(found, hash)
    }
  }
}

const addRuns = (
  found: Collector,
  letters: Uint16Array,
  from: number,
  to: number,
  least: number,
  most: number,
  seed: number
): void => {
  for (let start = from; start < to; start++) {
    let hash = seed
    const end = Math.min(start + most, to)
    for (let at = start; at < end; at++) {
      hash = hashUnit(hash, letters[at]!)
      if (at - start + 1 >= least) add(found, hash)
    }
  }
}
