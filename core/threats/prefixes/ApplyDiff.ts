import { Data, Result } from "effect"
import { prefixListEntriesMax, prefixProblem } from "./PrefixBytes.ts"
import { PrefixIndex } from "./PrefixIndex.ts"
import { newLayout, type PrefixLayout } from "./PrefixLayout.ts"
import { emptyPrefixList, PrefixList, prefixListOf } from "./PrefixList.ts"
import { equalsAt, lowerBound } from "./PrefixSearch.ts"
import { sortedRuns } from "./SortedRuns.ts"

/** Change of a prefix list, as sent by the provider. */
export interface PrefixDiff {
  /**
   * Indexes of the prefixes to remove, in the sorted order of all prefixes of all sizes. The indexes are strictly
   * ascending.
   */
  readonly removals: ArrayLike<number>
  /** Prefixes to add by size, concatenated in any order. */
  readonly additions: ReadonlyArray<{ readonly size: number; readonly bytes: Uint8Array }>
}

/** Error for a change that does not fit the list. The list must be fetched again. */
export class InvalidDiff extends Data.TaggedError("InvalidDiff")<{
  readonly problem: "removals" | "size" | "length" | "too many" | "repeated" | "nested"
}> {}

/**
 * Returns a new index to which first the removals and then the additions are applied. The old index is unchanged. To
 * load a complete list, apply it to an empty index. Tags are dropped.
 *
 * Rejects a list in which a prefix is repeated or is the beginning of another prefix, as the Web Risk container does.
 */
export const applyDiff = (index: PrefixIndex, diff: PrefixDiff): Result.Result<PrefixIndex, InvalidDiff> => {
  if (!areRemovals(diff.removals, index.length)) return invalid("removals")
  const added = additionsBySize(diff.additions)
  if (Result.isFailure(added)) return Result.fail(added.failure)
  const removed = removalsBySize(index, diff.removals)
  const lists: Array<PrefixList> = []
  for (const size of new Set([...removed.keys(), ...added.success.keys()])) {
    const old = index.ofSize(size) ?? emptyPrefixList(size)
    const places = removed.get(size) ?? noIndexes
    const more = added.success.get(size) ?? emptyPrefixList(size)
    if (old.length - places.length + more.length > prefixListEntriesMax) return invalid("too many")
    const list = mergePrefixes(old, places, more)
    if (list === null) return invalid("repeated")
    lists.push(list)
  }
  const changed = new PrefixIndex([...index.lists, ...lists])
  return isNested(changed) ? invalid("nested") : Result.succeed(changed)
}

const noIndexes = new Uint32Array(0)

const invalid = (problem: InvalidDiff["problem"]) => Result.fail(new InvalidDiff({ problem }))

const areRemovals = (removals: ArrayLike<number>, length: number): boolean => {
  for (let at = 0, before = -1; at < removals.length; at++) {
    const place = removals[at]!
    if (!Number.isInteger(place) || place <= before || place >= length) return false
    before = place
  }
  return true
}

/** Groups the additions into one list per size. */
const additionsBySize = (
  additions: PrefixDiff["additions"]
): Result.Result<ReadonlyMap<number, PrefixList>, InvalidDiff> => {
  const bySize = new Map<number, Array<Uint8Array>>()
  for (const { bytes, size } of additions) {
    const problem = prefixProblem(bytes, size)
    if (problem !== null) return invalid(problem)
    const parts = bySize.get(size)
    if (parts === undefined) bySize.set(size, [bytes])
    else parts.push(bytes)
  }
  const lists = new Map<number, PrefixList>()
  for (const [size, parts] of bySize) {
    const bytes = concatenate(parts)
    const list = prefixListOf(bytes, size)
    if (Result.isFailure(list)) return invalid("too many")
    if (list.success.length * size !== bytes.length) return invalid("repeated")
    lists.set(size, list.success)
  }
  return Result.succeed(lists)
}

const concatenate = (parts: ReadonlyArray<Uint8Array>): Uint8Array => {
  const [only, ...others] = parts
  if (only !== undefined && others.length === 0) return only
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

/** Converts indexes into the overall order to indexes into the list of each size. */
const removalsBySize = (index: PrefixIndex, removals: ArrayLike<number>): ReadonlyMap<number, Uint32Array> => {
  const found = new Map<number, Uint32Array>()
  if (removals.length === 0) return found
  const taken = index.lists.map(({ length, size }) => ({
    size,
    places: new Uint32Array(Math.min(length, removals.length)),
    count: 0
  }))
  let next = 0
  let passed = 0
  for (const { from, list, to } of sortedRuns(index)) {
    const ofList = taken[list]!
    for (; next < removals.length && removals[next]! < passed + to - from; next++) {
      ofList.places[ofList.count++] = removals[next]! - passed + from
    }
    passed += to - from
    if (next === removals.length) break
  }
  for (const { count, places, size } of taken) if (count > 0) found.set(size, places.subarray(0, count))
  return found
}

/** Maximum number of prefixes that are decoded at a time. */
const copiedEntries = 8192

const isNested = ({ lists }: PrefixIndex): boolean =>
  lists.some((longer) => {
    const shorter = lists.filter(({ size }) => size < longer.size)
    if (shorter.length === 0) return false
    for (let from = 0; from < longer.length; from += copiedEntries) {
      const bytes = longer.toBytes(from, Math.min(longer.length, from + copiedEntries))
      for (let at = 0; at < bytes.length; at += longer.size) {
        if (shorter.some(({ layout }) => equalsAt(layout, lowerBound(layout, bytes, at), bytes, at))) return true
      }
    }
    return false
  })

/**
 * Maximum length of a run that is copied in a loop. For a short run, the loop costs less than `set` with a subarray.
 */
const copiedSinglyMax = 16

/**
 * Removes entries by index and adds the entries of another list. Returns null if the result has a duplicate. Unchanged
 * runs are copied as a block, so a small change of a large list costs little more than copying the list.
 */
const mergePrefixes = (old: PrefixList, removed: Uint32Array, added: PrefixList): PrefixList | null => {
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
    if (removed[removal] !== place && equalsAt(before, place, bytes, at * size)) return null
    put(added.layout, at)
  }
  keepUntil(length)
  mergeStarts(before.starts, removed, added.layout.starts, after.starts)
  return new PrefixList(after)
}

const mergeStarts = (before: Uint32Array, removed: Uint32Array, added: Uint32Array, after: Uint32Array): void => {
  let removedCount = 0
  for (let high = 0; high < after.length; high++) {
    while (removedCount < removed.length && removed[removedCount]! < before[high]!) removedCount++
    after[high] = before[high]! - removedCount + added[high]!
  }
}
