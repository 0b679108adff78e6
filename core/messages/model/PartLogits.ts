import { clearedBuckets } from "../features/FeatureHash.ts"
import { countEmoji, letterCountBuckets, type TokenBuckets } from "../features/MessageFeatures.ts"
import type { Segment } from "../features/MessageSegments.ts"
import { countLettersOfWindows, type Window } from "../features/MessageWindows.ts"
import type { NormalizedMessage } from "../normalize/NormalizeMessage.ts"
import { logitOfSteps } from "./MessageLogit.ts"
import type { SpamModel } from "./SpamModel.ts"

/**
 * Returns the mean logit of windows from precomputed buckets. The result is equal to the mean logit of
 * `messageOfWindows`. Windows must be in order and not adjacent.
 */
export const partLogit = (
  model: SpamModel,
  message: NormalizedMessage,
  found: TokenBuckets,
  windows: ReadonlyArray<Window>
): number => {
  const sum = new BucketSum(model, found)
  let emojiCount = 0
  for (const window of windows) {
    sum.addWords(window)
    emojiCount += countEmoji(message.tokens, window.from, window.to)
  }
  const shape = letterCountBuckets(countLettersOfWindows(message, windows), emojiCount)
  sum.addWordBuckets(shape, 0, shape.length)
  for (const window of windows) sum.addLetters(window)
  return sum.logit()
}

/** Minimum total number of words in the selected segments. */
export const selectedWordsMin = 8

/**
 * Returns the segments that together look most like spam, as windows in order. Polite sentences around spam therefore
 * do not hide it.
 *
 * Segments are added from the most to the least suspicious, and the first segments with the highest logit are selected.
 * The selection ignores the shape and pairs across segments, because they rarely matter. `partLogit` includes them.
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
  let selectedCount = 0
  order.forEach((segment, at) => {
    sum.addWords(segment)
    sum.addLetters(segment)
    words += segment.words
    const logit = sum.logit()
    if (words < selectedWordsMin || logit <= best) return
    best = logit
    selectedCount = at + 1
  })
  return merged(order.slice(0, selectedCount).toSorted((one, other) => one.from - other.from))
}

/** Returns an approximate logit of a segment. Repeated buckets count repeatedly, which is sufficient for the order. */
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

/** Merges adjacent windows. */
const merged = (windows: ReadonlyArray<Window>): ReadonlyArray<Window> => {
  const found: Array<Window> = []
  for (const { from, to } of windows) {
    const last = found.at(-1)
    if (last?.to === from) found[found.length - 1] = { from: last.from, to }
    else found.push({ from, to })
  }
  return found
}

/** Sum of the weights of unique buckets. Creating another sum ends the use of this one. */
class BucketSum {
  private readonly model: SpamModel
  private readonly found: TokenBuckets
  private readonly seen = clearedBuckets()
  private wordSteps = 0
  private wordCount = 0
  private allSteps = 0
  private allCount = 0

  constructor(model: SpamModel, found: TokenBuckets) {
    this.model = model
    this.found = found
  }

  /** Returns the mean logit of the heads for the added buckets. */
  logit(): number {
    const { all, words } = this.model
    return (logitOfSteps(words, this.wordSteps, this.wordCount) + logitOfSteps(all, this.allSteps, this.allCount)) / 2
  }

  /** Adds the words of a window, and the pairs whose words are both in the window. */
  addWords({ from, to }: Window): void {
    const { buckets, pairsFrom, wordFrom } = this.found
    this.addWordBuckets(buckets, wordFrom[from]!, pairsFrom[from]!)
    if (from + 1 >= to) return
    const second = pairsFrom[from + 1]!
    this.addWordBuckets(buckets, wordFrom[from + 1]!, Math.min(second + 1, wordFrom[from + 2]!))
    if (from + 2 < to) this.addWordBuckets(buckets, wordFrom[from + 2]!, wordFrom[to]!)
  }

  addWordBuckets(buckets: ArrayLike<number>, from: number, to: number): void {
    const { model: { all, words }, seen } = this
    let [wordSteps, allSteps, count] = [0, 0, 0]
    for (let at = from; at < to; at++) {
      const bucket = buckets[at]!
      const bit = 1 << (bucket & 31)
      const bits = seen[bucket >>> 5]!
      if ((bits & bit) !== 0) continue
      seen[bucket >>> 5] = bits | bit
      wordSteps += words.weights[bucket]!
      allSteps += all.weights[bucket]!
      count++
    }
    this.wordSteps += wordSteps
    this.wordCount += count
    this.allSteps += allSteps
    this.allCount += count
  }

  /** Adds the letter runs within the words of a window. */
  addLetters({ from, to }: Window): void {
    const { found: { buckets, lettersFrom }, model: { all: { weights } }, seen } = this
    const end = lettersFrom[to]!
    let steps = 0
    let count = 0
    for (let at = lettersFrom[from]!; at < end; at++) {
      const bucket = buckets[at]!
      const bit = 1 << (bucket & 31)
      const bits = seen[bucket >>> 5]!
      if ((bits & bit) !== 0) continue
      seen[bucket >>> 5] = bits | bit
      steps += weights[bucket]!
      count++
    }
    this.allSteps += steps
    this.allCount += count
  }
}
