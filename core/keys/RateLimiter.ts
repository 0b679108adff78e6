import { Context } from "effect"
import type { Effect } from "effect"
import type { RateDecision } from "./RateLimit.ts"

/** Exact rate limit per key: never more accepted requests than the limit in any window, across all machines. */
export class RateLimiter extends Context.Service<RateLimiter, {
  /**
   * Counts one request if the limit accepts it. Refused requests are not counted. Dies with `StorageUnavailable` while requests
   * cannot be counted.
   *
   * @param key always used with the same window
   * @param limit may differ per call; requests accepted under another limit count
   */
  readonly take: (key: string, limit: number, windowMillis: number) => Effect.Effect<RateDecision>
}>()("gatehouse/core/keys/RateLimiter") {}
