import { Context } from "effect"
import type { SiteId } from "../kernel/Ids.ts"

/** Recent request rates of a visitor. */
export interface Pressure {
  /** Challenges of this network (IPv4 /24, IPv6 /48) in the last minute, including this one. A decaying average, not an exact count. */
  readonly network: number
  /** The same rate for the single address (IPv6: /64). */
  readonly address: number
  /** Challenges per second of this instance, for all visitors. */
  readonly instance: number
}

/** Request rates of visitors, in the bounded memory of this instance. Synchronous: exact counts would cost a database query per request. */
export class VisitorTraffic extends Context.Service<VisitorTraffic, {
  readonly recordChallenge: (address: string, nowMillis: number) => Pressure
  /** Returns the current rates without counting a challenge. */
  readonly pressureOf: (address: string, nowMillis: number) => Pressure
  /**
   * Counts an action and reports whether it is within the limit: about `perMinute` per minute and address.
   *
   * @param what name of the limit
   */
  readonly allows: (what: string, address: string, perMinute: number, nowMillis: number) => boolean
  /**
   * Returns how many other sessions with this shape were seen on a site in the last hours. Two people never move alike, so a
   * repeated shape is a recording.
   *
   * @param shape a pseudonym
   */
  readonly shapeSeen: (siteId: SiteId, shape: string, challengeId: string, nowMillis: number) => number
}>()("gatehouse/core/shield/VisitorTraffic") {}
