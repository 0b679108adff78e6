import { Effect, Layer } from "effect"
import type { AccountEvent } from "../../../core/events/AccountEvent.ts"
import { parseDetails, serializeDetails } from "../../../core/history/RequestDetails.ts"
import {
  type LimitedRequest,
  type NewRequest,
  RequestHistory,
  type RequestRecord
} from "../../../core/history/RequestHistory.ts"
import {
  matchesFilter,
  type RequestPage,
  type RequestQuery,
  storedFileHash
} from "../../../core/history/RequestQuery.ts"
import type { AccountId, KeyId, RequestId } from "../../../core/kernel/Ids.ts"
import { limitedCounterName, RequestTally, sumCounts } from "../../../core/requests/RequestTally.ts"
import { hourOf } from "../../../core/shield/traffic/ShieldCounts.ts"
import { WebhooksState } from "./webhooks/WebhooksMemory.ts"

/** Maximum number of requests. The oldest request is dropped first. */
export const requestsStoredMax = 10_000

export const layer: Layer.Layer<RequestHistory> = Layer.effect(
  RequestHistory,
  Effect.map(WebhooksState, ({ emit }) => makeHistory(emit))
).pipe(Layer.provide(WebhooksState.layer))

const makeHistory = (emit: (event: AccountEvent) => void): RequestHistory["Service"] => {
  const records = new Records()
  const limited = new LimitedCounts()
  const record = (request: NewRequest): void => {
    records.add(request)
    if (request.event !== undefined) emit(request.event)
  }

  return RequestHistory.of({
    record,
    recordDurably: (request) => Effect.sync(() => record(request)),
    recordLimited: (request) => limited.add(request),
    search: (query) => Effect.sync(() => records.search(query)),
    get: (accountId, requestId) => Effect.sync(() => records.find(accountId, [requestId]).map(plain)[0] ?? null),
    getMany: (accountId, requestIds) =>
      Effect.sync(() =>
        new Map(records.find(accountId, requestIds).map((record) => [record.requestId, plain(record)]))
      ),
    getDetails: (accountId, requestIds) =>
      Effect.sync(() =>
        new Map(
          records.find(accountId, requestIds).flatMap(({ details, requestId }) => {
            // Converts the details as a database does.
            const read = details === undefined ? null : parseDetails(serializeDetails(details))
            return read === null ? [] : [[requestId, read] as const]
          })
        )
      ),
    sums: ({ accountId, from, to }) =>
      Effect.sync(() => {
        const tally = new RequestTally()
        const isWithin = ({ at }: { readonly at: Date }) =>
          hourOf(at.getTime()) >= from.getTime() && hourOf(at.getTime()) < to.getTime()
        for (const record of records.of(accountId)) if (isWithin(record)) tally.add(record)
        for (const request of limited.of(accountId)) if (isWithin(request)) tally.addLimited(request, request.count)
        return sumCounts(tally.drain())
      }),
    storedRange: (accountId) =>
      Effect.sync(() => {
        const stored = records.of(accountId).toSorted((a, b) => a.requestId < b.requestId ? -1 : 1)
        return { requests: stored.length, oldestAt: stored[0]?.at ?? null }
      }),
    erase: (accountId, requestIds) => Effect.sync(() => records.remove(records.find(accountId, requestIds))),
    renameKey: (accountId, keyId, to) => Effect.sync(() => records.renameKey(accountId, keyId, to)),
    sweep: (before, accountId) =>
      Effect.sync(() => {
        const isSwept = (request: { readonly at: Date; readonly accountId: AccountId }) =>
          request.at.getTime() < hourOf(before.getTime()) &&
          (accountId === undefined || request.accountId === accountId)
        limited.removeWhere(isSwept)
        return records.remove(records.all().filter(isSwept))
      })
  })
}

class Records {
  /** Requests by account ID and request ID. */
  private readonly records = new Map<string, NewRequest>()

  all(): ReadonlyArray<NewRequest> {
    return [...this.records.values()]
  }

  of(accountId: AccountId): ReadonlyArray<NewRequest> {
    return this.all().filter((record) => record.accountId === accountId)
  }

  find(accountId: AccountId, requestIds: ReadonlyArray<RequestId>): ReadonlyArray<NewRequest> {
    return requestIds.flatMap((requestId) => this.records.get(nameOf({ accountId, requestId })) ?? [])
  }

  add(record: NewRequest): void {
    if (this.records.has(nameOf(record))) return
    this.records.set(nameOf(record), record)
    const [oldest] = this.records.keys()
    if (oldest !== undefined && this.records.size > requestsStoredMax) this.records.delete(oldest)
  }

  remove(removed: ReadonlyArray<NewRequest>): number {
    for (const record of removed) this.records.delete(nameOf(record))
    return removed.length
  }

  renameKey(accountId: AccountId, keyId: KeyId, to: string): void {
    for (const record of this.of(accountId)) {
      if (record.keyId === keyId) this.records.set(nameOf(record), { ...record, keyId: to })
    }
  }

  search(query: RequestQuery): RequestPage {
    const { accountId, before, fileHash, limit } = query
    const items = this.of(accountId).filter((record) =>
      (before === undefined || record.requestId < before) && matchesFilter(record, query) &&
      (fileHash === undefined || hasHash(record, fileHash))
    ).toSorted((a, b) => a.requestId < b.requestId ? 1 : -1).slice(0, limit).map(plain)
    return { items, next: items.length < limit ? null : items.at(-1)?.requestId ?? null }
  }
}

type LimitedCount = LimitedRequest & { count: number }

/** Counts of rate-limited requests by account, hour, operation and key. */
class LimitedCounts {
  private readonly counts = new Map<string, LimitedCount>()

  of(accountId: AccountId): ReadonlyArray<LimitedCount> {
    return [...this.counts.values()].filter((request) => request.accountId === accountId)
  }

  add(request: LimitedRequest): void {
    const { accountId, at, keyId, operation } = request
    const name = `${accountId} ${hourOf(at.getTime())} ${limitedCounterName(operation, keyId)}`
    const known = this.counts.get(name)
    if (known !== undefined) known.count++
    else this.counts.set(name, { ...request, count: 1 })
    const [oldest] = this.counts.keys()
    if (oldest !== undefined && this.counts.size > requestsStoredMax) this.counts.delete(oldest)
  }

  removeWhere(matches: (request: LimitedRequest) => boolean): void {
    for (const [name, request] of this.counts) if (matches(request)) this.counts.delete(name)
  }
}

const nameOf = ({ accountId, requestId }: Pick<RequestRecord, "accountId" | "requestId">): string =>
  `${accountId} ${requestId}`

const hasHash = ({ details }: NewRequest, fileHash: string): boolean =>
  details !== undefined && serializeDetails(details).includes(storedFileHash(fileHash))

const plain = (request: NewRequest): RequestRecord => {
  const { details, event, ...record } = request
  return details === undefined && event === undefined ? request : record
}
