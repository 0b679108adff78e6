import { Effect, Layer } from "effect"
import { detailsText, readDetails } from "../../../core/history/RequestDetails.ts"
import {
  type LimitedRequest,
  type NewRequest,
  RequestHistory,
  type RequestRecord
} from "../../../core/history/RequestHistory.ts"
import { hashWithin, matchesFilter } from "../../../core/history/RequestQuery.ts"
import type { AccountId, RequestId } from "../../../core/kernel/Ids.ts"
import { sumsOf } from "../../../core/requests/RequestSums.ts"
import { limitedName, RequestTally } from "../../../core/requests/RequestTally.ts"
import { hourOf } from "../../../core/shield/traffic/ShieldCounts.ts"

/** Requests kept; the oldest goes first. */
export const recordsMax = 10_000

export const layer: Layer.Layer<RequestHistory> = Layer.sync(RequestHistory, () => {
  /** By account and id. */
  const records = new Map<string, NewRequest>()
  const limited = new Map<string, LimitedRequest & { count: number }>()
  const of = (accountId: AccountId) => [...records.values()].filter((record) => record.accountId === accountId)
  const find = (accountId: AccountId, requestId: RequestId) => records.get(nameOf({ accountId, requestId }))
  const remove = (gone: ReadonlyArray<NewRequest>): number => {
    for (const record of gone) records.delete(nameOf(record))
    return gone.length
  }

  return RequestHistory.of({
    record: (record) => {
      if (records.has(nameOf(record))) return
      records.set(nameOf(record), record)
      const [oldest] = records.keys()
      if (oldest !== undefined && records.size > recordsMax) records.delete(oldest)
    },
    limited: (request) => {
      const { accountId, at, keyId, operation } = request
      const name = `${accountId} ${hourOf(at.getTime())} ${limitedName(operation, keyId)}`
      const known = limited.get(name)
      if (known !== undefined) known.count++
      else limited.set(name, { ...request, count: 1 })
      const [oldest] = limited.keys()
      if (oldest !== undefined && limited.size > recordsMax) limited.delete(oldest)
    },
    search: (query) =>
      Effect.sync(() => {
        const { accountId, before, fileHash, limit } = query
        const items = of(accountId).filter((record) =>
          (before === undefined || record.requestId < before) && matchesFilter(record, query) &&
          (fileHash === undefined || hasHash(record, fileHash))
        ).toSorted((a, b) => a.requestId < b.requestId ? 1 : -1).slice(0, limit).map(plain)
        return { items, next: items.length < limit ? null : items.at(-1)!.requestId }
      }),
    get: (accountId, requestId) =>
      Effect.sync(() => {
        const record = find(accountId, requestId)
        return record === undefined ? null : plain(record)
      }),
    several: (accountId, requestIds) =>
      Effect.sync(() =>
        new Map(requestIds.flatMap((requestId) => {
          const record = find(accountId, requestId)
          return record === undefined ? [] : [[requestId, plain(record)] as const]
        }))
      ),
    details: (accountId, requestIds) =>
      Effect.sync(() =>
        new Map(requestIds.flatMap((requestId) => {
          const details = find(accountId, requestId)?.details
          return details === undefined ? [] : [[requestId, readDetails(detailsText(details))!] as const]
        }))
      ),
    sums: ({ accountId, from, to }) =>
      Effect.sync(() => {
        const tally = new RequestTally()
        const isWithin = ({ at }: { readonly at: Date }) =>
          hourOf(at.getTime()) >= from.getTime() && hourOf(at.getTime()) < to.getTime()
        for (const record of of(accountId)) if (isWithin(record)) tally.add(record)
        for (const request of limited.values()) {
          if (request.accountId === accountId && isWithin(request)) tally.addLimited(request, request.count)
        }
        return sumsOf(tally.take())
      }),
    kept: (accountId) =>
      Effect.sync(() => {
        const kept = of(accountId).toSorted((a, b) => a.requestId < b.requestId ? -1 : 1)
        return { requests: kept.length, oldestAt: kept[0]?.at ?? null }
      }),
    erase: (accountId, requestIds) =>
      Effect.sync(() => remove(requestIds.flatMap((requestId) => find(accountId, requestId) ?? []))),
    renameKey: (accountId, keyId, to) =>
      Effect.sync(() => {
        for (const record of of(accountId)) {
          if (record.keyId === keyId) records.set(nameOf(record), { ...record, keyId: to })
        }
      }),
    sweep: (before, accountId) =>
      Effect.sync(() => {
        const isSwept = (request: { readonly at: Date; readonly accountId: AccountId }) =>
          request.at.getTime() < hourOf(before.getTime()) &&
          (accountId === undefined || request.accountId === accountId)
        for (const [name, request] of limited) if (isSwept(request)) limited.delete(name)
        return remove([...records.values()].filter(isSwept))
      })
  })
})

const nameOf = ({ accountId, requestId }: Pick<RequestRecord, "accountId" | "requestId">): string =>
  `${accountId} ${requestId}`

const hasHash = ({ details }: NewRequest, fileHash: string): boolean =>
  details !== undefined && detailsText(details).includes(hashWithin(fileHash))

const plain = (request: NewRequest): RequestRecord => {
  const { details, ...record } = request
  return details === undefined ? request : record
}
