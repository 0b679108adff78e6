import { messageFeatures } from "../../core/messages/features/MessageFeatures.ts"
import type { Rows } from "./LearnLinearModel.ts"

/** Features of many messages: of words only, and of words and runs of letters. Both share one array. */
export interface FeatureTable {
  readonly words: Rows
  readonly all: Rows
}

export const makeFeatureTable = (
  texts: ReadonlyArray<string>,
  afterEach: (done: number) => void = () => {}
): FeatureTable => {
  let buckets = new Uint32Array(1 << 22)
  const starts = new Uint32Array(texts.length)
  const wordEnds = new Uint32Array(texts.length)
  const ends = new Uint32Array(texts.length)
  let size = 0
  texts.forEach((text, row) => {
    const { all, words } = messageFeatures(text)
    if (size + all.length > buckets.length) {
      const larger = new Uint32Array(buckets.length * 2 + all.length)
      larger.set(buckets)
      buckets = larger
    }
    buckets.set(all, size)
    starts[row] = size
    wordEnds[row] = size + words.length
    ends[row] = size += all.length
    afterEach(row + 1)
  })
  return { words: { buckets, starts, ends: wordEnds }, all: { buckets, starts, ends } }
}
