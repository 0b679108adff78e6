import { compareBytes, prefixBytesMax } from "./PrefixBytes.ts"
import type { PrefixIndex } from "./PrefixIndex.ts"
import type { PrefixList } from "./PrefixList.ts"
import { holdsAt, lowerBound, writePrefixes } from "./PrefixSearch.ts"

/** Prefixes of one list that follow one another in the sorted order of all lists. */
export interface SortedRun {
  /** Which of the lists. */
  readonly list: number
  readonly from: number
  /** The first place that belongs to it no more. */
  readonly to: number
}

interface Cursor {
  readonly list: PrefixList
  readonly number: number
  at: number
  /** The prefix at `at`, with zeros behind it. */
  readonly head: Uint8Array
}

/**
 * The prefixes of all lists in lexicographic order, a shorter one before the longer that begin with it: the order in which
 * Web Risk counts what is to be removed, and over which its checksums are taken. In runs, so that where one list is large
 * and the others small, as they are, the work is that of the small ones.
 */
export function* sortedRuns({ lists }: PrefixIndex): Generator<SortedRun> {
  const cursors = lists.map((list, number) => moveTo({ list, number, at: 0, head: new Uint8Array(prefixBytesMax) }, 0))
  while (true) {
    const [first, second] = firstTwo(cursors)
    if (first === null) return
    const to = second === null ? first.list.length : placeOf(second, first.list)
    yield { list: first.number, from: first.at, to }
    moveTo(first, to)
  }
}

/** The cursors whose prefixes stand first and second. */
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

/** The lists ascend in size, and the cursors in the order of the lists: of two that are alike the earlier is the shorter. */
const isBefore = (later: Cursor, earlier: Cursor): boolean =>
  compareBytes(later.head, 0, earlier.head, 0, earlier.list.size) < 0

/** Where in a list the prefix of another list would stand. */
const placeOf = ({ head, list: { size } }: Cursor, list: PrefixList): number => {
  const at = lowerBound(list.layout, head, 0)
  return list.size < size && holdsAt(list.layout, at, head, 0) ? at + 1 : at
}

const moveTo = (cursor: Cursor, at: number): Cursor => {
  cursor.at = at
  if (at < cursor.list.length) writePrefixes(cursor.list.layout, at, at + 1, cursor.head, 0)
  return cursor
}

/** Large enough that hashing it is worth a call. */
export const sortedPieceBytesMax = 262_144

/** All prefixes in that order, one behind another, in pieces: what a checksum is taken over. */
export function* sortedPieces(index: PrefixIndex): Generator<Uint8Array<ArrayBuffer>> {
  let piece = new Uint8Array(sortedPieceBytesMax)
  let filled = 0
  for (const { from, list, to } of sortedRuns(index)) {
    const { layout, size } = index.lists[list]!
    for (let at = from; at < to;) {
      if (piece.length - filled < size) {
        yield piece.subarray(0, filled)
        piece = new Uint8Array(sortedPieceBytesMax)
        filled = 0
      }
      const end = Math.min(to, at + Math.floor((piece.length - filled) / size))
      writePrefixes(layout, at, end, piece, filled)
      filled += (end - at) * size
      at = end
    }
  }
  if (filled > 0) yield piece.subarray(0, filled)
}
