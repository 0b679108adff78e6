import type { LimitedRequest, RequestRecord, RequestSums } from "../history/RequestHistory.ts"
import { verdictLabelsOf } from "../history/VerdictLabels.ts"
import type { AccountId, KeyId } from "../kernel/Ids.ts"
import { hourOf } from "../shield/traffic/ShieldCounts.ts"
import { durationBucket } from "./DurationBucket.ts"

/** Counter of an account in one hour. */
export interface RequestCount {
  readonly accountId: AccountId
  /** Start of the hour, in milliseconds since 1970. */
  readonly hour: number
  /**
   * Counter name: `requests:scan/url:200`, `credits:scan/url`, `verdict:scan/url:safe`, `micros:scan/url:41`, `key:ID`
   * or `limited:scan/url:ID`.
   */
  readonly name: string
  readonly count: number
}

/** Counters of one operation in an hour. Their names are built in `drain`, not for each request. */
interface Operation {
  readonly statuses: Map<number, number>
  readonly verdicts: Map<string, number>
  readonly durationBuckets: Map<number, number>
  credits: number
}

/** Returns the counter name for requests over the limit of a key. */
export const limitedCounterName = (operation: string, keyId: KeyId): string => `limited:${operation}:${keyId}`

interface Hour {
  readonly accountId: AccountId
  readonly hour: number
  readonly operations: Map<string, Operation>
  readonly keys: Map<string, number>
  /** Number of rate-limited requests by counter name. */
  readonly limited: Map<string, number>
}

/** Counts requests by account and hour in memory until they are written. */
export class RequestTally {
  private hours: Array<Hour> = []

  get isEmpty(): boolean {
    return this.hours.length === 0
  }

  add(record: RequestRecord): void {
    const { credits, durationMicros, keyId, operation, status, verdict } = record
    const { keys, operations } = this.hourOf(record)
    let counts = operations.get(operation)
    if (counts === undefined) {
      operations.set(
        operation,
        counts = { statuses: new Map(), verdicts: new Map(), durationBuckets: new Map(), credits: 0 }
      )
    }
    counts.credits += credits
    increment(counts.statuses, status)
    increment(counts.durationBuckets, durationBucket(durationMicros))
    if (verdict !== null) increment(counts.verdicts, verdict)
    increment(keys, keyId)
  }

  /** Counts requests over the limit of their key. They are not included in the `requests` counters. */
  addLimited({ at, keyId, operation, ...request }: LimitedRequest, count: number): void {
    const { limited } = this.hourOf({ ...request, at })
    const name = limitedCounterName(operation, keyId)
    limited.set(name, (limited.get(name) ?? 0) + count)
  }

  /** Returns and resets all counters, sorted by account, hour and name, so that concurrent writers cannot deadlock. */
  drain(): ReadonlyArray<RequestCount> {
    const taken = this.hours.flatMap(countsOf)
    this.clear()
    return taken.toSorted(inOrder)
  }

  clear(): void {
    if (this.hours.length > 0) this.hours = []
  }

  private hourOf({ accountId, at }: Pick<RequestRecord, "accountId" | "at">): Hour {
    const hour = hourOf(at.getTime())
    // Searches from the end, because most requests are in the same hour as the previous request.
    for (let place = this.hours.length - 1; place >= 0; place--) {
      const known = this.hours[place]
      if (known?.hour === hour && known.accountId === accountId) return known
    }
    const made: Hour = { accountId, hour, operations: new Map(), keys: new Map(), limited: new Map() }
    this.hours.push(made)
    return made
  }
}

const increment = <Name>(counts: Map<Name, number>, name: Name): void =>
  void counts.set(name, (counts.get(name) ?? 0) + 1)

const countsOf = ({ accountId, hour, keys, limited, operations }: Hour): ReadonlyArray<RequestCount> => {
  const counts: Array<RequestCount> = []
  const add = (name: string, count: number) => counts.push({ accountId, hour, name, count })
  for (const [operation, { durationBuckets, credits, statuses, verdicts }] of operations) {
    if (credits > 0) add(`credits:${operation}`, credits)
    for (const [status, count] of statuses) add(`requests:${operation}:${status}`, count)
    for (const [end, count] of durationBuckets) add(`micros:${operation}:${end}`, count)
    for (const [word, count] of wordCounts(verdicts)) add(`verdict:${operation}:${word}`, count)
  }
  for (const [keyId, count] of keys) add(`key:${keyId}`, count)
  for (const [name, count] of limited) add(name, count)
  return counts
}

const wordCounts = (verdicts: ReadonlyMap<string, number>): ReadonlyMap<string, number> => {
  const words = new Map<string, number>()
  for (const [verdict, count] of verdicts) {
    for (const word of verdictLabelsOf(verdict)) words.set(word, (words.get(word) ?? 0) + count)
  }
  return words
}

const inOrder = (a: RequestCount, b: RequestCount): number =>
  a.accountId !== b.accountId
    ? (a.accountId < b.accountId ? -1 : 1)
    : a.hour - b.hour || (a.name < b.name ? -1 : 1)

/** Adds up the counters of one account by hour and by name. */
export const sumCounts = (counted: ReadonlyArray<RequestCount>): RequestSums => {
  const hours = new Map<number, { requests: number; refused: number; credits: number }>()
  const counts = new Map<string, number>()
  for (const { count, hour, name } of counted) {
    counts.set(name, (counts.get(name) ?? 0) + count)
    const [kind, , status] = name.split(":")
    if (kind !== "requests" && kind !== "credits") continue
    let sum = hours.get(hour)
    if (sum === undefined) hours.set(hour, sum = { requests: 0, refused: 0, credits: 0 })
    if (kind === "credits") sum.credits += count
    else {
      sum.requests += count
      if (Number(status) >= 400) sum.refused += count
    }
  }
  return {
    hours: [...hours].toSorted(([one], [other]) => one - other).map(([hour, sum]) => ({ at: new Date(hour), ...sum })),
    counts
  }
}
