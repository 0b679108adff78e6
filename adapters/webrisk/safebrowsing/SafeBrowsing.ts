import { Effect, type Scope } from "effect"
import type { ThreatType } from "../../../core/threats/WebRisk.ts"
import type { Vendor } from "../google/Vendor.ts"
import { startListUpdater, UpdateFailed } from "../ListUpdater.ts"
import type { ThreatThread } from "../thread/ThreatThread.ts"
import { notListed, type RegisteredSource, requiredAndEnforcedPolicy, type SourcePolicy } from "../ThreatSource.ts"
import { digestOf, vendorKeys } from "../UrlKeys.ts"
import { type HashSearch, makeHashSearch } from "./HashSearch.ts"
import { androidLists, globalCache, type ListKind, threatLists, threatTypesBlocked } from "./Lists.ts"
import { loadHashLists } from "./LocalHashLists.ts"
import { type CheckMode, localMode, noStorageMode, realTimeMode } from "./Modes.ts"

/**
 * Procedure for checking URLs.
 *
 * - `local`: lists are stored locally, and the vendor is queried only for matching prefixes
 * - `real-time`: the vendor is queried for everything except likely safe digests; the local lists are the fallback
 * - `no-storage`: the vendor is queried for everything
 */
export type SafeBrowsingMode = "local" | "real-time" | "no-storage"

export interface SafeBrowsingOptions {
  readonly vendor: Vendor
  readonly mode: SafeBrowsingMode
  /** Folder of the stored lists, which are loaded at the start. */
  readonly folder: string
  /** Whether applications that are harmful only on Android are blocked too. */
  readonly blocksHarmfulApplications?: boolean
  readonly policy?: SourcePolicy
  /** Whether lists are fetched. If false, only the stored lists are used. */
  readonly isUpdated?: boolean
}

/** Restriction in Google's terms for the Safe Browsing APIs. */
export const nonCommercial =
  "Google allows Safe Browsing for non-commercial use only. Commercial use requires Web Risk."

/**
 * Creates a threat source that uses Google Safe Browsing (API v5).
 *
 * Only the first four bytes of digests are sent to the vendor, and only for public hosts. If the vendor is unavailable,
 * Google's procedures treat URLs as safe, but this implementation does not (see `Modes.ts`).
 */
export const safeBrowsing = Effect.fnUntraced(
  function*(options: SafeBrowsingOptions): Effect.fn.Return<RegisteredSource, never, ThreatThread | Scope.Scope> {
    const { isUpdated = true, policy = requiredAndEnforcedPolicy, vendor: { name } } = options
    if (isUpdated) yield* Effect.logWarning(nonCommercial)
    const mode = yield* modeOf(options)
    return {
      ...policy,
      source: {
        name,
        isExternal: true,
        check: Effect.fnUntraced(function*(urlKeys) {
          const keys = vendorKeys(urlKeys)
          if (keys.length === 0) return notListed
          const { confirmed, isStale } = yield* mode.check(keys, urlKeys.url.readings.length === 1)
          return { threat: confirmed === null ? null : { source: name, ...confirmed }, isStale }
        }),
        status: Effect.map(mode.status, (status) => ({ name, kind: "safe-browsing" as const, ...status }))
      }
    }
  }
)

const modeOf = Effect.fnUntraced(
  function*(
    { blocksHarmfulApplications = false, folder, isUpdated = true, mode, vendor }: SafeBrowsingOptions
  ): Effect.fn.Return<CheckMode, never, ThreatThread | Scope.Scope> {
    const types: ReadonlyArray<ThreatType> = blocksHarmfulApplications
      ? [...threatTypesBlocked, "harmful-application"]
      : threatTypesBlocked
    const search = yield* makeHashSearch(vendor, types)
    if (isUpdated && mode !== "local") yield* keepProbing(vendor.name, search)
    if (mode === "no-storage") return noStorageMode(search)
    const kinds = blocksHarmfulApplications ? [...threatLists, ...androidLists] : threatLists
    const listsOf = (some: ReadonlyArray<ListKind>, label: string) =>
      loadHashLists({ vendor, kinds: some, folder, label, isUpdated })
    const threats = yield* listsOf(kinds, "threat lists")
    if (mode === "local") return localMode(vendor.name, threats, search)
    return realTimeMode(threats, yield* listsOf([globalCache], "Global Cache"), search)
  }
)

/** Interval in milliseconds between two probes of the vendor. */
const probeMillis = 30 * 60_000
const probeJitterMillis = 30_000

/** Expression of Google's test page, which the probes look up. */
const probed = "testsafebrowsing.appspot.com/s/malware.html"

/**
 * Probes the vendor periodically. The status then shows an invalid key, a network failure or a recovery before a check
 * needs the vendor.
 */
const keepProbing = (name: string, search: HashSearch): Effect.Effect<void, never, Scope.Scope> =>
  Effect.asVoid(startListUpdater({
    name: `${name}, search`,
    update: search.find([{ expression: probed, digest: digestOf(probed) }], () => true).pipe(
      Effect.as({ waitMillis: null }),
      // Reports the vendor as unreached, because Google's back-off for list updates does not apply to this small
      // request.
      Effect.mapError(({ message }) => new UpdateFailed({ message, isReached: false, retryAfterMillis: null }))
    ),
    updatedAt: null,
    periodMillis: probeMillis,
    jitterMillis: probeJitterMillis,
    freshMillis: probeMillis
  }))
