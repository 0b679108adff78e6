import { Clock, Effect, Result, type Scope } from "effect"
import type { Threat } from "../../../core/threats/WebRisk.ts"
import { formatExpression, type UrlReading } from "../../../core/urls/Canonicalize.ts"
import type { WebUrl } from "../../../core/urls/WebUrl.ts"
import { fullHashCacheMillisMax } from "../FullHashCache.ts"
import { type WebRiskList, webRiskListsDefault } from "../google/ThreatLists.ts"
import { methodUrl, type Vendor } from "../google/Vendor.ts"
import { makeJsonVendorClient } from "../google/VendorClient.ts"
import { type RegisteredSource, requiredAndEnforcedPolicy, type SourcePolicy } from "../ThreatSource.ts"
import { isInternalHost } from "../UrlKeys.ts"
import { lookupBytesMax, type LookupResult, parseLookup } from "./LookupResult.ts"

export interface WebRiskLookupOptions {
  readonly vendor: Vendor
  readonly lists?: ReadonlyArray<WebRiskList>
  readonly policy?: SourcePolicy
}

/**
 * Creates a threat source that uses the lookup API of Google Web Risk.
 *
 * The source sends every screened URL to the vendor, so operators must enable it explicitly. Only listings are cached,
 * until they expire.
 */
export const webRiskLookup = Effect.fnUntraced(
  function*(
    { lists = webRiskListsDefault, policy = requiredAndEnforcedPolicy, vendor }: WebRiskLookupOptions
  ): Effect.fn.Return<RegisteredSource, never, Scope.Scope> {
    const { name } = vendor
    const cache = new ListedCache<Threat>()
    const { send, isPaused, problem } = yield* makeJsonVendorClient<LookupResult>(vendor)

    const lookUp = Effect.fnUntraced(function*(uri: string, reading: UrlReading) {
      const cached = cache.get(uri, yield* Clock.currentTimeMillis)
      if (cached !== null) return cached
      const { type, expiresAt } = yield* send({
        key: uri,
        url: lookupUrl(vendor, uri, lists),
        bytesMax: lookupBytesMax,
        read: (json) => parseLookup(json, lists)
      })
      if (type === null) return null
      const threat: Threat = { source: name, type, expression: formatExpression(reading) }
      cache.set(uri, threat, expiresAt, yield* Clock.currentTimeMillis)
      return threat
    })

    const check: RegisteredSource["source"]["check"] = Effect.fnUntraced(function*({ url }) {
      const answers = yield* Effect.forEach(
        sendableReadings(url),
        (reading) => Effect.result(lookUp(uriOf(url, reading), reading)),
        { concurrency: "unbounded" }
      )
      const threat = answers.filter(Result.isSuccess).find(({ success }) => success !== null)?.success ?? null
      const failed = answers.find(Result.isFailure)
      return threat === null && failed !== undefined ? yield* failed.failure : { threat, isStale: false }
    })

    const status = Effect.gen(function*() {
      return {
        name,
        kind: "web-risk-lookup" as const,
        state: (yield* isPaused) ? "down" as const : "live" as const,
        entries: 0,
        bytes: 0,
        updatedAt: null,
        problem: yield* problem
      }
    })

    return { ...policy, source: { name, isExternal: true, check, status } }
  }
)

/** Returns the interpretations whose host is public. Internal hosts are never sent to the vendor. */
const sendableReadings = (url: WebUrl): ReadonlyArray<UrlReading> =>
  url.readings.filter(({ host }) => !isInternalHost(host))

/** Returns an interpretation as a URL without fragment and user information, which can contain a password. */
const uriOf = ({ url: { protocol } }: WebUrl, reading: UrlReading): string =>
  `${protocol}//${formatExpression(reading)}`

/** Returns the URL of a `uris:search` request, which checks a URL against the given lists. */
const lookupUrl = (vendor: Vendor, uri: string, lists: ReadonlyArray<WebRiskList>): URL =>
  methodUrl(vendor, "v1/uris:search", [["uri", uri], ...lists.map((list) => ["threatTypes", list] as const)])

const listedCacheEntriesMax = 20_000

/** Caches listings until their expiry, at most one day. Evicts the least recently used entries first. */
export class ListedCache<A> {
  private readonly entriesMax: number
  private readonly entries = new Map<string, { readonly data: A; readonly expiresAt: number }>()

  constructor(entriesMax: number = listedCacheEntriesMax) {
    this.entriesMax = entriesMax
  }

  get(key: string, now: number): A | null {
    const entry = this.entries.get(key)
    if (entry === undefined) return null
    this.entries.delete(key)
    if (entry.expiresAt <= now) return null
    this.entries.set(key, entry)
    return entry.data
  }

  set(key: string, data: A, expiresAt: number, now: number): void {
    this.entries.delete(key)
    if (expiresAt <= now) return
    this.entries.set(key, { data, expiresAt: Math.min(expiresAt, now + fullHashCacheMillisMax) })
    for (const oldest of this.entries.keys()) {
      if (this.entries.size <= this.entriesMax) return
      this.entries.delete(oldest)
    }
  }
}
