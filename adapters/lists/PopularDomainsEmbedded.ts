import { Layer } from "effect"
import { readFileSync } from "node:fs"
import { brotliDecompressSync } from "node:zlib"
import { PopularDomains } from "../../core/urls/PopularDomains.ts"

/** File with the popular domains (140 kB, compressed with Brotli). `data/README.md` names the sources. */
export const popularDomainsUrl = new URL("./data/PopularDomains.br", import.meta.url)

let cached: PopularNames | null = null

/**
 * Returns the popular names, which are loaded on first use. Throws if the file is missing, because the release is then
 * broken.
 */
const popularNames = (): PopularNames => {
  cached ??= readPopularNames(brotliDecompressSync(readFileSync(popularDomainsUrl)))
  return cached
}

/** Popular domains from the embedded lists. `data/README.md` names the sources. */
export const popularDomains: PopularDomains["Service"] = { rankOf: (host) => popularNames().rankOf(host) }

export const layer: Layer.Layer<PopularDomains> = Layer.succeed(PopularDomains, popularDomains)

/**
 * Popular names in the format of the data file. The file groups ranks into steps. The first line contains the last rank
 * of each step, separated by spaces. Each further line has one name, a space, and the step of the name as a letter (`a`
 * is the first step). The lines are sorted.
 *
 * The bytes are searched directly, so there is no setup time. 100,000 names take 1.5 MB, a sixth of the memory of a
 * `Map`. Names are stored in full, because an attacker could find a domain that collides with a truncated hash and
 * appears popular.
 */
interface PopularNames {
  readonly rankOf: (name: string) => number | null
}

const [lineFeed, space, letterA] = [0x0a, 0x20, 0x61]

export const readPopularNames = (bytes: Uint8Array): PopularNames => {
  const head = bytes.subarray(0, Math.max(0, bytes.indexOf(lineFeed)))
  const lastPlaces = new TextDecoder().decode(head).split(" ").map(Number)
  return {
    rankOf: (name) => {
      const step = rankStepOf(name, bytes, head.length + 1)
      return step === null ? null : lastPlaces[step] ?? null
    }
  }
}

/** Finds the line of a name by binary search. Returns the name's rank step, or null for an unknown name. */
const rankStepOf = (name: string, bytes: Uint8Array, from: number): number | null => {
  let [low, high] = [from, bytes.length]
  while (low < high) {
    let start = (low + high) >>> 1
    while (start > low && bytes[start - 1] !== lineFeed) start--
    const at = differsAt(name, bytes, start)
    const byte = bytes[start + at] ?? lineFeed
    if (at === name.length && byte === space) return (bytes[start + at + 1] ?? 0) - letterA
    // `byte` can be the space after a shorter name. It sorts before all characters of names, so the comparison is
    // right.
    if (at < name.length && name.charCodeAt(at) > byte) {
      low = start + at
      while (low < high && bytes[low] !== lineFeed) low++
      low++
    } else high = start
  }
  return null
}

const differsAt = (name: string, bytes: Uint8Array, start: number): number => {
  let at = 0
  while (at < name.length && bytes[start + at] === name.charCodeAt(at)) at++
  return at
}
