import { Effect } from "effect"
import type { MemberId } from "../../../../core/kernel/Ids.ts"
import { rateWindowMillis, retrySeconds } from "../../../../core/keys/RateLimit.ts"
import { RateLimiter } from "../../../../core/keys/RateLimiter.ts"
import { TooManyTries } from "../api/AccountFailures.ts"

/**
 * Changes of one member in any 60 seconds, all at once or spread: more than anybody makes by hand, and few enough that a script with a
 * session does not fill the disk: each leaves one entry in the audit log at most. An import counts once for as many rules as it sends
 * together, of which an account has no more than `blockRulesMax`. An export counts as well, for the log tells of each.
 */
export const changesPerMinute = 120

/** Counts one change; those that are refused are not counted, so that who waits as long as told is let in. */
export const takeChange = Effect.fnUntraced(function*(memberId: MemberId) {
  const { allowed, resetMillis } = yield* (yield* RateLimiter).take(
    `changes:${memberId}`,
    changesPerMinute,
    rateWindowMillis
  )
  if (allowed) return
  const retryAfterSeconds = retrySeconds(resetMillis)
  const wait = `wait ${retryAfterSeconds} ${retryAfterSeconds === 1 ? "second" : "seconds"}, then try again.`
  return yield* new TooManyTries({
    message: `More than ${changesPerMinute} changes in a minute: ${wait}`,
    retryAfterSeconds
  })
})
