import { newLayout, type PrefixLayout } from "./PrefixLayout.ts"
import { PrefixList } from "./PrefixList.ts"
import { holdsAt, lowerBound } from "./PrefixSearch.ts"

/** Shorter runs are copied one by one: to set a part of an array costs more than that. */
const copiedSinglyMax = 16

/**
 * A list without what stands at some places and with what another holds; null when it then held a prefix twice. What lies
 * between two changes is copied as it is, so that a small change of a large list costs little more than the copy.
 */
export const mergePrefixes = (old: PrefixList, removed: Uint32Array, added: PrefixList): PrefixList | null => {
  const { length, size } = old
  if (length === 0) return added
  const before = old.layout
  const after = newLayout(size, length - removed.length + added.length, false)
  const width = size - 4
  let from = 0
  let out = 0
  let removal = 0

  const put = ({ lows, tails }: PrefixLayout, at: number): void => {
    after.lows[out] = lows[at]!
    for (let byte = 0; byte < width; byte++) after.tails[out * width + byte] = tails[at * width + byte]!
    out++
  }
  const copy = (to: number): void => {
    if (to - from > copiedSinglyMax) {
      after.lows.set(before.lows.subarray(from, to), out)
      after.tails.set(before.tails.subarray(from * width, to * width), out * width)
      out += to - from
    } else {
      for (let at = from; at < to; at++) put(before, at)
    }
    from = to
  }
  const keepUntil = (to: number): void => {
    for (; removal < removed.length && removed[removal]! < to; removal++) {
      copy(removed[removal]!)
      from++
    }
    copy(to)
  }

  const bytes = added.toBytes()
  for (let at = 0; at < added.length; at++) {
    const place = lowerBound(before, bytes, at * size)
    keepUntil(place)
    if (removed[removal] !== place && holdsAt(before, place, bytes, at * size)) return null
    put(added.layout, at)
  }
  keepUntil(length)
  mergeStarts(before.starts, removed, added.layout.starts, after.starts)
  return new PrefixList(after)
}

const mergeStarts = (before: Uint32Array, removed: Uint32Array, added: Uint32Array, after: Uint32Array): void => {
  let gone = 0
  for (let high = 0; high < after.length; high++) {
    while (gone < removed.length && removed[gone]! < before[high]!) gone++
    after[high] = before[high]! - gone + added[high]!
  }
}
