import { Layer } from "effect"
import { readFileSync } from "node:fs"
import { brotliDecompressSync } from "node:zlib"
import { PopularDomains } from "../../core/urls/PopularDomains.ts"

let cached: PopularNames | null = null

/** Loaded on first use. A missing file means a broken release, and throws. */
const popularNames = (): PopularNames => {
  cached ??= readPopularNames(
    brotliDecompressSync(readFileSync(new URL("./data/PopularDomains.br", import.meta.url)))
  )
  return cached
}

/** The embedded lists; `data/README.md` names their sources. */
export const popularDomains: PopularDomains["Service"] = { rankOf: (host) => popularNames().rankOf(host) }

export const layer: Layer.Layer<PopularDomains> = Layer.succeed(PopularDomains, popularDomains)

/**
 * Names and ranks in the format of the data file. The first line contains the last rank of each step, separated by spaces. Then follows one
 * line per name, sorted: the name, a space, and its step as a letter (`a` is the first).
 *
 * The bytes are searched directly: a hundred thousand names take 1.5 MB, a sixth of a `Map`, without setup time. Names are stored in full,
 * because an attacker could find a domain that collides with a truncated hash and appears popular.
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

/** Binary search for a line that starts with the name. */
const rankStepOf = (name: string, bytes: Uint8Array, from: number): number | null => {
  let [low, high] = [from, bytes.length]
  while (low < high) {
    let start = (low + high) >>> 1
    while (start > low && bytes[start - 1] !== lineFeed) start--
    const at = differsAt(name, bytes, start)
    const byte = bytes[start + at] ?? lineFeed
    if (at === name.length && byte === space) return (bytes[start + at + 1] ?? 0) - letterA
    // A name that ends here sorts before a longer one, because names contain no characters below the space.
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
