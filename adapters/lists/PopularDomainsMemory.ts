import { Layer } from "effect"
import { PopularDomains } from "../../core/urls/PopularDomains.ts"

/** Just the names given, the most visited first: for programs with a list of their own, and for tests. */
export const popularDomainsOf = (names: ReadonlyArray<string>): PopularDomains["Service"] => {
  const ranks = new Map(names.map((name, at) => [name, at + 1] as const).toReversed())
  return { rankOf: (host) => ranks.get(host) ?? null }
}

export const layer = (names: ReadonlyArray<string>): Layer.Layer<PopularDomains> =>
  Layer.succeed(PopularDomains, popularDomainsOf(names))
