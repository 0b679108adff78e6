import type { RequestRecord } from "../ports/RequestHistory.ts"
import { hourOf } from "../shield/ShieldCounts.ts"
import { durationClass } from "./DurationClass.ts"
import { verdictWords } from "./VerdictWords.ts"

/** How often something was counted for an account in an hour. */
export interface RequestCount {
  readonly accountId: string
  /** Its beginning, in milliseconds since 1970. */
  readonly hour: number
  /** `requests:scan/url:200`, `credits:scan/url`, `verdict:scan/url:safe`, `micros:scan/url:41`, `key:ID`. */
  readonly name: string
  readonly count: number
}

interface Hour {
  readonly accountId: string
  readonly hour: number
  readonly counts: Map<string, number>
}

/** What of requests is counted by account and hour, until it is taken away to be written. */
export class RequestTally {
  private hours = new Map<string, Hour>()

  get isEmpty(): boolean {
    return this.hours.size === 0
  }

  add(record: RequestRecord): void {
    const { credits, keyId, operation, status, verdict } = record
    const counts = this.countsOf(record)
    const add = (name: string, count: number) => void counts.set(name, (counts.get(name) ?? 0) + count)
    add(`requests:${operation}:${status}`, 1)
    if (credits > 0) add(`credits:${operation}`, credits)
    if (verdict !== null) { for (const word of verdictWords(verdict)) add(`verdict:${operation}:${word}`, 1) }
    add(`micros:${operation}:${durationClass(record.durationMicros)}`, 1)
    add(`key:${keyId}`, 1)
  }

  /** Everything since the last time, in the order of account, hour and name: who writes it beside another waits for it in no circle. */
  take(): ReadonlyArray<RequestCount> {
    const taken: Array<RequestCount> = []
    for (const { accountId, counts, hour } of this.hours.values()) {
      for (const [name, count] of counts) taken.push({ accountId, hour, name, count })
    }
    this.clear()
    return taken.sort(inOrder)
  }

  clear(): void {
    if (this.hours.size > 0) this.hours = new Map()
  }

  private countsOf({ accountId, at }: RequestRecord): Map<string, number> {
    const hour = hourOf(at.getTime())
    const key = `${hour} ${accountId}`
    let found = this.hours.get(key)
    if (found === undefined) this.hours.set(key, found = { accountId, hour, counts: new Map() })
    return found.counts
  }
}

const inOrder = (a: RequestCount, b: RequestCount): number =>
  a.accountId !== b.accountId
    ? (a.accountId < b.accountId ? -1 : 1)
    : a.hour - b.hour || (a.name < b.name ? -1 : 1)
