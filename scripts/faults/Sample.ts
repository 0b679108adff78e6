import { createHash } from "node:crypto"
import { dirname } from "node:path"
import type { Fault } from "./Fault.ts"

/**
 * Returns the folder under which a file's faults are counted. It has at most three path segments in `adapters`, and at
 * most two elsewhere.
 */
export const folderOf = (file: string): string =>
  dirname(file).split("/").slice(0, file.startsWith("adapters/") ? 3 : 2).join("/")

/**
 * Chooses faults at random, in proportion to each folder's share of all faults.
 *
 * Within a folder, it chooses the same number of each kind, if there are enough. The same seed chooses the same faults
 * from the same sources. From changed sources it chooses nearly the same faults, because a fault's rank does not depend
 * on other lines.
 */
export const sampleFaults = (faults: ReadonlyArray<Fault>, count: number, seed: number): ReadonlyArray<Fault> => {
  if (count >= faults.length) return faults
  const folders = [...Map.groupBy(faults, ({ file }) => folderOf(file))]
  const quotas = quotasOf(folders.map(([, { length }]) => length), count, fractionOf(`${seed}`))
  return folders.flatMap(([folder, ofFolder], at) => evenly(ofFolder, quotas[at]!, `${seed} ${folder}`)).toSorted(
    inOrder
  )
}

/**
 * Divides a count in proportion to sizes.
 *
 * @param offset number from 0 to 1 that shifts the sampling points, which decides the rounding of quotas
 */
const quotasOf = (sizes: ReadonlyArray<number>, count: number, offset: number): ReadonlyArray<number> => {
  const all = sizes.reduce((sum, size) => sum + size, 0)
  // Systematic sampling: spaces `count` points evenly over all sizes, and counts the points within each size.
  let before = 0
  return sizes.map((size) => {
    const stepsUntil = (end: number) => Math.floor(end * count / all + offset)
    const quota = stepsUntil(before + size) - stepsUntil(before)
    before += size
    return quota
  })
}

const evenly = (faults: ReadonlyArray<Fault>, count: number, seed: string): ReadonlyArray<Fault> => {
  const kinds = ranked([...Map.groupBy(faults, ({ kind }) => kind)], ([kind]) => `${seed} ${kind}`)
    .map(([, ofKind]) => ranked(ofKind, namer(seed)))
  const rounds = Math.max(...kinds.map(({ length }) => length))
  return Array.from({ length: rounds }, (_, round) => kinds.flatMap((ofKind) => ofKind[round] ?? [])).flat()
    .slice(0, count)
}

/** Returns a function that names faults by file and change. Equal changes in a file are numbered. */
const namer = (seed: string) => {
  const counts = new Map<string, number>()
  return ({ after, before, file, kind }: Fault): string => {
    const name = JSON.stringify([seed, file, kind, before, after])
    const count = counts.get(name) ?? 0
    counts.set(name, count + 1)
    return `${name} ${count}`
  }
}

/** Sorts items by pseudorandom numbers that are derived from their names. */
const ranked = <A>(items: ReadonlyArray<A>, nameOf: (item: A) => string): ReadonlyArray<A> =>
  items.map((item) => ({ item, rank: fractionOf(nameOf(item)) })).toSorted((a, b) => a.rank - b.rank)
    .map(({ item }) => item)

/** Returns a number from 0 to 1 that depends only on the text. */
const fractionOf = (text: string): number => createHash("sha256").update(text).digest().readUInt32BE() / 2 ** 32

const inOrder = (a: Fault, b: Fault): number => a.file === b.file ? a.start - b.start : a.file < b.file ? -1 : 1
