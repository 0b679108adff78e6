import { Effect, Layer } from "effect"
import { RateLimiter } from "../../../core/keys/RateLimiter.ts"

/** Rate limiter without limits, for tests that do in seconds what a person does in an hour. */
export const unlimited = Layer.succeed(RateLimiter, {
  take: (_, limit) => Effect.succeed({ allowed: true, limit, remaining: limit, resetMillis: 0 })
})
