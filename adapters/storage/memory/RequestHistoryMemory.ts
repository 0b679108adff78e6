import { Effect, Layer } from "effect"
import { type NewRequest, RequestHistory, type RequestRecord } from "../../../core/ports/RequestHistory.ts"
import { detailsText, readDetails } from "../../../core/requests/RequestDetails.ts"
import { matchesFilter } from "../../../core/requests/RequestQuery.ts"
import { sumsOf } from "../../../core/requests/RequestSums.ts"
import { RequestTally } from "../../../core/requests/RequestTally.ts"
import { hourOf } from "../../../core/shield/ShieldCounts.ts"

/** Requests kept; the oldest goes first. */
export const recordsMax = 10_000

export const layer: Layer.Layer<RequestHistory> = Layer.sync(RequestHistory, () => {
  const records = new Map<string, NewRequest>()
  const of = (accountId: string) => [...records.values()].filter((record) => record.accountId === accountId)
  const find = (accountId: string, requestId: string) => {
    const record = records.get(requestId)
    return record?.accountId === accountId ? record : undefined
  }
  const remove = (gone: ReadonlyArray<NewRequest>): number => {
    for (const { requestId } of gone) records.delete(requestId)
    return gone.length
  }

  return RequestHistory.of({
    record: (record) => {
      if (records.has(record.requestId)) return
      records.set(record.requestId, record)
      if (records.size > recordsMax) records.delete(records.keys().next().value!)
    },
    search: (query) =>
      Effect.sync(() => {
        const { accountId, before, limit } = query
        const items = of(accountId).filter((record) =>
          (before === undefined || record.requestId < before) && matchesFilter(record, query)
        ).toSorted((a, b) => a.requestId < b.requestId ? 1 : -1).slice(0, limit).map(plain)
        return { items, next: items.length < limit ? null : items.at(-1)!.requestId }
      }),
    get: (accountId, requestId) =>
      Effect.sync(() => {
        const record = find(accountId, requestId)
        return record === undefined ? null : plain(record)
      }),
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
        for (const record of of(accountId)) {
          const hour = hourOf(record.at.getTime())
          if (hour >= from.getTime() && hour < to.getTime()) tally.add(record)
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
          if (record.keyId === keyId) records.set(record.requestId, { ...record, keyId: to })
        }
      }),
    sweep: (before, accountId) =>
      Effect.sync(() =>
        remove(
          [...records.values()].filter((record) =>
            record.at.getTime() < hourOf(before.getTime()) &&
            (accountId === undefined || record.accountId === accountId)
          )
        )
      )
  })
})

const plain = (request: NewRequest): RequestRecord => {
  const { details, ...record } = request
  return details === undefined ? request : record
}
