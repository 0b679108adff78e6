import { Effect } from "effect"
import type { MemberId } from "../../../../core/kernel/Ids.ts"
import { rateWindowMillis, retryAfterSecondsOf } from "../../../../core/keys/RateLimit.ts"
import { RateLimiter } from "../../../../core/keys/RateLimiter.ts"
import { TooManyTries } from "../api/AccountFailures.ts"

/**
 * Maximum number of changes per member in any 60 seconds.
 *
 * People make fewer changes by hand. Each change writes at most one audit entry, so the limit keeps a script with a
 * session from filling the disk. An import request counts as one change, because an account has at most `blockRulesMax`
 * rules. An export counts too, because the audit log records it.
 */
export const changesPerMinuteMax = 120

/** Counts one change of a member, or fails with the time to wait. Refused changes do not count. */
export const countChange = Effect.fnUntraced(function*(memberId: MemberId) {
  const { allowed, resetMillis } = yield* (yield* RateLimiter).take(
    `changes:${memberId}`,
    changesPerMinuteMax,
    rateWindowMillis
  )
  if (allowed) return
  const retryAfterSeconds = retryAfterSecondsOf(resetMillis)
  const wait = `Wait ${retryAfterSeconds} ${retryAfterSeconds === 1 ? "second" : "seconds"}, then try again.`
  return yield* new TooManyTries({
    message: `You made more than ${changesPerMinuteMax} changes within a minute. ${wait}`,
    retryAfterSeconds
  })
})
