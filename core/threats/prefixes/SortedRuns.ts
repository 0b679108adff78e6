import { compareBytes, prefixBytesMax } from "./PrefixBytes.ts"
import type { PrefixIndex } from "./PrefixIndex.ts"
import type { PrefixList } from "./PrefixList.ts"
import { equalsAt, lowerBound, writePrefixes } from "./PrefixSearch.ts"

/** Range of one list whose prefixes are consecutive in the sorted order of all lists. */
export interface SortedRun {
  readonly list: number
  readonly from: number
  /** End of the range, exclusive. */
  readonly to: number
}

interface Cursor {
  readonly list: PrefixList
  readonly number: number
  at: number
  /** Prefix at the index `at`, padded with zeros. */
  readonly head: Uint8Array
}

/**
 * Yields ranges of prefixes of all lists in lexicographic order. A prefix comes before longer prefixes that start with
 * it. Web Risk uses this order for removals and checksums. Usually, there is one large list and a few small ones; the
 * cost then depends only on the small lists.
 */
export function* sortedRuns({ lists }: PrefixIndex): Generator<SortedRun> {
  const cursors = lists.map((list, number) => moveTo({ list, number, at: 0, head: new Uint8Array(prefixBytesMax) }, 0))
  while (true) {
    const [first, second] = firstTwo(cursors)
    if (first === null) return
    const to = second === null ? first.list.length : insertionIndex(second, first.list)
    yield { list: first.number, from: first.at, to }
    moveTo(first, to)
  }
}

/** Returns the cursors with the two smallest prefixes. */
const firstTwo = (cursors: ReadonlyArray<Cursor>): readonly [Cursor | null, Cursor | null] => {
  let first: Cursor | null = null
  let second: Cursor | null = null
  for (const cursor of cursors) {
    if (cursor.at >= cursor.list.length) continue
    if (first === null || isBefore(cursor, first)) {
      second = first
      first = cursor
    } else if (second === null || isBefore(cursor, second)) second = cursor
  }
  return [first, second]
}

/**
 * Reports whether the prefix of `later` sorts before the prefix of `earlier`. Lists are in order of prefix size, so
 * `earlier` has the shorter prefix. If the longer prefix starts with the shorter one, the shorter one comes first.
 */
const isBefore = (later: Cursor, earlier: Cursor): boolean =>
  compareBytes(later.head, 0, earlier.head, 0, earlier.list.size) < 0

/** Returns the index in `list` at which the cursor's prefix would be inserted. */
const insertionIndex = ({ head, list: { size } }: Cursor, list: PrefixList): number => {
  const at = lowerBound(list.layout, head, 0)
  return list.size < size && equalsAt(list.layout, at, head, 0) ? at + 1 : at
}

const moveTo = (cursor: Cursor, at: number): Cursor => {
  cursor.at = at
  if (at < cursor.list.length) writePrefixes(cursor.list.layout, at, at + 1, cursor.head, 0)
  return cursor
}

/** Size of a block in bytes. It is large enough to make the overhead of a hash call negligible. */
export const sortedBlockBytesMax = 262_144

/** Yields all prefixes in sorted order, concatenated in blocks. Checksums are computed over these bytes. */
export function* sortedBlocks(index: PrefixIndex): Generator<Uint8Array<ArrayBuffer>> {
  let block = new Uint8Array(sortedBlockBytesMax)
  let filled = 0
  for (const { from, list, to } of sortedRuns(index)) {
    const { layout, size } = index.lists[list]!
    for (let at = from; at < to;) {
      if (block.length - filled < size) {
        yield block.subarray(0, filled)
        block = new Uint8Array(sortedBlockBytesMax)
        filled = 0
      }
      const end = Math.min(to, at + Math.floor((block.length - filled) / size))
      writePrefixes(layout, at, end, block, filled)
      filled += (end - at) * size
      at = end
    }
  }
  if (filled > 0) yield block.subarray(0, filled)
}
