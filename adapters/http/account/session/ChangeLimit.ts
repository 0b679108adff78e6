import { Effect } from "effect"
import type { MemberId } from "../../../../core/kernel/Ids.ts"
import { rateWindowMillis, retryAfterSecondsOf } from "../../../../core/keys/RateLimit.ts"
import { RateLimiter } from "../../../../core/keys/RateLimiter.ts"
import { TooManyTries } from "../api/AccountFailures.ts"

/**
 * Maximum number of changes per member in any 60 seconds. It exceeds manual use and keeps a script with a session from filling the disk,
 * because each change writes at most one audit entry. An import request counts once; an account has at most `blockRulesMax` rules. An
 * export counts too, because the audit log records it.
 */
export const changesPerMinute = 120

/** Counts one change. Refused changes do not count, so waiting for the given time is sufficient. */
export const countChange = Effect.fnUntraced(function*(memberId: MemberId) {
  const { allowed, resetMillis } = yield* (yield* RateLimiter).take(
    `changes:${memberId}`,
    changesPerMinute,
    rateWindowMillis
  )
  if (allowed) return
  const retryAfterSeconds = retryAfterSecondsOf(resetMillis)
  const wait = `Wait ${retryAfterSeconds} ${retryAfterSeconds === 1 ? "second" : "seconds"}, then try again.`
  return yield* new TooManyTries({
    message: `You made more than ${changesPerMinute} changes within a minute. ${wait}`,
    retryAfterSeconds
  })
})
