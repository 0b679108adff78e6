import { Clock, Effect, Result, type Scope } from "effect"
import type { ThreatType, WebRiskUnavailable } from "../../../core/threats/WebRisk.ts"
import { FullHashCache } from "../FullHashCache.ts"
import { type AnswerForm, questionsIn } from "../google/Questions.ts"
import type { Vendor } from "../google/Vendor.ts"
import { joined } from "../http/Blocks.ts"
import type { OutsideKey } from "../UrlKeys.ts"
import { searchPrefixBytes, searchPrefixesMax, searchUrl } from "./Requests.ts"
import { type ListedDigest, readSearchAnswer, type SearchAnswer } from "./SearchAnswer.ts"

/** An answer about thirty prefixes has some kilobytes. */
export const searchBytesMax = 262_144

/** A listing that the vendor has confirmed. */
export interface Confirmed {
  readonly expression: string
  readonly type: ThreatType
}

/** How the questions fare. */
export interface SearchStanding {
  /** When the vendor last answered; null when it never did. */
  readonly answeredAt: number | null
  /** Whether the last question came to nothing. */
  readonly isFailing: boolean
  /** Why questions come to nothing, in a sentence for the operator; null when they do not. */
  readonly problem: string | null
}

/** hashes.search, behind what it has answered before. */
export interface HashSearch {
  /**
   * The worst confirmed listing among the keys, or null. What was answered before and still holds is not asked again; of the
   * rest those are asked about that `isAsked` picks. Fails when that cannot be known of one of them.
   */
  readonly find: (
    keys: ReadonlyArray<OutsideKey>,
    isAsked: (digest: Uint8Array) => boolean
  ) => Effect.Effect<Confirmed | null, WebRiskUnavailable>
  /** Whether the vendor has answered of a digest what still holds. */
  readonly isAnswered: (key: OutsideKey, now: number) => boolean
  readonly standing: Effect.Effect<SearchStanding>
}

const protobuf: AnswerForm<Uint8Array> = {
  accept: "application/x-protobuf",
  bodyOf: (_, { blocks }) => Effect.succeed(joined(blocks))
}

/** @param types what is blocked, the worst first */
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
    find: Effect.fnUntraced(function*(keys, isAsked) {
      const cached = searchCache(cache, keys, yield* Clock.currentTimeMillis)
      const open = cached.unknown.filter(({ digest }) => isAsked(digest))
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

/** What is asked about are all lists together. */
const cacheLists = "v5"

const prefixOf = ({ digest }: OutsideKey): Uint8Array => digest.subarray(0, searchPrefixBytes)

/** Each prefix once, as many at a time as may be asked about. */
const batches = (keys: ReadonlyArray<OutsideKey>): ReadonlyArray<ReadonlyArray<Uint8Array>> => {
  const prefixes = [...new Map(keys.map((key) => [textOf(prefixOf(key)), prefixOf(key)])).values()]
  return Array.from(
    { length: Math.ceil(prefixes.length / searchPrefixesMax) },
    (_, at) => prefixes.slice(at * searchPrefixesMax, (at + 1) * searchPrefixesMax)
  )
}

/** A key that the vendor lists, with everything that it is listed for. */
interface Listing {
  readonly key: OutsideKey
  readonly types: ReadonlyArray<ThreatType>
}

type Cache = FullHashCache<ReadonlyArray<ThreatType>>

/** The keys that the cache lists, and those about which it knows nothing. */
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

/** Stores the answer for every prefix that was asked about, also when nothing is listed (v5, "Caching"). */
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

/** @param types what is blocked, the worst first */
const worst = (listings: ReadonlyArray<Listing>, types: ReadonlyArray<ThreatType>): Confirmed | null => {
  for (const type of types) {
    const listing = listings.find((each) => each.types.includes(type))
    if (listing !== undefined) return { expression: listing.key.expression, type }
  }
  return null
}

const isSame = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && a.every((byte, at) => byte === b[at])

/** A character a byte. */
const textOf = (bytes: Uint8Array): string => String.fromCharCode(...bytes)
