import { Clock, Effect, Result, type Scope } from "effect"
import { Hex } from "effect/encoding"
import type { ThreatType, WebRiskUnavailable } from "../../../core/threats/WebRisk.ts"
import { FullHashCache, type PrefixResponse } from "../FullHashCache.ts"
import { encodeBase64Url } from "../google/Json.ts"
import type { WebRiskList } from "../google/ThreatLists.ts"
import { methodUrl, type Vendor } from "../google/Vendor.ts"
import { makeJsonVendorClient } from "../google/VendorClient.ts"
import { parseSearch, searchBytesMax } from "./SearchResponse.ts"

/** Expression whose digest starts with a listed prefix. */
export interface PrefixMatch {
  readonly expression: string
  readonly digest: Uint8Array
  /** Shortest listed prefix of the digest. The vendor's response for this prefix also covers longer prefixes. */
  readonly prefix: Uint8Array
}

export interface ConfirmedListing {
  readonly expression: string
  readonly type: ThreatType
}

/** Confirms with the vendor that a full digest is listed, and not only its prefix. */
export interface HashSearch {
  /** Returns the first match that the vendor confirms, or null. Fails if a match could not be checked. */
  readonly confirm: (matches: ReadonlyArray<PrefixMatch>) => Effect.Effect<ConfirmedListing | null, WebRiskUnavailable>
  /** Reason why the vendor does not respond; null if it responds, or was not queried recently. */
  readonly problem: Effect.Effect<string | null>
}

/**
 * Creates a client of `hashes:search` with a cache and a deadline. Concurrent requests for the same prefix share one
 * response.
 */
export const makeHashSearch = Effect.fnUntraced(
  function*(vendor: Vendor, lists: ReadonlyArray<WebRiskList>): Effect.fn.Return<HashSearch, never, Scope.Scope> {
    const cache = new FullHashCache<ThreatType>()
    const set = lists.join()
    const { send, problem } = yield* makeJsonVendorClient<PrefixResponse<ThreatType>>(vendor)

    const search = Effect.fnUntraced(function*(key: string, prefix: Uint8Array) {
      const answer = yield* send({
        key,
        url: searchUrl(vendor, prefix, lists),
        bytesMax: searchBytesMax,
        read: (json) => parseSearch(json, prefix, lists)
      })
      cache.set(set, prefix, answer, yield* Clock.currentTimeMillis)
      return answer
    })

    const confirmUncached = Effect.fnUntraced(function*(open: ReadonlyArray<PrefixMatch>) {
      const answers = yield* Effect.forEach(
        Map.groupBy(open, ({ prefix }) => Hex.encode(prefix)),
        ([key, matches]) =>
          Effect.result(Effect.map(search(key, matches[0]!.prefix), (answer) => findListed(answer, matches))),
        { concurrency: "unbounded" }
      )
      const confirmed = answers.filter(Result.isSuccess).find(({ success }) => success !== null)?.success ?? null
      const failed = answers.find(Result.isFailure)
      return confirmed === null && failed !== undefined ? yield* failed.failure : confirmed
    })

    return {
      confirm: Effect.fnUntraced(function*(matches) {
        const now = yield* Clock.currentTimeMillis
        const open: Array<PrefixMatch> = []
        for (const match of matches) {
          const cached = cache.get(set, match.prefix, match.digest, now)
          if (cached.kind === "listed") return { expression: match.expression, type: cached.data }
          if (cached.kind === "miss") open.push(match)
        }
        return yield* confirmUncached(open)
      }),
      problem
    }
  }
)

const findListed = (
  { listed }: PrefixResponse<ThreatType>,
  matches: ReadonlyArray<PrefixMatch>
): ConfirmedListing | null => {
  for (const { digest, expression } of matches) {
    const found = listed.find(({ hash }) => hash.every((byte, at) => byte === digest[at]))
    if (found !== undefined) return { expression, type: found.data }
  }
  return null
}

/**
 * Returns the URL of a `hashes:search` request for the full digests on the given lists that start with a prefix. The
 * API accepts one prefix per request.
 */
export const searchUrl = (vendor: Vendor, prefix: Uint8Array, lists: ReadonlyArray<WebRiskList>): URL =>
  methodUrl(vendor, "v1/hashes:search", [
    ["hashPrefix", encodeBase64Url(prefix)],
    ...lists.map((list) => ["threatTypes", list] as const)
  ])
