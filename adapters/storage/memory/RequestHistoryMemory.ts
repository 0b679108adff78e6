import { Effect, Layer } from "effect"
import { RequestHistory, type RequestRecord } from "../../../core/ports/RequestHistory.ts"

/** Requests kept; the oldest goes first. */
export const recordsMax = 10_000

export const layer: Layer.Layer<RequestHistory> = Layer.sync(RequestHistory, () => {
  let records: Array<RequestRecord> = []
  return RequestHistory.of({
    record: (record) => {
      if (records.some(({ requestId }) => requestId === record.requestId)) return
      records.push(record)
      if (records.length > recordsMax) records.shift()
    },
    list: ({ accountId, before, limit, operation, status }) =>
      Effect.sync(() =>
        records.filter((record) =>
          record.accountId === accountId && (operation === undefined || record.operation === operation) &&
          (status === undefined || record.status === status) && (before === undefined || record.requestId < before)
        ).toSorted((a, b) => a.requestId < b.requestId ? 1 : -1).slice(0, limit)
      ),
    sweep: (before) =>
      Effect.sync(() => {
        const kept = records.filter(({ at }) => at >= before)
        const swept = records.length - kept.length
        records = kept
        return swept
      })
  })
})
