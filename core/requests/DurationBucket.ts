/** Histogram buckets per factor of two. Each upper bound is 19% (2^(1/4) = 1.19) above the previous one. */
const bucketsPerDoubling = 4
/** Number of the last bucket, which ends at 2^30 µs (18 minutes). No request takes longer. */
export const durationBucketMax = 30 * bucketsPerDoubling

/** Returns the bucket of a duration: the smallest `k` with `micros` ≤ 2^(k/4). */
export const durationBucket = (micros: number): number =>
  micros <= 1 ? 0 : Math.min(durationBucketMax, Math.ceil(bucketsPerDoubling * Math.log2(micros)))

/**
 * Returns a quantile of durations in milliseconds, from counts by bucket. The result is the middle of the quantile's
 * bucket, so the error is below 10%. Null without durations.
 */
export const quantileMillis = (classes: ReadonlyMap<number, number>, share: number): number | null => {
  const inOrder = [...classes].toSorted(([one], [other]) => one - other)
  const wanted = share * inOrder.reduce((sum, [, count]) => sum + count, 0)
  let seen = 0
  for (const [end, count] of inOrder) {
    seen += count
    if (count > 0 && seen >= wanted) return rounded(2 ** ((end - 0.5) / bucketsPerDoubling) / 1_000)
  }
  return null
}

/** Rounds to three significant digits, which is finer than the buckets. */
const rounded = (millis: number): number => Number(millis.toPrecision(3))
