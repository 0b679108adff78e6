import { Data, Result } from "effect"
import { compareBytes, isAscending, prefixProblem, sortedOrder } from "./PrefixBytes.ts"
import { newLayout, type PrefixLayout, readLayout } from "./PrefixLayout.ts"
import { equalsAt, lowerBound, writePrefixes } from "./PrefixSearch.ts"

/** Error for bytes that are not a valid list of prefixes. */
export class InvalidPrefixes extends Data.TaggedError("InvalidPrefixes")<{
  readonly problem: "size" | "length" | "too many" | "tags" | "buffer"
}> {}

/**
 * Immutable sorted list of unique digest prefixes of one size. A lookup is a binary search among the prefixes with the
 * same upper 16 bits: about 60 of four million.
 */
export class PrefixList {
  /** Underlying arrays, for merging lists. */
  readonly layout: PrefixLayout
  /** Number of bytes per prefix. */
  readonly size: number
  readonly length: number

  constructor(layout: PrefixLayout) {
    this.layout = layout
    this.size = layout.size
    this.length = layout.length
  }

  /** Memory used, in bytes. */
  get bytes(): number {
    return this.layout.buffer.byteLength
  }

  /** Buffer for `prefixListFromBuffer`. Transferring the buffer makes the list unusable. */
  get buffer(): ArrayBufferLike {
    return this.layout.buffer
  }

  /** Reports whether a digest starts with one of the prefixes. */
  has(digest: Uint8Array): boolean {
    return this.find(digest) >= 0
  }

  /** Returns the index of the prefix that matches a digest, or -1. */
  find(digest: Uint8Array): number {
    if (digest.length < this.size) return -1
    const at = lowerBound(this.layout, digest, 0)
    return equalsAt(this.layout, at, digest, 0) ? at : -1
  }

  /** Returns the tag of an entry. 0 for a list without tags. */
  tagAt(at: number): number {
    return this.layout.tags[at] ?? 0
  }

  /** Returns the concatenated prefixes of a range, excluding `to`. Checksums are computed over these bytes. */
  toBytes(from = 0, to = this.length): Uint8Array<ArrayBuffer> {
    const out = new Uint8Array(Math.max(0, to - from) * this.size)
    writePrefixes(this.layout, from, to, out, 0)
    return out
  }
}

/**
 * Creates a list from concatenated prefixes in any order. Duplicates become one prefix with the lowest of their tags.
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

/** Creates a list from `PrefixList.buffer` without copying. */
export const prefixListFromBuffer = (buffer: ArrayBufferLike): Result.Result<PrefixList, InvalidPrefixes> => {
  const layout = readLayout(buffer)
  return layout === null ? invalid("buffer") : Result.succeed(new PrefixList(layout))
}

/** Creates an empty list. `size` must be valid. */
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
