import { compareBytes } from "./PrefixBytes.ts"
import type { PrefixLayout } from "./PrefixLayout.ts"

/** Returns the index of the first prefix that is not less than the bytes at `bytesAt`. */
export const lowerBound = (layout: PrefixLayout, bytes: Uint8Array, bytesAt: number): number => {
  const { lows, size, starts, tails } = layout
  const high = (bytes[bytesAt]! << 8) | bytes[bytesAt + 1]!
  const low = (bytes[bytesAt + 2]! << 8) | bytes[bytesAt + 3]!
  const width = size - 4
  let from = starts[high]!
  let to = starts[high + 1]!
  while (from < to) {
    const middle = (from + to) >>> 1
    const found = lows[middle]!
    const isBefore = found < low ||
      (width > 0 && found === low && compareBytes(tails, middle * width, bytes, bytesAt + 4, width) < 0)
    if (isBefore) from = middle + 1
    else to = middle
  }
  return from
}

/** Reports whether the prefix at `at`, a result of `lowerBound`, equals the bytes at `bytesAt`. */
export const equalsAt = (layout: PrefixLayout, at: number, bytes: Uint8Array, bytesAt: number): boolean => {
  const { lows, size, starts, tails } = layout
  const high = (bytes[bytesAt]! << 8) | bytes[bytesAt + 1]!
  if (at >= starts[high + 1]! || lows[at] !== ((bytes[bytesAt + 2]! << 8) | bytes[bytesAt + 3]!)) return false
  return size === 4 || compareBytes(tails, at * (size - 4), bytes, bytesAt + 4, size - 4) === 0
}

/** Writes the prefixes of a range, excluding `to`, one after another to `out`. */
export const writePrefixes = (
  { lows, size, starts, tails }: PrefixLayout,
  from: number,
  to: number,
  out: Uint8Array,
  outAt: number
): void => {
  if (from >= to) return
  const width = size - 4
  let high = highAt(starts, from)
  for (let at = from, place = outAt; at < to; at++, place += size) {
    while (starts[high + 1]! <= at) high++
    const low = lows[at]!
    out[place] = high >>> 8
    out[place + 1] = high & 0xff
    out[place + 2] = low >>> 8
    out[place + 3] = low & 0xff
    for (let more = 0; more < width; more++) out[place + 4 + more] = tails[at * width + more]!
  }
}

/** Returns the upper 16 bits of the prefix at an index. */
const highAt = (starts: Uint32Array, at: number): number => {
  let from = 0
  let to = starts.length - 1
  while (to - from > 1) {
    const middle = (from + to) >>> 1
    if (starts[middle]! <= at) from = middle
    else to = middle
  }
  return from
}
