import type { TokenBuckets } from "../features/MessageFeatures.ts"
import type { Window } from "../features/MessageWindows.ts"
import { clearSeen, seenBuckets } from "../features/SeenBuckets.ts"
import { logitOfSteps } from "./MessageLogit.ts"
import type { SpamModel } from "./SpamModel.ts"

/** The sum of the weights of some buckets of a message, each taken once. `forget` must follow before another sum begins. */
export class BucketSum {
  private readonly model: SpamModel
  private readonly found: TokenBuckets
  private readonly seen = seenBuckets()
  private wordSteps = 0
  private wordCount = 0
  private allSteps = 0
  private allCount = 0

  constructor(model: SpamModel, found: TokenBuckets) {
    this.model = model
    this.found = found
  }

  /** The mean logit of the heads by what was added. */
  logit(): number {
    const { all, words } = this.model
    return (logitOfSteps(words, this.wordSteps, this.wordCount) + logitOfSteps(all, this.allSteps, this.allCount)) / 2
  }

  /** Adds words, and pairs of words that both lie in the window. */
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
      if ((seen[bucket >>> 5]! & bit) !== 0) continue
      seen[bucket >>> 5]! |= bit
      wordSteps += words.weights[bucket]!
      allSteps += all.weights[bucket]!
      count++
    }
    this.wordSteps += wordSteps
    this.wordCount += count
    this.allSteps += allSteps
    this.allCount += count
  }

  /** Adds the runs of letters within the words of the window. */
  addLetters({ from, to }: Window): void {
    const { found: { buckets, lettersFrom }, model: { all: { weights } }, seen } = this
    const end = lettersFrom[to]!
    let steps = 0
    let count = 0
    for (let at = lettersFrom[from]!; at < end; at++) {
      const bucket = buckets[at]!
      const bit = 1 << (bucket & 31)
      if ((seen[bucket >>> 5]! & bit) !== 0) continue
      seen[bucket >>> 5]! |= bit
      steps += weights[bucket]!
      count++
    }
    this.allSteps += steps
    this.allCount += count
  }

  /** Makes room for another sum. */
  forget(windows: ReadonlyArray<Window>, others: ReadonlyArray<number> = []): void {
    const { found: { buckets, lettersFrom, wordFrom }, seen } = this
    for (const { from, to } of windows) {
      clearSeen(seen, buckets, wordFrom[from]!, wordFrom[to]!)
      clearSeen(seen, buckets, lettersFrom[from]!, lettersFrom[to]!)
    }
    for (const bucket of others) seen[bucket >>> 5] = 0
  }
}
