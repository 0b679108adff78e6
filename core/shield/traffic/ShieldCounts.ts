import type { ShieldEvent } from "../ShieldTraffic.ts"

export const hourMillis = 3_600_000
/** Smallest upper bound in the histogram of solving times. The bounds are powers of two up to `solveMillisLast`. */
const solveMillisFirst = 16
const solveMillisLast = 131_072
/** Last of ten buckets for scores, which contains the scores from 90 to 100. */
const scoreBucketMax = 9

/** Returns the names of the counters that an event increments. */
export const countNames = (event: ShieldEvent): ReadonlyArray<string> => {
  switch (event.kind) {
    case "issued":
      return ["issued"]
    case "solved":
      return ["solved", `solveMillis:${solveBucket(event.solveMillis)}`]
    case "human":
      return [
        "human",
        `score:${scoreBucket(event.score)}`,
        ...(event.country !== null && /^[A-Z]{2}$/.test(event.country) ? [`country:${event.country}`] : [])
      ]
    case "refused":
    case "rejected":
    case "degraded":
      return [`${event.kind}:${counterName(event.reason)}`]
  }
}

/** Returns the start of the hour of a time. Both are in milliseconds since 1970-01-01 UTC. */
export const hourOf = (millis: number): number => Math.floor(millis / hourMillis) * hourMillis

/** Maps an unexpected reason to `other`, so that arbitrary text cannot create new counters. */
const counterName = (reason: string): string => /^[A-Za-z0-9 _-]{1,40}$/.test(reason) ? reason : "other"

const solveBucket = (millis: number): number => {
  let end = solveMillisFirst
  while (end < millis && end < solveMillisLast) end *= 2
  return end
}

const scoreBucket = (score: number): number =>
  Math.min(scoreBucketMax, Math.max(0, Math.floor((Number.isFinite(score) ? score : 0) / 10)))

/** Adds up the counters of several hours by name. */
export const totalCounts = (
  hours: ReadonlyArray<{ readonly counts: Readonly<Record<string, number>> }>
): ReadonlyMap<string, number> => {
  const sum = new Map<string, number>()
  for (const { counts } of hours) {
    for (const [name, count] of Object.entries(counts)) sum.set(name, (sum.get(name) ?? 0) + count)
  }
  return sum
}

/** Returns the counters with names `NAME:…`, without the prefix, highest count first. */
export const countsWithPrefix = (
  counts: ReadonlyMap<string, number>,
  name: string
): ReadonlyArray<readonly [string, number]> =>
  [...counts].filter(([key]) => key.startsWith(`${name}:`))
    .map(([key, count]) => [key.slice(name.length + 1), count] as const)
    .toSorted(([one, a], [other, b]) => b - a || (one < other ? -1 : 1))

/**
 * Returns a quantile of the solving times in milliseconds, rounded up to the bound of its bucket. Returns null without
 * any times.
 */
export const solveMillisQuantile = (counts: ReadonlyMap<string, number>, share: number): number | null => {
  const classes = countsWithPrefix(counts, "solveMillis").map(([end, count]) => [Number(end), count] as const)
    .toSorted(([one], [other]) => one - other)
  const wanted = share * classes.reduce((sum, [, count]) => sum + count, 0)
  let seen = 0
  for (const [end, count] of classes) {
    seen += count
    if (seen >= wanted) return end
  }
  return null
}
