import { Effect, Layer } from "effect"
import { RateLimiter } from "../../../core/keys/RateLimiter.ts"

/** For tests that try in seconds what somebody does in an hour. */
export const unlimited = Layer.succeed(RateLimiter, {
  take: (_, limit) => Effect.succeed({ allowed: true, limit, remaining: limit, resetMillis: 0 })
})
