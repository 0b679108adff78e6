import { Layer } from "effect"
import { readFileSync } from "node:fs"
import { brotliDecompressSync } from "node:zlib"
import { PopularDomains } from "../../core/urls/PopularDomains.ts"
import { type PopularNames, readPopularNames } from "./PopularNames.ts"

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
