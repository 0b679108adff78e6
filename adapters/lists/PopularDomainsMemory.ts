import { Layer } from "effect"
import { PopularDomains } from "../../core/urls/PopularDomains.ts"

/**
 * Returns popular domains with only the given names, most visited first. Use it in programs with custom lists, and in
 * tests.
 */
export const popularDomainsOf = (names: ReadonlyArray<string>): PopularDomains["Service"] => {
  const ranks = new Map(names.map((name, at) => [name, at + 1] as const).toReversed())
  return { rankOf: (host) => ranks.get(host) ?? null }
}

export const layer = (names: ReadonlyArray<string>): Layer.Layer<PopularDomains> =>
  Layer.succeed(PopularDomains, popularDomainsOf(names))
