import { Layer } from "effect"
import { readFileSync } from "node:fs"
import { brotliDecompressSync } from "node:zlib"
import { PopularDomains } from "../../core/urls/PopularDomains.ts"

let cached: PopularNames | null = null

/** Read at the first question: a program that asks none pays nothing. Without its file the release is broken, and throws. */
const popularNames = (): PopularNames => {
  cached ??= readPopularNames(
    brotliDecompressSync(readFileSync(new URL("./data/PopularDomains.br", import.meta.url)))
  )
  return cached
}

/** The lists that the release carries; where they are from is told beside them, in `data/README.md`. */
export const popularDomains: PopularDomains["Service"] = { rankOf: (host) => popularNames().rankOf(host) }

export const layer: Layer.Layer<PopularDomains> = Layer.succeed(PopularDomains, popularDomains)

/**
 * Names and their places, in the form that the release carries: a first line with the last place of each step, apart by spaces;
 * then a line for each name, sorted, of the name, a space and the number of its step as one letter (`a` is the first).
 *
 * They are searched as they are: a hundred thousand take a megabyte and a half, a sixth of a `Map`, and nothing is made of them at
 * first. They stand in full, not as parts of hashes: those can be met by trying names, and whoever meets one passes for popular.
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
      const step = stepOf(name, bytes, head.length + 1)
      return step === null ? null : lastPlaces[step] ?? null
    }
  }
}

/** Halves what is left until a line is found that begins with the name. */
const stepOf = (name: string, bytes: Uint8Array, from: number): number | null => {
  let [low, high] = [from, bytes.length]
  while (low < high) {
    let start = (low + high) >>> 1
    while (start > low && bytes[start - 1] !== lineFeed) start--
    const at = differsAt(name, bytes, start)
    const byte = bytes[start + at] ?? lineFeed
    if (at === name.length && byte === space) return (bytes[start + at + 1] ?? 0) - letterA
    // A name that ends here comes before one that goes on: nothing in names is below a space.
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
