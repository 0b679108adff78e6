import { dirname } from "node:path"
import { Random } from "../seed/Random.ts"
import type { Fault } from "./Fault.ts"

/** Returns the folder to which a file's faults count: three names deep in `adapters`, else two. */
export const folderOf = (file: string): string =>
  dirname(file).split("/").slice(0, file.startsWith("adapters/") ? 3 : 2).join("/")

/**
 * Chooses faults at random, in proportion to each folder's share of all faults.
 *
 * Within a folder it chooses the same number of each kind, as far as the folder has them. The same seed chooses the same faults from
 * the same sources.
 */
export const sampleFaults = (faults: ReadonlyArray<Fault>, count: number, seed: number): ReadonlyArray<Fault> => {
  if (count >= faults.length) return faults
  const random = new Random(seed)
  const folders = [...Map.groupBy(faults, ({ file }) => folderOf(file)).values()]
  const quotas = quotasOf(folders.map(({ length }) => length), count, random)
  return folders.flatMap((ofFolder, at) => evenly(ofFolder, quotas[at]!, random)).toSorted(inOrder)
}

/** Divides a count in proportion to sizes. A random offset decides the rounding, in favor of larger remainders. */
const quotasOf = (sizes: ReadonlyArray<number>, count: number, random: Random): ReadonlyArray<number> => {
  const all = sizes.reduce((sum, size) => sum + size, 0)
  // Systematic sampling: a quota is the number of whole steps that fall into the folder's stretch.
  const offset = random.next()
  let before = 0
  return sizes.map((size) => {
    const stepsUntil = (end: number) => Math.floor(end * count / all + offset)
    const quota = stepsUntil(before + size) - stepsUntil(before)
    before += size
    return quota
  })
}

const evenly = (faults: ReadonlyArray<Fault>, count: number, random: Random): ReadonlyArray<Fault> => {
  const kinds = shuffled([...Map.groupBy(faults, ({ kind }) => kind).values()], random)
    .map((ofKind) => shuffled(ofKind, random))
  const rounds = Math.max(...kinds.map(({ length }) => length))
  return Array.from({ length: rounds }, (_, round) => kinds.flatMap((ofKind) => ofKind[round] ?? [])).flat()
    .slice(0, count)
}

const shuffled = <A>(items: ReadonlyArray<A>, random: Random): ReadonlyArray<A> =>
  items.map((item) => ({ item, at: random.next() })).toSorted((a, b) => a.at - b.at).map(({ item }) => item)

const inOrder = (a: Fault, b: Fault): number => a.file === b.file ? a.start - b.start : a.file < b.file ? -1 : 1
