import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { brotliCompressSync, constants } from "node:zlib"

const help = `Makes adapters/lists/data/PopularDomains.br of the warning lists of MISP:

  git clone --depth 1 https://github.com/MISP/misp-warninglists
  node scripts/PopularDomains.ts misp-warninglists/lists

Reads cloudflare-top200 to cloudflare-top100k, and tranco10k; prints their versions, which adapters/lists/data/README.md names.`

/** Popularity lists, each of which contains the previous ones. They are sorted by name, so the exact rank of a domain is unknown. */
const lists: ReadonlyArray<readonly [name: string, lastPlace: number]> = [
  ["cloudflare-top200", 200],
  ["cloudflare-top1k", 1_000],
  ["cloudflare-top2k", 2_000],
  ["cloudflare-top5k", 5_000],
  ["cloudflare-top10k", 10_000],
  ["tranco10k", 10_000],
  ["cloudflare-top20k", 20_000],
  ["cloudflare-top50k", 50_000],
  ["cloudflare-top100k", 100_000]
]

const hostName = /^(?=.{4,253}$)[a-z0-9_-]{1,63}(?:\.[a-z0-9-]{1,63})+$/

const ranksFrom = (folder: string): ReadonlyMap<string, number> => {
  const ranks = new Map<string, number>()
  for (const [name, lastPlace] of lists) {
    const { list, version }: { list: ReadonlyArray<string>; version: number } = JSON.parse(
      readFileSync(join(folder, name, "list.json"), "utf8")
    )
    const names = list.map((host) => host.toLowerCase()).filter((host) => hostName.test(host))
    for (const host of names) if (!ranks.has(host)) ranks.set(host, lastPlace)
    console.log(`${name}, version ${version}: ${names.length} names, ${list.length - names.length} left out`)
  }
  return ranks
}

/** Returns the format that `readPopularNames` parses. */
const written = (ranks: ReadonlyMap<string, number>): string => {
  const steps = [...new Set(lists.map(([, lastPlace]) => lastPlace))]
  const lines = Array.from(ranks, ([host, rank]) => `${host} ${String.fromCharCode(0x61 + steps.indexOf(rank))}`)
  return [steps.join(" "), ...lines.toSorted(), ""].join("\n")
}

const [folder] = process.argv.slice(2)
if (folder === undefined || folder.startsWith("-") || !existsSync(folder)) {
  console.log(help)
  process.exitCode = folder === "--help" || folder === "-h" ? 0 : 2
} else {
  const ranks = ranksFrom(folder)
  const packed = brotliCompressSync(written(ranks), { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })
  writeFileSync(new URL("../adapters/lists/data/PopularDomains.br", import.meta.url), packed)
  console.log(`${ranks.size} names in ${packed.length} bytes`)
}
