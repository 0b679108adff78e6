import { Clock, Effect, Result, type Scope } from "effect"
import type { ThreatType, WebRiskUnavailable } from "../../../core/threats/WebRisk.ts"
import { FullHashCache } from "../FullHashCache.ts"
import type { Vendor } from "../google/Vendor.ts"
import { makeVendorClient, type ResponseFormat } from "../google/VendorClient.ts"
import { joinBuffers } from "../http/Blocks.ts"
import type { VendorKey } from "../UrlKeys.ts"
import { searchPrefixBytes, searchPrefixesMax, searchUrl } from "./Requests.ts"
import { type ListedDigest, parseSearchResponse, type SearchResponse } from "./SearchResponse.ts"

/** Maximum response size in bytes. A response for 30 prefixes has a few kilobytes. */
export const searchBytesMax = 262_144

/** Listing that the vendor has confirmed. */
export interface ConfirmedListing {
  readonly expression: string
  readonly type: ThreatType
}

export interface SearchStatus {
  /** Time of the vendor's last response in milliseconds since 1970; null if there was none. */
  readonly answeredAt: number | null
  readonly isFailing: boolean
  /** Reason for failing requests, as a sentence for the operator; null if they succeed. */
  readonly problem: string | null
}

/** Client of the API method `hashes.search`, with a cache. */
export interface HashSearch {
  /**
   * Returns the most severe confirmed listing among the keys, or null. Keys without a valid cache entry are sent to the
   * vendor if `isRequested` selects them. Fails if the result of a selected key is unknown and no other key is listed.
   */
  readonly find: (
    keys: ReadonlyArray<VendorKey>,
    isRequested: (digest: Uint8Array) => boolean
  ) => Effect.Effect<ConfirmedListing | null, WebRiskUnavailable>
  /** Reports whether the cache has a valid response for a digest. */
  readonly isCached: (key: VendorKey, now: number) => boolean
  readonly status: Effect.Effect<SearchStatus>
}

const protobuf: ResponseFormat<Uint8Array> = {
  accept: "application/x-protobuf",
  bodyOf: (_, { blocks }) => Effect.succeed(joinBuffers(blocks))
}

/** @param types blocked threat types, most severe first */
export const makeHashSearch = Effect.fnUntraced(function*(
  vendor: Vendor,
  types: ReadonlyArray<ThreatType>
): Effect.fn.Return<HashSearch, never, Scope.Scope> {
  const cache: Cache = new FullHashCache()
  const { send, problem } = yield* makeVendorClient<SearchResponse, Uint8Array>(vendor, protobuf)
  let answeredAt: number | null = null
  let lastFailure: WebRiskUnavailable | null = null

  const search = Effect.fnUntraced(function*(prefixes: ReadonlyArray<Uint8Array>) {
    const { cacheMillis, listed, unmatched } = yield* send({
      key: prefixes.map(cacheKey).join(),
      url: searchUrl(vendor, prefixes),
      bytesMax: searchBytesMax,
      read: (body) => Result.getOrNull(parseSearchResponse(body, prefixes))
    })
    if (unmatched > 0) yield* Effect.logDebug(`${vendor.name} returned ${unmatched} digests that were not requested`)
    const blocked = listed.filter((digest) => digest.types.some((type) => types.includes(type)))
    const now = yield* Clock.currentTimeMillis
    cacheResponse(cache, prefixes, blocked, now, now + cacheMillis)
    answeredAt = now
    return blocked
  })

  const searchAndRecord = (prefixes: ReadonlyArray<Uint8Array>) =>
    search(prefixes).pipe(
      Effect.tap(() => Effect.sync(() => lastFailure = null)),
      Effect.tapError((failure) => Effect.sync(() => lastFailure = failure)),
      Effect.result
    )

  return {
    find: Effect.fnUntraced(function*(keys, isRequested) {
      const cached = searchCache(cache, keys, yield* Clock.currentTimeMillis)
      const toRequest = cached.unknown.filter(({ digest }) => isRequested(digest))
      const known = mostSevere(cached.listed, types)
      if (known !== null || toRequest.length === 0) return known
      const answers = yield* Effect.forEach(batchPrefixes(toRequest), searchAndRecord, { concurrency: "unbounded" })
      const digests = answers.filter(Result.isSuccess).flatMap(({ success }) => success)
      const found = mostSevere(listingsOf(digests, keys), types)
      const failed = answers.find(Result.isFailure)
      if (found === null && failed !== undefined) return yield* failed.failure
      return found
    }),
    isCached: (key, now) => cache.get(cacheLists, prefixOf(key), key.digest, now).kind !== "miss",
    status: Effect.map(problem, (reason) => ({
      answeredAt,
      isFailing: lastFailure !== null,
      problem: lastFailure === null ? null : reason ?? lastFailure.message
    }))
  }
})

/** List name in cache keys. It is constant, because requests always cover all lists. */
const cacheLists = "v5"

const prefixOf = ({ digest }: VendorKey): Uint8Array => digest.subarray(0, searchPrefixBytes)

/** Splits the distinct prefixes of the keys into batches of at most `searchPrefixesMax`. */
const batchPrefixes = (keys: ReadonlyArray<VendorKey>): ReadonlyArray<ReadonlyArray<Uint8Array>> => {
  const prefixes = [...new Map(keys.map((key) => [cacheKey(prefixOf(key)), prefixOf(key)])).values()]
  return Array.from(
    { length: Math.ceil(prefixes.length / searchPrefixesMax) },
    (_, at) => prefixes.slice(at * searchPrefixesMax, (at + 1) * searchPrefixesMax)
  )
}

/** A listed key with all its threat types. */
interface Listing {
  readonly key: VendorKey
  readonly types: ReadonlyArray<ThreatType>
}

type Cache = FullHashCache<ReadonlyArray<ThreatType>>

/** Returns the keys that the cache lists, and the keys that it does not know. */
const searchCache = (cache: Cache, keys: ReadonlyArray<VendorKey>, now: number) => {
  const listed: Array<Listing> = []
  const unknown: Array<VendorKey> = []
  for (const key of keys) {
    const answer = cache.get(cacheLists, prefixOf(key), key.digest, now)
    if (answer.kind === "listed") listed.push({ key, types: answer.data })
    if (answer.kind === "miss") unknown.push(key)
  }
  return { listed, unknown }
}

/** Caches the response for every requested prefix, including those without listings (v5, "Caching"). */
const cacheResponse = (
  cache: Cache,
  prefixes: ReadonlyArray<Uint8Array>,
  listed: ReadonlyArray<ListedDigest>,
  now: number,
  until: number
): void => {
  for (const prefix of prefixes) {
    const hashes = listed.filter(({ digest }) => isSame(digest.subarray(0, searchPrefixBytes), prefix))
      .map((hash) => ({ hash: hash.digest, data: hash.types, expiresAt: until }))
    cache.set(cacheLists, prefix, { listed: hashes, negativeExpiresAt: until }, now)
  }
}

const listingsOf = (
  digests: ReadonlyArray<ListedDigest>,
  keys: ReadonlyArray<VendorKey>
): ReadonlyArray<Listing> =>
  digests.flatMap(({ digest, types }) => {
    const key = keys.find((each) => isSame(each.digest, digest))
    return key === undefined ? [] : [{ key, types }]
  })

/** @param types blocked threat types, most severe first */
const mostSevere = (listings: ReadonlyArray<Listing>, types: ReadonlyArray<ThreatType>): ConfirmedListing | null => {
  for (const type of types) {
    const listing = listings.find((each) => each.types.includes(type))
    if (listing !== undefined) return { expression: listing.key.expression, type }
  }
  return null
}

const isSame = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && a.every((byte, at) => byte === b[at])

/** Encodes each byte as one character. */
const cacheKey = (bytes: Uint8Array): string => String.fromCharCode(...bytes)
