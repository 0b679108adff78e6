import type { ShieldEvent } from "../ShieldTraffic.ts"

export const hourMillis = 3_600_000
/** Upper ends of the classes of solving times, in milliseconds: powers of two, from the first to what outlives a challenge. */
const solveMillisFirst = 16
const solveMillisLast = 131_072
/** Scores of 90 to 100 share the last of ten classes. */
const scoreClassMax = 9

/** Under which names an event is counted. */
export const countNames = (event: ShieldEvent): ReadonlyArray<string> => {
  switch (event.kind) {
    case "issued":
      return ["issued"]
    case "solved":
      return ["solved", `solveMillis:${solveClass(event.solveMillis)}`]
    case "human":
      return [
        "human",
        `score:${scoreClass(event.score)}`,
        ...(event.country !== null && /^[A-Z]{2}$/.test(event.country) ? [`country:${event.country}`] : [])
      ]
    case "refused":
    case "rejected":
    case "degraded":
      return [`${event.kind}:${word(event.why)}`]
  }
}

/** Start of the hour of an instant. */
export const hourOf = (millis: number): number => Math.floor(millis / hourMillis) * hourMillis

/** Words are the program's own; whatever else comes here must not become a name of its own each time. */
const word = (why: string): string => /^[A-Za-z0-9 _-]{1,40}$/.test(why) ? why : "other"

const solveClass = (millis: number): number => {
  let end = solveMillisFirst
  while (end < millis && end < solveMillisLast) end *= 2
  return end
}

const scoreClass = (score: number): number =>
  Math.min(scoreClassMax, Math.max(0, Math.floor((Number.isFinite(score) ? score : 0) / 10)))

/** Counts of several hours as one, by name. */
export const sumOfCounts = (
  hours: ReadonlyArray<{ readonly counts: Readonly<Record<string, number>> }>
): ReadonlyMap<string, number> => {
  const sum = new Map<string, number>()
  for (const { counts } of hours) {
    for (const [name, count] of Object.entries(counts)) sum.set(name, (sum.get(name) ?? 0) + count)
  }
  return sum
}

/** What stands behind `NAME:`, with its count; the most frequent first. */
export const countsUnder = (
  counts: ReadonlyMap<string, number>,
  name: string
): ReadonlyArray<readonly [string, number]> =>
  [...counts].filter(([key]) => key.startsWith(`${name}:`))
    .map(([key, count]) => [key.slice(name.length + 1), count] as const)
    .toSorted(([one, a], [other, b]) => b - a || (one < other ? -1 : 1))

/** Upper end of the class that a share of the solving times does not exceed, in milliseconds; null where none was counted. */
export const solveMillisAt = (counts: ReadonlyMap<string, number>, share: number): number | null => {
  const classes = countsUnder(counts, "solveMillis").map(([end, count]) => [Number(end), count] as const)
    .toSorted(([one], [other]) => one - other)
  const wanted = share * classes.reduce((sum, [, count]) => sum + count, 0)
  let seen = 0
  for (const [end, count] of classes) {
    seen += count
    if (seen >= wanted) return end
  }
  return null
}
