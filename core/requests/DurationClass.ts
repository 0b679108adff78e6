/** Classes of durations to a doubling: each ends a fifth (2^(1/4) = 1.19) above the one before. */
const classesPerDoubling = 4
/** The last ends at 2^30 µs, 18 minutes: no request lasts so long. */
export const durationClassMax = 30 * classesPerDoubling

/** The class of a duration: the first `k` with `micros` ≤ 2^(k/4). */
export const durationClass = (micros: number): number =>
  micros <= 1 ? 0 : Math.min(durationClassMax, Math.ceil(classesPerDoubling * Math.log2(micros)))

/**
 * Milliseconds that a share of the durations does not exceed, from their counts by class: the middle of its class, and so less
 * than a tenth from the truth; null where nothing was counted.
 */
export const millisAt = (classes: ReadonlyMap<number, number>, share: number): number | null => {
  const inOrder = [...classes].toSorted(([one], [other]) => one - other)
  const wanted = share * inOrder.reduce((sum, [, count]) => sum + count, 0)
  let seen = 0
  for (const [end, count] of inOrder) {
    seen += count
    if (count > 0 && seen >= wanted) return rounded(2 ** ((end - 0.5) / classesPerDoubling) / 1_000)
  }
  return null
}

/** Three digits are more than is known. */
const rounded = (millis: number): number => Number(millis.toPrecision(3))
