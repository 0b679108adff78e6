import { Context } from "effect"
import type { Effect } from "effect"
import type { RateDecision } from "./RateLimit.ts"

/** Counts accepted requests by key, exactly: never more than the limit in any window, whichever machine was asked. */
export class RateLimiter extends Context.Service<RateLimiter, {
  /**
   * Counts one request, if the key's limit accepts it. A refused request is not counted. Dies with `StorageUnavailable` while requests
   * cannot be counted.
   *
   * @param key always requested with the same window
   * @param limit may be another one each time; requests that were accepted under another limit count
   */
  readonly take: (key: string, limit: number, windowMillis: number) => Effect.Effect<RateDecision>
}>()("gatehouse/core/keys/RateLimiter") {}
