import { Clock, Effect, type Scope } from "effect"
import { type SourceState, WebRiskUnavailable } from "../../../core/threats/WebRisk.ts"
import { type WebRiskList, webRiskListsDefault } from "../google/ThreatLists.ts"
import type { Vendor } from "../google/Vendor.ts"
import type { ThreatThread } from "../thread/ThreatThread.ts"
import { fullTrust, notListed, type RegisteredSource, type SourcePolicy } from "../ThreatSource.ts"
import { type OutsideKey, outsideKeys } from "../UrlKeys.ts"
import { hashSearch, type Match } from "./HashSearch.ts"
import { type ThreatList, threatList } from "./ThreatList.ts"

export interface WebRiskUpdateOptions {
  readonly vendor: Vendor
  /** Folder of the stored lists, which are loaded at the start. */
  readonly folder: string
  readonly lists?: ReadonlyArray<WebRiskList>
  readonly policy?: SourcePolicy
  /** False for read-only use: no list is fetched, and only the stored lists are used. */
  readonly isUpdated?: boolean
}

/**
 * Google Web Risk with its update API: lists of digest prefixes are stored locally and the vendor is queried only for matching prefixes. No
 * URL is sent to the vendor, and most checks are answered immediately.
 */
export const webRiskUpdate = Effect.fnUntraced(
  function*(
    { folder, isUpdated = true, lists: names = webRiskListsDefault, policy = fullTrust, vendor }: WebRiskUpdateOptions
  ): Effect.fn.Return<RegisteredSource, never, ThreatThread | Scope.Scope> {
    const { name } = vendor
    const lists = yield* Effect.forEach(names, (list) => threatList(vendor, list, folder, isUpdated))
    const search = yield* hashSearch(vendor, names)

    const check: RegisteredSource["source"]["check"] = Effect.fnUntraced(function*(keys) {
      const outside = outsideKeys(keys)
      if (outside.length === 0) return notListed
      const matches = matchesIn(lists, outside)
      const confirmed = matches.length === 0 ? null : yield* search.confirm(matches)
      const now = yield* Clock.currentTimeMillis
      const isStale = lists.some(({ updating }) => updating.state(now) === "stale")
      if (confirmed !== null) return { threat: { source: name, ...confirmed }, isStale }
      // A URL that is not on the available lists could be on the missing one.
      const missing = lists.find(({ updating }) => updating.state(now) === "down")
      return missing === undefined ? { threat: null, isStale } : yield* unavailable(name, missing)
    })

    const status = Effect.gen(function*() {
      const now = yield* Clock.currentTimeMillis
      const states = lists.map(({ updating }) => updating.state(now))
      const times = lists.map(({ updating }) => updating.standing.updatedAt).filter((time) => time !== null)
      const problem = lists.map(({ updating }) => updating.standing.problem).find((told) => told !== null) ??
        lists.map(({ unstored }) => unstored()).find((told) => told !== null) ??
        (yield* search.problem)
      return {
        name,
        kind: "web-risk-update" as const,
        state: worst.find((state) => states.includes(state)) ?? "live",
        entries: lists.reduce((sum, { index }) => sum + index().length, 0),
        bytes: lists.reduce((sum, { index }) => sum + index().bytes, 0),
        updatedAt: times.length < lists.length ? null : new Date(Math.min(...times)),
        problem
      }
    })

    return { ...policy, source: { name, asksOutside: true, check, status } }
  }
)

const worst: ReadonlyArray<SourceState> = ["down", "stale", "live"]

const matchesIn = (lists: ReadonlyArray<ThreatList>, keys: ReadonlyArray<OutsideKey>): ReadonlyArray<Match> => {
  const indexes = lists.map(({ index }) => index())
  const matches: Array<Match> = []
  for (const { digest, expression } of keys) {
    const shortest = Math.min(...indexes.flatMap((index) => index.match(digest)))
    if (shortest <= digest.length) matches.push({ expression, digest, prefix: digest.subarray(0, shortest) })
  }
  return matches
}

/** The status shows the reason. */
const unavailable = (source: string, { list }: ThreatList) =>
  new WebRiskUnavailable({ source, message: `${source} has no list ${list} that is young enough.` })
