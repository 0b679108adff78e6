import { picturesIn, shapeBuckets, type TokenBuckets } from "../features/MessageFeatures.ts"
import type { Segment } from "../features/MessageSegments.ts"
import { type Window, windowsShape } from "../features/MessageWindows.ts"
import type { NormalizedMessage } from "../normalize/NormalizeMessage.ts"
import { BucketSum } from "./BucketSum.ts"
import { logitOfSteps } from "./MessageLogit.ts"
import type { SpamModel } from "./SpamModel.ts"

/**
 * The mean logit of some windows of a message: that of `messageWithin`, by buckets that are hashed already. The windows are in
 * order and do not touch.
 */
export const partLogit = (
  model: SpamModel,
  message: NormalizedMessage,
  found: TokenBuckets,
  windows: ReadonlyArray<Window>
): number => {
  const sum = new BucketSum(model, found)
  let pictures = 0
  for (const window of windows) {
    sum.addWords(window)
    pictures += picturesIn(message.tokens, window.from, window.to)
  }
  const shape = shapeBuckets(windowsShape(message, windows), pictures)
  sum.addWordBuckets(shape, 0, shape.length)
  for (const window of windows) sum.addLetters(window)
  const logit = sum.logit()
  sum.forget(windows, shape)
  return logit
}

/** Words below which segments say too little together. */
export const keptWordsMin = 8

/**
 * The segments of a message that look most like spam together, as windows in order. Spam keeps its words whatever polite
 * sentences stand before, behind or between them.
 *
 * The segments are added from the most suspicious one on, and those up to the highest logit are kept. Shape and pairs of words
 * across two segments are left out here: they decide seldom, and `partLogit` counts them.
 */
export const worstSegments = (
  model: SpamModel,
  found: TokenBuckets,
  segments: ReadonlyArray<Segment>
): ReadonlyArray<Window> => {
  const order = segments.map((segment) => ({ segment, logit: segmentLogit(model, found, segment) }))
    .toSorted((one, other) => other.logit - one.logit || one.segment.from - other.segment.from)
    .map(({ segment }) => segment)
  const sum = new BucketSum(model, found)
  let words = 0
  let best = -Infinity
  let kept = 0
  order.forEach((segment, at) => {
    sum.addWords(segment)
    sum.addLetters(segment)
    words += segment.words
    const logit = sum.logit()
    if (words < keptWordsMin || logit <= best) return
    best = logit
    kept = at + 1
  })
  sum.forget(segments)
  return merged(order.slice(0, kept).toSorted((one, other) => one.from - other.from))
}

/** Roughly: what a segment holds twice counts twice here, for an order needs no more. */
const segmentLogit = (
  { all, words }: SpamModel,
  { buckets, lettersFrom, wordFrom }: TokenBuckets,
  { from, to }: Window
): number => {
  const [word, wordEnd] = [wordFrom[from]!, wordFrom[to]!]
  const [letter, letterEnd] = [lettersFrom[from]!, lettersFrom[to]!]
  let [wordSteps, allSteps] = [0, 0]
  for (let at = word; at < wordEnd; at++) {
    wordSteps += words.weights[buckets[at]!]!
    allSteps += all.weights[buckets[at]!]!
  }
  for (let at = letter; at < letterEnd; at++) allSteps += all.weights[buckets[at]!]!
  const wordCount = wordEnd - word
  return logitOfSteps(words, wordSteps, wordCount) + logitOfSteps(all, allSteps, wordCount + letterEnd - letter)
}

/** Neighbors as one window. */
const merged = (windows: ReadonlyArray<Window>): ReadonlyArray<Window> => {
  const found: Array<Window> = []
  for (const { from, to } of windows) {
    const last = found.at(-1)
    if (last?.to === from) found[found.length - 1] = { from: last.from, to }
    else found.push({ from, to })
  }
  return found
}
