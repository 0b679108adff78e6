import { Clock, Effect, Result, type Scope } from "effect"
import type { ThreatType, WebRiskUnavailable } from "../../../core/threats/WebRisk.ts"
import { FullHashCache } from "../FullHashCache.ts"
import { type AnswerForm, questionsIn } from "../google/Questions.ts"
import type { Vendor } from "../google/Vendor.ts"
import { joined } from "../http/Blocks.ts"
import type { OutsideKey } from "../UrlKeys.ts"
import { searchPrefixBytes, searchPrefixesMax, searchUrl } from "./Requests.ts"
import { type ListedDigest, readSearchAnswer, type SearchAnswer } from "./SearchAnswer.ts"

/** Maximum response size in bytes; a response for thirty prefixes has some kilobytes. */
export const searchBytesMax = 262_144

/** A listing confirmed by the vendor. */
export interface Confirmed {
  readonly expression: string
  readonly type: ThreatType
}

export interface SearchStanding {
  /** Time of the vendor's last response; null if there was none. */
  readonly answeredAt: number | null
  readonly isFailing: boolean
  /** Reason for failing requests, as a sentence for the operator; null if they succeed. */
  readonly problem: string | null
}

/** `hashes.search` with a cache. */
export interface HashSearch {
  /**
   * Returns the most severe confirmed listing among the keys, or null. Valid cache entries are used; the other keys selected by `isRequested`
   * are requested. Fails if the result of any of them is unknown.
   */
  readonly find: (
    keys: ReadonlyArray<OutsideKey>,
    isRequested: (digest: Uint8Array) => boolean
  ) => Effect.Effect<Confirmed | null, WebRiskUnavailable>
  /** Reports whether the cache has a valid response for a digest. */
  readonly isAnswered: (key: OutsideKey, now: number) => boolean
  readonly standing: Effect.Effect<SearchStanding>
}

const protobuf: AnswerForm<Uint8Array> = {
  accept: "application/x-protobuf",
  bodyOf: (_, { blocks }) => Effect.succeed(joined(blocks))
}

/** @param types blocked threat types, most severe first */
export const hashSearch = Effect.fnUntraced(function*(
  vendor: Vendor,
  types: ReadonlyArray<ThreatType>
): Effect.fn.Return<HashSearch, never, Scope.Scope> {
  const cache: Cache = new FullHashCache()
  const { ask, problem } = yield* questionsIn<SearchAnswer, Uint8Array>(vendor, protobuf)
  let answeredAt: number | null = null
  let failing: WebRiskUnavailable | null = null

  const search = Effect.fnUntraced(function*(prefixes: ReadonlyArray<Uint8Array>) {
    const { cacheMillis, listed, unmatched } = yield* ask({
      key: prefixes.map(textOf).join(),
      url: searchUrl(vendor, prefixes),
      bytesMax: searchBytesMax,
      read: (body) => Result.getOrNull(readSearchAnswer(body, prefixes))
    })
    if (unmatched > 0) yield* Effect.logDebug(`${vendor.name} told of ${unmatched} digests that nobody asked about`)
    const blocked = listed.filter((digest) => digest.types.some((type) => types.includes(type)))
    const now = yield* Clock.currentTimeMillis
    cacheAnswer(cache, prefixes, blocked, now, now + cacheMillis)
    answeredAt = now
    return blocked
  })

  const asked = (prefixes: ReadonlyArray<Uint8Array>) =>
    search(prefixes).pipe(
      Effect.tap(() => Effect.sync(() => failing = null)),
      Effect.tapError((failure) => Effect.sync(() => failing = failure)),
      Effect.result
    )

  return {
    find: Effect.fnUntraced(function*(keys, isRequested) {
      const cached = searchCache(cache, keys, yield* Clock.currentTimeMillis)
      const open = cached.unknown.filter(({ digest }) => isRequested(digest))
      const known = worst(cached.listed, types)
      if (known !== null || open.length === 0) return known
      const answers = yield* Effect.forEach(batches(open), asked, { concurrency: "unbounded" })
      const digests = answers.filter(Result.isSuccess).flatMap(({ success }) => success)
      const found = worst(listingsOf(digests, keys), types)
      const failed = answers.find(Result.isFailure)
      if (found === null && failed !== undefined) return yield* failed.failure
      return found
    }),
    isAnswered: (key, now) => cache.get(cacheLists, prefixOf(key), key.digest, now).kind !== "miss",
    standing: Effect.map(problem, (told) => ({
      answeredAt,
      isFailing: failing !== null,
      problem: failing === null ? null : told ?? failing.message
    }))
  }
})

/** Requests always cover all lists. */
const cacheLists = "v5"

const prefixOf = ({ digest }: OutsideKey): Uint8Array => digest.subarray(0, searchPrefixBytes)

/** Splits the distinct prefixes into batches of the maximum request size. */
const batches = (keys: ReadonlyArray<OutsideKey>): ReadonlyArray<ReadonlyArray<Uint8Array>> => {
  const prefixes = [...new Map(keys.map((key) => [textOf(prefixOf(key)), prefixOf(key)])).values()]
  return Array.from(
    { length: Math.ceil(prefixes.length / searchPrefixesMax) },
    (_, at) => prefixes.slice(at * searchPrefixesMax, (at + 1) * searchPrefixesMax)
  )
}

/** A listed key with all its threat types. */
interface Listing {
  readonly key: OutsideKey
  readonly types: ReadonlyArray<ThreatType>
}

type Cache = FullHashCache<ReadonlyArray<ThreatType>>

/** Returns the keys that the cache lists, and the keys that it does not know. */
const searchCache = (cache: Cache, keys: ReadonlyArray<OutsideKey>, now: number) => {
  const listed: Array<Listing> = []
  const unknown: Array<OutsideKey> = []
  for (const key of keys) {
    const answer = cache.get(cacheLists, prefixOf(key), key.digest, now)
    if (answer.kind === "listed") listed.push({ key, types: answer.said })
    if (answer.kind === "miss") unknown.push(key)
  }
  return { listed, unknown }
}

/** Caches the response for every requested prefix, including those without listings (v5, "Caching"). */
const cacheAnswer = (
  cache: Cache,
  prefixes: ReadonlyArray<Uint8Array>,
  listed: ReadonlyArray<ListedDigest>,
  now: number,
  until: number
): void => {
  for (const prefix of prefixes) {
    const hashes = listed.filter(({ digest }) => isSame(digest.subarray(0, searchPrefixBytes), prefix))
      .map((hash) => ({ hash: hash.digest, said: hash.types, until }))
    cache.put(cacheLists, prefix, { listed: hashes, notListedUntil: until }, now)
  }
}

const listingsOf = (
  digests: ReadonlyArray<ListedDigest>,
  keys: ReadonlyArray<OutsideKey>
): ReadonlyArray<Listing> =>
  digests.flatMap(({ digest, types }) => {
    const key = keys.find((each) => isSame(each.digest, digest))
    return key === undefined ? [] : [{ key, types }]
  })

/** @param types blocked threat types, most severe first */
const worst = (listings: ReadonlyArray<Listing>, types: ReadonlyArray<ThreatType>): Confirmed | null => {
  for (const type of types) {
    const listing = listings.find((each) => each.types.includes(type))
    if (listing !== undefined) return { expression: listing.key.expression, type }
  }
  return null
}

const isSame = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && a.every((byte, at) => byte === b[at])

/** One character per byte. */
const textOf = (bytes: Uint8Array): string => String.fromCharCode(...bytes)
