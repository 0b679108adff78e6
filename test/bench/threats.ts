/**
 * Measures lists of digest prefixes at the size of the largest list: memory, lookups and changes.
 *
 * Compares them with a `Set` of numbers, and with binary search in a sorted array of the same prefixes, in one run.
 * Then measures the time of an update, from the provider's bytes to the finished list.
 *
 *   node test/bench/threats.ts [prefixes]
 */
import { Result } from "effect"
import { createHash } from "node:crypto"
import process from "node:process"
import { decodeSafeBrowsingHashes } from "../../adapters/webrisk/rice/RiceSafeBrowsing.ts"
import { decodeWebRiskHashes } from "../../adapters/webrisk/rice/RiceWebRisk.ts"
import { applyDiff } from "../../core/threats/prefixes/ApplyDiff.ts"
import { PrefixIndex } from "../../core/threats/prefixes/PrefixIndex.ts"
import { prefixListOf } from "../../core/threats/prefixes/PrefixList.ts"
import { sortedBlocks } from "../../core/threats/prefixes/SortedRuns.ts"
import { encodeSafeBrowsing, encodeWebRiskHashes } from "../fakes/RiceEncode.ts"

const roundsCount = 5
const lookupsCount = 200_000
const changesCount = 5000
const prefixCount = Number(process.argv[2] ?? 4_000_000)

/** Returns pseudorandom numbers (Mulberry32), which are the same on every machine. */
const random = ((state: number) => () => {
  state = (state + 0x6d2b79f5) | 0
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return (mixed ^ (mixed >>> 14)) >>> 0
})(20_261_121)

const cpuMillis = <A>(run: () => A): readonly [millis: number, result: A] => {
  const before = process.cpuUsage()
  const result = run()
  const { system, user } = process.cpuUsage(before)
  return [(system + user) / 1000, result]
}

/** Returns the CPU milliseconds of the best of five rounds, after a warm-up. */
const bestMillis = (run: () => unknown): number => {
  run()
  return Math.min(...Array.from({ length: roundsCount }, () => cpuMillis(run)[0]))
}

const memoryBytes = (): number => {
  for (let round = 0; round < 3; round++) globalThis.gc?.()
  const { arrayBuffers, heapUsed } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

const random32 = Uint32Array.from({ length: prefixCount }, random)
const unsorted = new Uint8Array(prefixCount * 4)
random32.forEach((word, at) => new DataView(unsorted.buffer).setUint32(at * 4, word))

const digestOf = (word: number): Uint8Array => {
  const digest = new Uint8Array(32)
  new DataView(digest.buffer).setUint32(0, word)
  return digest
}
const hits = Array.from({ length: lookupsCount }, () => digestOf(random32[random() % prefixCount]!))
const misses = Array.from({ length: lookupsCount }, () => digestOf(random()))

const wordOf = (digest: Uint8Array): number =>
  ((digest[0]! << 24) | (digest[1]! << 16) | (digest[2]! << 8) | digest[3]!) >>> 0

const hasSorted = (sorted: Uint32Array, word: number): boolean => {
  let from = 0
  let to = sorted.length
  while (from < to) {
    const middle = (from + to) >>> 1
    if (sorted[middle]! < word) from = middle + 1
    else to = middle
  }
  return sorted[from] === word
}

const nanosEach = (digests: ReadonlyArray<Uint8Array>, has: (digest: Uint8Array) => boolean): number => {
  let found = 0
  const millis = bestMillis(() => {
    for (const digest of digests) if (has(digest)) found++
  })
  if (digests === hits && found !== lookupsCount * (roundsCount + 1)) throw new Error("a prefix is missing")
  return Math.round((millis * 1e6) / lookupsCount)
}

const measure = <A>(what: string, build: () => A, has: (built: A) => (digest: Uint8Array) => boolean) => {
  const before = memoryBytes()
  const [buildMillis, built] = cpuMillis(build)
  const after = memoryBytes()
  return {
    what,
    "MB": ((after - before) / 1e6).toFixed(1),
    "hit ns": nanosEach(hits, has(built)),
    "miss ns": nanosEach(misses, has(built)),
    "build ms": Math.round(buildMillis)
  }
}

const build = () => Result.getOrThrow(prefixListOf(unsorted, 4))
console.table([
  measure("PrefixList", build, (list) => (digest) => list.has(digest)),
  measure("Set<number>", () => new Set(random32), (set) => (digest) => set.has(wordOf(digest))),
  measure("sorted Uint32Array", () => random32.toSorted(), (sorted) => (digest) => hasSorted(sorted, wordOf(digest)))
])
if (globalThis.gc === undefined) console.log("Memory figures are only correct with node --expose-gc.")

const list = build()
const index = new PrefixIndex([list])
const sorted = list.toBytes()
const removals = Uint32Array.from(
  new Set(Array.from({ length: changesCount }, () => random() % list.length))
).toSorted()
const absent = misses.filter((digest) => !list.has(digest)).slice(0, changesCount)
const additions = absent.map((digest) => ({ size: 4, bytes: digest.subarray(0, 4) }))
const safeBrowsing = encodeSafeBrowsing(sorted, 4)
const webRisk = encodeWebRiskHashes(sorted)

const steps: ReadonlyArray<readonly [what: string, run: () => unknown]> = [
  ["Safe Browsing v5: decode Rice", () => Result.getOrThrow(decodeSafeBrowsingHashes(safeBrowsing))],
  ["Safe Browsing v5: build from sorted bytes", () => prefixListOf(sorted, 4)],
  ["Web Risk: decode Rice", () => Result.getOrThrow(decodeWebRiskHashes(webRisk))],
  ["Web Risk: sort and build", build],
  [
    `change: ${changesCount} removed, ${changesCount} added`,
    () => Result.getOrThrow(applyDiff(index, { removals, additions }))
  ],
  ["checksum", () => {
    const hash = createHash("sha256")
    for (const part of sortedBlocks(index)) hash.update(part)
    return hash.digest()
  }]
]
console.table(steps.map(([what, run]) => ({ what, "CPU ms": bestMillis(run).toFixed(1) })))
console.log(
  `${list.length} prefixes of 4 bytes in ${(list.bytes / 1e6).toFixed(2)} MB; best of ${roundsCount} rounds`
)
