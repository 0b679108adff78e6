/** After the first failure the vendor is left alone for 15 to 30 minutes (Web Risk, "Request Frequency"). */
export const backOffMillisMin = 15 * 60_000
/** However often it failed, and whatever a `Retry-After` says, it is asked once a day. */
export const backOffMillisMax = 24 * 60 * 60_000
/** A vendor that was not reached was not burdened: a cable that is put back must not cost half an hour. */
export const unreachedMillisMin = 15_000
export const unreachedMillisMax = 15 * 60_000

/**
 * How long a vendor that failed is left alone: `MIN(2^(N-1) * 15 minutes * (RAND + 1), 24 hours)` (Web Risk, "Request
 * Frequency"), or as long as it said itself, when that is longer.
 *
 * @param failures how many times in succession, 1 and up
 * @param random 0 to below 1
 */
export const backOffMillis = (failures: number, random: number, retryAfterMillis: number | null = null): number =>
  Math.min(
    Math.max(doubled(failures, backOffMillisMin) * (random + 1), retryAfterMillis ?? 0),
    backOffMillisMax
  )

/** The same for one that was not reached at all, in seconds instead of minutes. */
export const unreachedMillis = (failures: number, random: number): number =>
  Math.min(doubled(failures, unreachedMillisMin) * (random + 1), unreachedMillisMax)

/** Beyond thirty doublings the limits hold anyway. */
const doubled = (failures: number, millis: number): number => 2 ** (Math.min(failures, 30) - 1) * millis
