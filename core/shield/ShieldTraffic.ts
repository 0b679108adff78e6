import { Context } from "effect"
import type { Effect } from "effect"
import type { SiteId } from "../kernel/Ids.ts"

/** Event that is counted for a site. */
export type ShieldEvent =
  | { readonly kind: "issued" }
  /** The answers to a challenge are correct. `solveMillis` is the time since the challenge, measured by the server. */
  | { readonly kind: "solved"; readonly solveMillis: number }
  /** A widget request was refused. `reason` is from a fixed set, and is `hostname` if no challenge was issued. */
  | { readonly kind: "refused"; readonly reason: string }
  | { readonly kind: "human"; readonly score: number; readonly country: string | null }
  | { readonly kind: "rejected"; readonly reason: string }
  /** The verification of a form was degraded. `reason` is `empty`, `edge`, or the failed component. */
  | { readonly kind: "degraded"; readonly reason: string }

/** Counters of one site for one hour. */
export interface ShieldHour {
  readonly siteId: SiteId
  /** Start of the hour. */
  readonly hour: Date
  /**
   * Counters by name. Examples: `issued`, `solved`, `refused:expired`, `human`, `score:7` (70 to 79), `country:DE`,
   * `degraded:empty`, `solveMillis:512` (at most 512 ms).
   */
  readonly counts: Readonly<Record<string, number>>
}

/** Verification results of one site in one time period. */
export interface ShieldVerifications {
  readonly siteId: SiteId
  /** Start of the period. */
  readonly at: Date
  readonly human: number
  readonly degraded: number
  readonly rejected: number
}

/** Store of Shield's counters by site and hour. */
export class ShieldTraffic extends Context.Service<ShieldTraffic, {
  /** Counts an event and returns immediately. A later commit persists the count. */
  readonly count: (siteId: SiteId, event: ShieldEvent, nowMillis: number) => void
  /** Returns a site's hours from `from` (inclusive) to `to` (exclusive), oldest first. */
  readonly hours: (filter: {
    readonly siteId: SiteId
    readonly from: Date
    readonly to: Date
  }) => Effect.Effect<ReadonlyArray<ShieldHour>>
  /**
   * Returns the verification results of several sites by period. Each period ends at the next start, and the last
   * period ends at `to`. `starts` must be ascending and not empty. An hour counts toward the period in which the hour
   * begins. The result is unordered and omits periods without verifications.
   */
  readonly verifications: (filter: {
    readonly siteIds: ReadonlyArray<string>
    readonly starts: ReadonlyArray<Date>
    readonly to: Date
  }) => Effect.Effect<ReadonlyArray<ShieldVerifications>>
  /** Deletes the hours before a date, of one site or all sites. Returns the number of deleted hours. */
  readonly sweep: (before: Date, siteId?: SiteId) => Effect.Effect<number>
}>()("gatehouse/core/shield/ShieldTraffic") {}
