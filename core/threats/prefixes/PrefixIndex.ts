import { Result } from "effect"
import { openLayout } from "./PrefixLayout.ts"
import { InvalidPrefixes, PrefixList, prefixListFromBuffer } from "./PrefixList.ts"

/** Immutable snapshot of prefix lists, one per size. */
export class PrefixIndex {
  /** Lists in ascending order of prefix size. */
  readonly lists: ReadonlyArray<PrefixList>

  /** If several lists have the same prefix size, only the last one is used. Empty lists are dropped. */
  constructor(lists: Iterable<PrefixList>) {
    const bySize = new Map<number, PrefixList>()
    for (const list of lists) bySize.set(list.size, list)
    this.lists = [...bySize.values()].filter(({ length }) => length > 0).toSorted((a, b) => a.size - b.size)
  }

  get length(): number {
    return this.lists.reduce((sum, { length }) => sum + length, 0)
  }

  /** Memory used, in bytes. */
  get bytes(): number {
    return this.lists.reduce((sum, { bytes }) => sum + bytes, 0)
  }

  /** One buffer per list, for `prefixIndexFromBuffers`. Transferring the buffers makes the index unusable. */
  get buffers(): ReadonlyArray<ArrayBufferLike> {
    return this.lists.map(({ buffer }) => buffer)
  }

  /** Returns the sizes of all prefixes that match a digest. */
  match(digest: Uint8Array): ReadonlyArray<number> {
    let sizes = noSizes
    for (const list of this.lists) if (list.has(digest)) sizes = [...sizes, list.size]
    return sizes
  }

  ofSize(size: number): PrefixList | undefined {
    return this.lists.find((list) => list.size === size)
  }
}

const noSizes: ReadonlyArray<number> = []

/** Creates an index from `PrefixIndex.buffers` without copying. Validates every prefix. */
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

/**
 * Creates an index like `prefixIndexFromBuffers`, but trusts the prefixes. Use this function only for buffers that this
 * program created or validated.
 */
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
