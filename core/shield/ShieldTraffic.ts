import { Context } from "effect"
import type { Effect } from "effect"
import type { SiteId } from "../kernel/Ids.ts"

/** Something that happened on a site; what is counted of it. */
export type ShieldEvent =
  | { readonly kind: "issued" }
  /** @property solveMillis from the challenge to its answers, as the server saw it */
  | { readonly kind: "solved"; readonly solveMillis: number }
  /** A request of the widget that was refused, and why: one of a fixed set of words, `hostname` where no challenge was given. */
  | { readonly kind: "refused"; readonly why: string }
  | { readonly kind: "human"; readonly score: number; readonly country: string | null }
  | { readonly kind: "rejected"; readonly why: string }
  /** @property why `empty`, `edge`, or what was out of order here */
  | { readonly kind: "degraded"; readonly why: string }

/** Counts of one site in one hour. */
export interface ShieldHour {
  readonly siteId: SiteId
  /** Start of the hour. */
  readonly hour: Date
  /** By name: `issued`, `solved`, `refused:expired`, `human`, `score:7` (70 to 79), `country:DE`, `degraded:empty`, `solveMillis:512` (up to that). */
  readonly counts: Readonly<Record<string, number>>
}

/** What verifications of one site said in one stretch of time. */
export interface ShieldVerifications {
  readonly siteId: SiteId
  /** Start of the stretch. */
  readonly at: Date
  readonly human: number
  readonly degraded: number
  readonly rejected: number
}

/** What passes Shield, by site and hour. */
export class ShieldTraffic extends Context.Service<ShieldTraffic, {
  /** Returns at once; written with one of the next commits. */
  readonly count: (siteId: SiteId, event: ShieldEvent, nowMillis: number) => void
  /** Oldest first. */
  readonly hours: (filter: {
    readonly siteId: SiteId
    readonly from: Date
    readonly to: Date
  }) => Effect.Effect<ReadonlyArray<ShieldHour>>
  /**
   * Of several sites, by stretches: each from its start (rising, at least one) to the next one's, the last to `to`. An hour is of
   * the stretch in which it begins. In no order, and without stretches in which nothing was verified.
   */
  readonly verifications: (filter: {
    readonly siteIds: ReadonlyArray<string>
    readonly starts: ReadonlyArray<Date>
    readonly to: Date
  }) => Effect.Effect<ReadonlyArray<ShieldVerifications>>
  /** Removes hours before, of one site or of all; returns how many. */
  readonly sweep: (before: Date, siteId?: SiteId) => Effect.Effect<number>
}>()("gatehouse/core/shield/ShieldTraffic") {}
