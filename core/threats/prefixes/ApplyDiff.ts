import { Data, Result } from "effect"
import { prefixListEntriesMax, prefixProblem } from "./PrefixBytes.ts"
import { PrefixIndex } from "./PrefixIndex.ts"
import { newLayout, type PrefixLayout } from "./PrefixLayout.ts"
import { emptyPrefixList, PrefixList, prefixListOf } from "./PrefixList.ts"
import { holdsAt, lowerBound } from "./PrefixSearch.ts"
import { sortedRuns } from "./SortedRuns.ts"

/** What a provider says has changed. */
export interface PrefixDiff {
  /** Places in the sorted order of all prefixes, whatever their sizes; ascending, none twice. */
  readonly removals: ArrayLike<number>
  /** Prefixes of a size, one behind another, in whatever order. */
  readonly additions: ReadonlyArray<{ readonly size: number; readonly bytes: Uint8Array }>
}

/** A change that does not fit what it should change: the list is out of step, and to be fetched anew. */
export class InvalidDiff extends Data.TaggedError("InvalidDiff")<{
  readonly problem: "removals" | "size" | "length" | "too many" | "repeated" | "nested"
}> {}

/**
 * The index after a change: first what is removed goes, then what is added comes. The index that there was stays as it is.
 * A whole new list is a change of an index without prefixes. Tags are not kept.
 *
 * As the Web Risk container, a list is refused in which a prefix stands twice or is the beginning of another.
 */
export const applyDiff = (index: PrefixIndex, diff: PrefixDiff): Result.Result<PrefixIndex, InvalidDiff> => {
  if (!areRemovals(diff.removals, index.length)) return invalid("removals")
  const added = additionsOf(diff.additions)
  if (Result.isFailure(added)) return Result.fail(added.failure)
  const removed = removalsOfLists(index, diff.removals)
  const lists: Array<PrefixList> = []
  for (const size of new Set([...removed.keys(), ...added.success.keys()])) {
    const old = index.ofSize(size) ?? emptyPrefixList(size)
    const places = removed.get(size) ?? noPlaces
    const more = added.success.get(size) ?? emptyPrefixList(size)
    if (old.length - places.length + more.length > prefixListEntriesMax) return invalid("too many")
    const list = mergePrefixes(old, places, more)
    if (list === null) return invalid("repeated")
    lists.push(list)
  }
  const changed = new PrefixIndex([...index.lists, ...lists])
  return isNested(changed) ? invalid("nested") : Result.succeed(changed)
}

const noPlaces = new Uint32Array(0)

const invalid = (problem: InvalidDiff["problem"]) => Result.fail(new InvalidDiff({ problem }))

const areRemovals = (removals: ArrayLike<number>, length: number): boolean => {
  for (let at = 0, before = -1; at < removals.length; at++) {
    const place = removals[at]!
    if (!Number.isInteger(place) || place <= before || place >= length) return false
    before = place
  }
  return true
}

/** The additions as a list of each size. */
const additionsOf = (
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
    const bytes = joined(parts)
    const list = prefixListOf(bytes, size)
    if (Result.isFailure(list)) return invalid("too many")
    if (list.success.length * size !== bytes.length) return invalid("repeated")
    lists.set(size, list.success)
  }
  return Result.succeed(lists)
}

const joined = (parts: ReadonlyArray<Uint8Array>): Uint8Array => {
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

/** Places in the order of all prefixes as places in the list of each size. */
const removalsOfLists = (index: PrefixIndex, removals: ArrayLike<number>): ReadonlyMap<number, Uint32Array> => {
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

/** How many prefixes are looked up from one copy of their bytes. */
const copiedEntries = 8192

/** Whether a prefix is the beginning of another. */
const isNested = ({ lists }: PrefixIndex): boolean =>
  lists.some((longer) => {
    const shorter = lists.filter(({ size }) => size < longer.size)
    if (shorter.length === 0) return false
    for (let from = 0; from < longer.length; from += copiedEntries) {
      const bytes = longer.toBytes(from, Math.min(longer.length, from + copiedEntries))
      for (let at = 0; at < bytes.length; at += longer.size) {
        if (shorter.some(({ layout }) => holdsAt(layout, lowerBound(layout, bytes, at), bytes, at))) return true
      }
    }
    return false
  })

/** Shorter runs are copied one by one: to set a part of an array costs more than that. */
const copiedSinglyMax = 16

/**
 * A list without what stands at some places and with what another holds; null when it then held a prefix twice. What lies
 * between two changes is copied as it is, so that a small change of a large list costs little more than the copy.
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
