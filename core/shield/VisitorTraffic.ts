import { Context } from "effect"
import type { SiteId } from "../kernel/Ids.ts"

/** How much a visitor's network asked for lately. */
export interface Pressure {
  /** Challenges of the last minute from this network (IPv4: /24, IPv6: /48), this one included; it decays, and is no exact count. */
  readonly network: number
  /** The same of this very address (IPv6: /64). */
  readonly address: number
  /** Challenges a second of this instance, for all. */
  readonly instance: number
}

/**
 * Who asks how often: of this instance, in memory, bounded. Synchronous; exactness would cost a look at a database for a
 * thing that is meant to cost nothing.
 */
export class VisitorTraffic extends Context.Service<VisitorTraffic, {
  readonly challenged: (address: string, nowMillis: number) => Pressure
  /** The same, without a challenge: nothing is counted. */
  readonly pressureOf: (address: string, nowMillis: number) => Pressure
  /**
   * Whether this may still be done by this address: at most `perMinute` of `what` in any minute, roughly.
   *
   * @param what names the limit
   */
  readonly allows: (what: string, address: string, perMinute: number, nowMillis: number) => boolean
  /**
   * How often sessions of this shape were seen on a site within the last hours, this one not included. Two people never
   * move alike: the same shape again is a recording.
   *
   * @param shape a pseudonym
   */
  readonly shapeSeen: (siteId: SiteId, shape: string, challengeId: string, nowMillis: number) => number
}>()("gatehouse/core/shield/VisitorTraffic") {}
