import { Context } from "effect"
import type { SiteId } from "../kernel/Ids.ts"

/** Default maximum number of Shield requests of each kind per minute and visitor address. */
export const shieldRequestsPerMinuteDefault = 300

/** Recent request rates of a visitor. */
export interface VisitorRates {
  /**
   * Challenges of the visitor's network in the last minute. `recordChallenge` includes the current challenge. The
   * network is an IPv4 /24 or IPv6 /48. The value is a decaying average, not an exact count.
   */
  readonly network: number
  /**
   * Challenges of the visitor's address in the last minute, as a decaying average. For IPv6, the /64 network counts.
   */
  readonly address: number
  /** Challenges per second of this instance, for all visitors. */
  readonly instance: number
}

/**
 * Request rates of visitors in the bounded memory of this instance. Exact counts would cost a database query per
 * request.
 */
export class VisitorTraffic extends Context.Service<VisitorTraffic, {
  readonly recordChallenge: (address: string, nowMillis: number) => VisitorRates
  /** Returns the current rates without counting a challenge. */
  readonly pressureOf: (address: string, nowMillis: number) => VisitorRates
  /**
   * Counts an action and reports whether it is within the limit. The limit is about `perMinute` actions per minute and
   * address.
   *
   * @param what name of the limit
   */
  readonly allows: (what: string, address: string, perMinute: number, nowMillis: number) => boolean
  /**
   * Returns how many other sessions with a shape were seen on a site in the last hours. Two people never produce the
   * same shape, so a repeated shape is a recording.
   *
   * @param shape pseudonym of the shape
   */
  readonly shapeSeen: (siteId: SiteId, shape: string, challengeId: string, nowMillis: number) => number
}>()("gatehouse/core/shield/VisitorTraffic") {}
