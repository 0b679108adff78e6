import { Context } from "effect"
import type { Effect } from "effect"
import type { RateDecision } from "../accounts/RateLimit.ts"

/** Counts accepted requests by key, exactly: never more than the limit in any window, whichever machine was asked. */
export class RateLimiter extends Context.Service<RateLimiter, {
  readonly take: (key: string, limit: number, windowMillis: number) => Effect.Effect<RateDecision>
}>()("gatehouse/core/ports/RateLimiter") {}
