import { Clock, Effect, type Scope } from "effect"
import { type SourceState, WebRiskUnavailable } from "../../../core/threats/WebRisk.ts"
import { type WebRiskList, webRiskListsDefault } from "../google/ThreatLists.ts"
import type { Vendor } from "../google/Vendor.ts"
import type { ThreatThread } from "../thread/ThreatThread.ts"
import { notListed, type RegisteredSource, requiredAndEnforcedPolicy, type SourcePolicy } from "../ThreatSource.ts"
import { type VendorKey, vendorKeys } from "../UrlKeys.ts"
import { makeHashSearch, type PrefixMatch } from "./HashSearch.ts"
import { loadThreatList, type LocalThreatList } from "./LocalThreatList.ts"

export interface WebRiskUpdateOptions {
  readonly vendor: Vendor
  /** Folder of the stored lists, which are loaded at the start. */
  readonly folder: string
  readonly lists?: ReadonlyArray<WebRiskList>
  readonly policy?: SourcePolicy
  /** Whether lists are fetched. If false, only the stored lists are used. */
  readonly isUpdated?: boolean
}

/**
 * Creates a threat source that uses the update API of Google Web Risk.
 *
 * Lists of digest prefixes are stored locally, and the vendor is queried only for matching prefixes. No URL is sent to
 * the vendor, and most checks need no request.
 */
export const webRiskUpdate = Effect.fnUntraced(
  function*(
    { folder, isUpdated = true, lists: names = webRiskListsDefault, policy = requiredAndEnforcedPolicy, vendor }:
      WebRiskUpdateOptions
  ): Effect.fn.Return<RegisteredSource, never, ThreatThread | Scope.Scope> {
    const { name } = vendor
    const lists = yield* Effect.forEach(names, (list) => loadThreatList(vendor, list, folder, isUpdated))
    const search = yield* makeHashSearch(vendor, names)

    const check: RegisteredSource["source"]["check"] = Effect.fnUntraced(function*(keys) {
      const outside = vendorKeys(keys)
      if (outside.length === 0) return notListed
      const matches = matchesIn(lists, outside)
      const confirmed = matches.length === 0 ? null : yield* search.confirm(matches)
      const now = yield* Clock.currentTimeMillis
      const isStale = lists.some(({ updater }) => updater.state(now) === "stale")
      if (confirmed !== null) return { threat: { source: name, ...confirmed }, isStale }
      // A URL that is not on the available lists could be on the missing list.
      const missing = lists.find(({ updater }) => updater.state(now) === "down")
      return missing === undefined ? { threat: null, isStale } : yield* unavailable(name, missing)
    })

    const status = Effect.gen(function*() {
      const now = yield* Clock.currentTimeMillis
      const states = lists.map(({ updater }) => updater.state(now))
      const times = lists.map(({ updater }) => updater.status.updatedAt).filter((time) => time !== null)
      const problem = lists.map(({ updater }) => updater.status.problem).find((each) => each !== null) ??
        lists.map(({ storageProblem }) => storageProblem()).find((each) => each !== null) ??
        (yield* search.problem)
      return {
        name,
        kind: "web-risk-update" as const,
        state: mostSevere.find((state) => states.includes(state)) ?? "live",
        entries: lists.reduce((sum, { index }) => sum + index().length, 0),
        bytes: lists.reduce((sum, { index }) => sum + index().bytes, 0),
        updatedAt: times.length < lists.length ? null : new Date(Math.min(...times)),
        problem
      }
    })

    return { ...policy, source: { name, isExternal: true, check, status } }
  }
)

const mostSevere: ReadonlyArray<SourceState> = ["down", "stale", "live"]

const matchesIn = (
  lists: ReadonlyArray<LocalThreatList>,
  keys: ReadonlyArray<VendorKey>
): ReadonlyArray<PrefixMatch> => {
  const indexes = lists.map(({ index }) => index())
  const matches: Array<PrefixMatch> = []
  for (const { digest, expression } of keys) {
    const shortest = Math.min(...indexes.flatMap((index) => index.match(digest)))
    if (shortest <= digest.length) matches.push({ expression, digest, prefix: digest.subarray(0, shortest) })
  }
  return matches
}

/** Failure of a check because a list is missing or too old. The status of the source shows the reason. */
const unavailable = (source: string, { list }: LocalThreatList) =>
  new WebRiskUnavailable({ source, message: `${source} has no recent ${list} list.` })
