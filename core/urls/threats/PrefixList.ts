import { Data, Result } from "effect"
import { compareBytes, isAscending, prefixProblem, sortedOrder } from "./PrefixBytes.ts"
import { newLayout, type PrefixLayout, readLayout } from "./PrefixLayout.ts"

/** Bytes that are no list of prefixes. */
export class InvalidPrefixes extends Data.TaggedError("InvalidPrefixes")<{
  readonly problem: "size" | "length" | "too many" | "tags" | "buffer"
}> {}

/**
 * An immutable sorted list of digest prefixes of one size, none twice. A lookup is a binary search among those that share the
 * upper 16 bits: some sixty of four million.
 */
export class PrefixList {
  /** The arrays in which it lies, for what merges lists. */
  readonly layout: PrefixLayout
  /** Bytes of each prefix. */
  readonly size: number
  /** How many there are. */
  readonly length: number

  constructor(layout: PrefixLayout) {
    this.layout = layout
    this.size = layout.size
    this.length = layout.length
  }

  /** The memory it takes. */
  get bytes(): number {
    return this.layout.buffer.byteLength
  }

  /** All of it in one buffer, as `prefixListFromBuffer` reads it. Whoever transfers it gives the list away. */
  get buffer(): ArrayBufferLike {
    return this.layout.buffer
  }

  /** Whether a digest begins with one of the prefixes. */
  has(digest: Uint8Array): boolean {
    return this.find(digest) >= 0
  }

  /** The place of the prefix with which a digest begins, or -1. */
  find(digest: Uint8Array): number {
    if (digest.length < this.size) return -1
    const at = lowerBound(this.layout, digest, 0)
    const { lows, size, starts, tails } = this.layout
    if (at === starts[((digest[0]! << 8) | digest[1]!) + 1] || lows[at] !== ((digest[2]! << 8) | digest[3]!)) return -1
    return size === 4 || compareBytes(tails, at * (size - 4), digest, 4, size - 4) === 0 ? at : -1
  }

  /** What the entry at a place is about; 0 when the list has no tags. */
  tagAt(at: number): number {
    return this.layout.tags[at] ?? 0
  }

  /** The prefixes from one place to before another, one behind the other: what checksums are taken over. */
  toBytes(from = 0, to = this.length): Uint8Array<ArrayBuffer> {
    const { lows, size, starts, tails } = this.layout
    const width = size - 4
    const out = new Uint8Array(Math.max(0, to - from) * size)
    let high = from < to ? highAt(starts, from) : 0
    for (let at = from, out4 = 0; at < to; at++, out4 += size) {
      while (starts[high + 1]! <= at) high++
      out[out4] = high >>> 8
      out[out4 + 1] = high & 0xff
      out[out4 + 2] = lows[at]! >>> 8
      out[out4 + 3] = lows[at]! & 0xff
      for (let more = 0; more < width; more++) out[out4 + 4 + more] = tails[at * width + more]!
    }
    return out
  }
}

/** The first place whose prefix does not stand before the bytes at `bytesAt`. */
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

/** The upper 16 bits of the prefix at a place. */
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

/**
 * A list of prefixes that stand one behind another, in whatever order. One that stands there twice is kept once (`length`
 * tells), with the lower of its tags.
 */
export const prefixListOf = (
  bytes: Uint8Array,
  size: number,
  tags?: Uint8Array
): Result.Result<PrefixList, InvalidPrefixes> => {
  const problem = prefixProblem(bytes, size)
  if (problem !== null) return invalid(problem)
  if (tags !== undefined && tags.length * size !== bytes.length) return invalid("tags")
  const order = isAscending(bytes, size) ? null : sortedOrder(bytes, size)
  return Result.succeed(new PrefixList(fill(bytes, size, order, tags)))
}

/** The list in a buffer (of `PrefixList.buffer`), in place and not copied. */
export const prefixListFromBuffer = (buffer: ArrayBufferLike): Result.Result<PrefixList, InvalidPrefixes> => {
  const layout = readLayout(buffer)
  return layout === null ? invalid("buffer") : Result.succeed(new PrefixList(layout))
}

/** No prefixes of this size, which must be one. */
export const emptyPrefixList = (size: number): PrefixList => new PrefixList(newLayout(size, 0, false))

const invalid = (problem: InvalidPrefixes["problem"]) => Result.fail(new InvalidPrefixes({ problem }))

const fill = (
  bytes: Uint8Array,
  size: number,
  order: Uint32Array | null,
  tags: Uint8Array | undefined
): PrefixLayout => {
  const count = bytes.length / size
  const isRepeat = (at: number) =>
    order !== null && at > 0 && compareBytes(bytes, order[at - 1]! * size, bytes, order[at]! * size, size) === 0
  let length = count
  if (order !== null) { for (let at = 1; at < count; at++) if (isRepeat(at)) length-- }
  const layout = newLayout(size, length, tags !== undefined)
  const { lows, starts, tails, tags: tagsOut } = layout
  for (let at = 0, out = 0; at < count; at++) {
    const entry = order === null ? at : order[at]!
    const from = entry * size
    if (isRepeat(at)) {
      if (tags !== undefined) tagsOut[out - 1] = Math.min(tagsOut[out - 1]!, tags[entry]!)
      continue
    }
    starts[((bytes[from]! << 8) | bytes[from + 1]!) + 1]!++
    lows[out] = (bytes[from + 2]! << 8) | bytes[from + 3]!
    for (let more = 4; more < size; more++) tails[out * (size - 4) + more - 4] = bytes[from + more]!
    if (tags !== undefined) tagsOut[out] = tags[entry]!
    out++
  }
  for (let high = 0; high < 65_536; high++) starts[high + 1]! += starts[high]!
  return layout
}
