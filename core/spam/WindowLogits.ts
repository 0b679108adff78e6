import { shapeBuckets, type TokenBuckets } from "./MessageFeatures.ts"
import { logitOfSteps } from "./MessageLogit.ts"
import { type Window, windowShape } from "./MessageWindows.ts"
import type { NormalizedMessage } from "./NormalizeMessage.ts"
import { clearSeen, seenBuckets } from "./SeenBuckets.ts"
import type { SpamModel } from "./SpamModel.ts"

/** What the buckets of a part add up to, each taken once. */
interface Sum {
  readonly model: SpamModel
  readonly seen: Uint32Array
  wordSteps: number
  wordCount: number
  allSteps: number
  allCount: number
}

/** The mean logit of a part of a message: that of the part as a message of its own, by buckets that were hashed before. */
export const windowLogit = (
  model: SpamModel,
  message: NormalizedMessage,
  found: TokenBuckets,
  window: Window
): number => {
  const sum: Sum = { model, seen: seenBuckets(), wordSteps: 0, wordCount: 0, allSteps: 0, allCount: 0 }
  const shape = shapeBuckets(windowShape(message, window), message.tokens, window.from, window.to)
  addWords(sum, found, window)
  for (const bucket of shape) addWordBucket(sum, bucket)
  const [lettersFrom, lettersTo] = [found.lettersFrom[window.from]!, found.lettersFrom[window.to]!]
  addLetterBuckets(sum, found.buckets, lettersFrom, lettersTo)
  clearSeen(sum.seen, found.buckets, found.wordFrom[window.from]!, found.wordFrom[window.to]!)
  for (const bucket of shape) sum.seen[bucket >>> 5] = 0
  clearSeen(sum.seen, found.buckets, lettersFrom, lettersTo)
  const { allCount, allSteps, wordCount, wordSteps } = sum
  return (logitOfSteps(model.words, wordSteps, wordCount) + logitOfSteps(model.all, allSteps, allCount)) / 2
}

/** Words, and pairs of words that both lie in the part. */
const addWords = (sum: Sum, { buckets, pairsFrom, wordFrom }: TokenBuckets, { from, to }: Window): void => {
  addWordBuckets(sum, buckets, wordFrom[from]!, pairsFrom[from]!)
  if (from + 1 >= to) return
  const second = pairsFrom[from + 1]!
  addWordBuckets(sum, buckets, wordFrom[from + 1]!, Math.min(second + 1, wordFrom[from + 2]!))
  if (from + 2 < to) addWordBuckets(sum, buckets, wordFrom[from + 2]!, wordFrom[to]!)
}

const addWordBuckets = (sum: Sum, buckets: Uint32Array, from: number, to: number): void => {
  for (let at = from; at < to; at++) addWordBucket(sum, buckets[at]!)
}

const addWordBucket = (sum: Sum, bucket: number): void => {
  const { model, seen } = sum
  const bit = 1 << (bucket & 31)
  if ((seen[bucket >>> 5]! & bit) !== 0) return
  seen[bucket >>> 5]! |= bit
  sum.wordSteps += model.words.weights[bucket]!
  sum.wordCount++
  sum.allSteps += model.all.weights[bucket]!
  sum.allCount++
}

const addLetterBuckets = (sum: Sum, buckets: Uint32Array, from: number, to: number): void => {
  const { model: { all: { weights } }, seen } = sum
  let steps = 0
  let count = 0
  for (let at = from; at < to; at++) {
    const bucket = buckets[at]!
    const bit = 1 << (bucket & 31)
    if ((seen[bucket >>> 5]! & bit) !== 0) continue
    seen[bucket >>> 5]! |= bit
    steps += weights[bucket]!
    count++
  }
  sum.allSteps += steps
  sum.allCount += count
}
