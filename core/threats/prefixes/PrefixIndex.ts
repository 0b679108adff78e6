import { Result } from "effect"
import { openLayout } from "./PrefixLayout.ts"
import { InvalidPrefixes, PrefixList, prefixListFromBuffer } from "./PrefixList.ts"

/** Lists of prefixes, one of each size, as one immutable snapshot. */
export class PrefixIndex {
  /** Of ascending size. */
  readonly lists: ReadonlyArray<PrefixList>

  /** Of lists of one size the last counts; empty lists take no part. */
  constructor(lists: Iterable<PrefixList>) {
    const bySize = new Map<number, PrefixList>()
    for (const list of lists) bySize.set(list.size, list)
    this.lists = [...bySize.values()].filter(({ length }) => length > 0).toSorted((a, b) => a.size - b.size)
  }

  /** How many prefixes there are. */
  get length(): number {
    return this.lists.reduce((sum, { length }) => sum + length, 0)
  }

  /** The memory they take. */
  get bytes(): number {
    return this.lists.reduce((sum, { bytes }) => sum + bytes, 0)
  }

  /** One buffer a list, as `prefixIndexFromBuffers` reads them. Whoever transfers them gives the index away. */
  get buffers(): ReadonlyArray<ArrayBufferLike> {
    return this.lists.map(({ buffer }) => buffer)
  }

  /** The sizes of the prefixes with which a digest begins. */
  match(digest: Uint8Array): ReadonlyArray<number> {
    let sizes = noSizes
    for (const list of this.lists) if (list.has(digest)) sizes = [...sizes, list.size]
    return sizes
  }

  /** The list of one size, if it has any. */
  ofSize(size: number): PrefixList | undefined {
    return this.lists.find((list) => list.size === size)
  }
}

const noSizes: ReadonlyArray<number> = []

/** The index in buffers (of `PrefixIndex.buffers`), in place and not copied. */
export const prefixIndexFromBuffers = (
  buffers: Iterable<ArrayBufferLike>
): Result.Result<PrefixIndex, InvalidPrefixes> => {
  const lists: Array<PrefixList> = []
  for (const buffer of buffers) {
    const list = prefixListFromBuffer(buffer)
    if (Result.isFailure(list)) return Result.fail(list.failure)
    lists.push(list.success)
  }
  return Result.succeed(new PrefixIndex(lists))
}

/** The same of buffers that were made or read by this program's own thread: the prefixes in them are not looked at again. */
export const prefixIndexFromOwnBuffers = (
  buffers: Iterable<ArrayBufferLike>
): Result.Result<PrefixIndex, InvalidPrefixes> => {
  const lists: Array<PrefixList> = []
  for (const buffer of buffers) {
    const layout = openLayout(buffer)
    if (layout === null) return Result.fail(new InvalidPrefixes({ problem: "buffer" }))
    lists.push(new PrefixList(layout))
  }
  return Result.succeed(new PrefixIndex(lists))
}
