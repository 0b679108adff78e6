import type { KeyId } from "../kernel/Ids.ts"
import { durationBucketMax, quantileMillis } from "./DurationBucket.ts"

/** Totals of one operation in a time range. */
export interface OperationSum {
  readonly operation: string
  readonly requests: number
  /** Number of requests with status 400 or higher. */
  readonly refused: number
  /** Number of requests over the limit of their key, which are not included in `requests`. */
  readonly limited: number
  readonly credits: number
  readonly millisMedian: number | null
  readonly millisP95: number | null
  /** Number of requests by verdict label. */
  readonly verdicts: Readonly<Record<string, number>>
  readonly statuses: Readonly<Record<string, number>>
}

interface Sums {
  credits: number
  limited: number
  readonly verdicts: Map<string, number>
  readonly statuses: Map<string, number>
  readonly durationBuckets: Map<number, number>
}

/** Adds up the counters of `RequestTally` by operation, the operation with the most requests first. */
export const sumByOperation = (counts: ReadonlyMap<string, number>): ReadonlyArray<OperationSum> => {
  const byOperation = new Map<string, Sums>()
  for (const [name, count] of counts) {
    const [kind = "", operation = "", part = ""] = name.split(":")
    if (count === 0 || kind === "key") continue
    let sums = byOperation.get(operation)
    if (sums === undefined) {
      sums = { credits: 0, limited: 0, verdicts: new Map(), statuses: new Map(), durationBuckets: new Map() }
      byOperation.set(operation, sums)
    }
    if (kind === "credits") sums.credits += count
    else if (kind === "limited") sums.limited += count
    else if (kind === "requests") sums.statuses.set(part, count)
    else if (kind === "verdict") sums.verdicts.set(part, count)
    else if (kind === "micros" && Number(part) <= durationBucketMax) sums.durationBuckets.set(Number(part), count)
  }
  return [...byOperation].map(([operation, sums]) => sumOf(operation, sums))
    .toSorted((one, other) => other.requests - one.requests || (one.operation < other.operation ? -1 : 1))
}

const sumOf = (operation: string, { durationBuckets, credits, limited, statuses, verdicts }: Sums): OperationSum => ({
  operation,
  requests: sum([...statuses.values()]),
  refused: sum([...statuses].filter(([status]) => Number(status) >= 400).map(([, count]) => count)),
  limited,
  credits,
  millisMedian: quantileMillis(durationBuckets, 0.5),
  millisP95: quantileMillis(durationBuckets, 0.95),
  verdicts: Object.fromEntries(verdicts),
  statuses: Object.fromEntries(statuses)
})

/** Returns the number of requests by key, the key with the most requests first. */
export const keySums = (
  counts: ReadonlyMap<string, number>
): ReadonlyArray<{ readonly keyId: KeyId; readonly requests: number }> =>
  [...counts].filter(([name, count]) => name.startsWith("key:") && count > 0)
    .map(([name, requests]) => ({ keyId: name.slice("key:".length), requests }))
    .toSorted((one, other) => other.requests - one.requests || (one.keyId < other.keyId ? -1 : 1))

/** Returns the number of rate-limited requests by key, the key with the most requests first. */
export const limitedSums = (
  counts: ReadonlyMap<string, number>
): ReadonlyArray<{ readonly keyId: KeyId; readonly requests: number }> => {
  const byKey = new Map<string, number>()
  for (const [name, count] of counts) {
    const [kind, , keyId = ""] = name.split(":")
    if (kind === "limited" && count > 0) byKey.set(keyId, (byKey.get(keyId) ?? 0) + count)
  }
  return [...byKey].map(([keyId, requests]) => ({ keyId, requests }))
    .toSorted((one, other) => other.requests - one.requests || (one.keyId < other.keyId ? -1 : 1))
}

const sum = (numbers: ReadonlyArray<number>): number => numbers.reduce((one, other) => one + other, 0)
