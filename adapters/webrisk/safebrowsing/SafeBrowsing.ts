import { Effect, type Scope } from "effect"
import type { ThreatType } from "../../../core/threats/WebRisk.ts"
import type { Vendor } from "../google/Vendor.ts"
import type { ThreatThread } from "../thread/ThreatThread.ts"
import { fullTrust, notListed, type RegisteredSource, type SourcePolicy } from "../ThreatSource.ts"
import { keepUpdated, UpdateFailed } from "../Updating.ts"
import { digestOf, outsideKeys } from "../UrlKeys.ts"
import { hashLists } from "./HashLists.ts"
import { type HashSearch, hashSearch } from "./HashSearch.ts"
import { androidLists, globalCache, type ListKind, threatLists, threatTypesBlocked } from "./Lists.ts"
import { localMode, type Mode, noStorageMode, realTimeMode } from "./Modes.ts"

/**
 * - `local`: lists are kept here, and the vendor is asked only about prefixes that are on them
 * - `real-time`: the vendor is asked about everything but what its list of likely safe digests holds; the lists stand in
 * - `no-storage`: the vendor is asked about everything
 */
export type SafeBrowsingMode = "local" | "real-time" | "no-storage"

export interface SafeBrowsingOptions {
  readonly vendor: Vendor
  readonly mode: SafeBrowsingMode
  /** Where lists are stored, to start from. */
  readonly folder: string
  /** Whether what is harmful to telephones with Android only is blocked as well. */
  readonly blocksHarmfulApplications?: boolean
  readonly policy?: SourcePolicy
  /** False for what only looks things up: then no list is fetched, and what is stored has to do. */
  readonly isUpdated?: boolean
}

/** Google's terms for the Safe Browsing APIs. */
export const nonCommercial =
  "Google's Safe Browsing is for non-commercial use only; what sells or makes money uses Web Risk in its place."

/**
 * Google Safe Browsing by its API v5. Nothing but the first four bytes of digests leaves the house, and none of what is on no
 * public host.
 *
 * Google's procedures end in SAFE when the vendor cannot be asked. Ours never does: see `Modes.ts`.
 */
export const safeBrowsing = Effect.fnUntraced(
  function*(options: SafeBrowsingOptions): Effect.fn.Return<RegisteredSource, never, ThreatThread | Scope.Scope> {
    const { isUpdated = true, policy = fullTrust, vendor: { name } } = options
    if (isUpdated) yield* Effect.logWarning(nonCommercial)
    const mode = yield* modeOf(options)
    return {
      ...policy,
      source: {
        name,
        asksOutside: true,
        check: Effect.fnUntraced(function*(urlKeys) {
          const keys = outsideKeys(urlKeys)
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
  ): Effect.fn.Return<Mode, never, ThreatThread | Scope.Scope> {
    const types: ReadonlyArray<ThreatType> = blocksHarmfulApplications
      ? [...threatTypesBlocked, "harmful-application"]
      : threatTypesBlocked
    const search = yield* hashSearch(vendor, types)
    if (isUpdated && mode !== "local") yield* keepProbing(vendor.name, search)
    if (mode === "no-storage") return noStorageMode(search)
    const kinds = blocksHarmfulApplications ? [...threatLists, ...androidLists] : threatLists
    const listsOf = (some: ReadonlyArray<ListKind>, what: string) =>
      hashLists({ vendor, kinds: some, folder, what, isUpdated })
    const threats = yield* listsOf(kinds, "threat lists")
    if (mode === "local") return localMode(vendor.name, threats, search)
    return realTimeMode(threats, yield* listsOf([globalCache], "Global Cache"), search)
  }
)

/** How often the vendor is asked about a page of its own, while nobody asks about another. */
const probeMillis = 30 * 60_000
const probeJitterMillis = 30_000

/** Google's page for tests of whether a protection works. */
const probed = "testsafebrowsing.appspot.com/s/malware.html"

/**
 * Asks now and then, so that the status tells of a wrong key or a dead line before anybody needs an answer, and that all is
 * well again after nobody dared to ask.
 */
const keepProbing = (name: string, search: HashSearch): Effect.Effect<void, never, Scope.Scope> =>
  Effect.asVoid(keepUpdated({
    name: `${name}, search`,
    update: search.find([{ expression: probed, digest: digestOf(probed) }], () => true).pipe(
      Effect.as({ waitMillis: null }),
      // Not Google's own rule for lists: this is one small question.
      Effect.mapError(({ message }) => new UpdateFailed({ message, reached: false, retryAfterMillis: null }))
    ),
    updatedAt: null,
    periodMillis: probeMillis,
    jitterMillis: probeJitterMillis,
    freshMillis: probeMillis
  }))
