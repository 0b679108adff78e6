import { durationClassMax, millisAt } from "./DurationClass.ts"

/** What was counted of one operation in a stretch of time. */
export interface OperationSum {
  readonly operation: string
  readonly requests: number
  /** With a status of 400 and more. */
  readonly refused: number
  readonly credits: number
  readonly millisMedian: number | null
  readonly millisP95: number | null
  /** How often each word of a verdict was said. */
  readonly verdicts: Readonly<Record<string, number>>
  readonly statuses: Readonly<Record<string, number>>
}

interface Sums {
  credits: number
  readonly verdicts: Map<string, number>
  readonly statuses: Map<string, number>
  readonly classes: Map<number, number>
}

/** Counts by the names of `RequestTally`, as sums of each operation, the busiest first. */
export const operationSums = (counts: ReadonlyMap<string, number>): ReadonlyArray<OperationSum> => {
  const byOperation = new Map<string, Sums>()
  for (const [name, count] of counts) {
    const [kind = "", operation = "", part = ""] = name.split(":")
    if (count === 0 || kind === "key") continue
    let sums = byOperation.get(operation)
    if (sums === undefined) {
      byOperation.set(operation, sums = { credits: 0, verdicts: new Map(), statuses: new Map(), classes: new Map() })
    }
    if (kind === "credits") sums.credits += count
    else if (kind === "requests") sums.statuses.set(part, count)
    else if (kind === "verdict") sums.verdicts.set(part, count)
    else if (kind === "micros" && Number(part) <= durationClassMax) sums.classes.set(Number(part), count)
  }
  return [...byOperation].map(([operation, sums]) => sumOf(operation, sums))
    .toSorted((one, other) => other.requests - one.requests || (one.operation < other.operation ? -1 : 1))
}

const sumOf = (operation: string, { classes, credits, statuses, verdicts }: Sums): OperationSum => ({
  operation,
  requests: sum([...statuses.values()]),
  refused: sum([...statuses].filter(([status]) => Number(status) >= 400).map(([, count]) => count)),
  credits,
  millisMedian: millisAt(classes, 0.5),
  millisP95: millisAt(classes, 0.95),
  verdicts: Object.fromEntries(verdicts),
  statuses: Object.fromEntries(statuses)
})

/** Requests by key, the busiest first. */
export const keySums = (
  counts: ReadonlyMap<string, number>
): ReadonlyArray<{ readonly keyId: string; readonly requests: number }> =>
  [...counts].filter(([name, count]) => name.startsWith("key:") && count > 0)
    .map(([name, requests]) => ({ keyId: name.slice("key:".length), requests }))
    .toSorted((one, other) => other.requests - one.requests || (one.keyId < other.keyId ? -1 : 1))

const sum = (numbers: ReadonlyArray<number>): number => numbers.reduce((one, other) => one + other, 0)
