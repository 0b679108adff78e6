import { Context } from "effect"
import type { Effect } from "effect"
import type { RateDecision } from "./RateLimit.ts"

/** Exact rate limit per key across all servers. No window ever has more accepted requests than the limit. */
export class RateLimiter extends Context.Service<RateLimiter, {
  /**
   * Counts one request if the limit accepts it. Refused requests are not counted. Dies with `StorageUnavailable` while
   * requests cannot be counted.
   *
   * @param key must always be used with the same window
   * @param limit may differ between calls; requests accepted under another limit count too
   */
  readonly take: (key: string, limit: number, windowMillis: number) => Effect.Effect<RateDecision>
}>()("gatehouse/core/keys/RateLimiter") {}
