import { Effect } from "effect"
import fc from "fast-check"
import { RequestHistory } from "../../../core/history/RequestHistory.ts"
import { matchesFilter, type RequestFilter } from "../../../core/history/RequestQuery.ts"
import { RequestTally, sumCounts } from "../../../core/requests/RequestTally.ts"
import { contract } from "./Contract.ts"
import { expect } from "./Expect.ts"
import {
  details,
  hourMillis,
  makeAccounts,
  newRequestId,
  recordArbitrary,
  searchAllPages,
  searchArbitrary,
  startMillis,
  waitForRequests,
  withoutDetails
} from "./RequestShapes.ts"
import { runs } from "./Runs.ts"

export const requestHistoryContract = contract<RequestHistory>("RequestHistory", ({ test: shared }) => {
  const test = (title: string, body: (history: RequestHistory["Service"]) => Effect.Effect<void, unknown>) =>
    shared(title, Effect.flatMap(RequestHistory, body))

  test("keeps every field and the first of two with one id, and counts it once", (history) =>
    Effect.gen(function*() {
      const { mine, other, request } = makeAccounts()
      const one = request(0, { verdict: null, subject: "“Ünïcode” 'quoted' \\ $1 ?", status: 422, credits: 0 })
      history.record(one)
      history.record({ ...one, status: 200 })
      yield* waitForRequests(history, 1, mine)
      history.record({ ...one, status: 200 })
      const last = { ...one, accountId: other, status: 500 }
      history.record(last)
      // The last record is written in the same group as the earlier records, or in a later one.
      yield* waitForRequests(history, 1, other)
      expect((yield* history.search({ accountId: mine, limit: 9 })).items).toEqual([one])
      expect(yield* history.get(mine, one.requestId)).toEqual(one)
      expect(yield* history.get(other, one.requestId)).toEqual(last)
      expect(yield* history.get("none", one.requestId)).toBe(null)
      expect(yield* history.get(mine, "no id \0")).toBe(null)
      const { counts } = yield* history.sums({
        accountId: mine,
        from: new Date(startMillis),
        to: new Date(startMillis + 1)
      })
      expect(counts.get("requests:scan/email:422")).toBe(1)
      expect(counts.get("requests:scan/email:200")).toBe(undefined)
    }))

  test("matches a plain filter, for any page size", (history) =>
    Effect.gen(function*() {
      const { mine, other, request } = makeAccounts()
      const records = fc.sample(recordArbitrary, { numRuns: 300 })
        .map(({ millis, ...changes }) => request(millis, changes))
      for (const record of records) history.record(record)
      for (const millis of [0, 5 * hourMillis]) history.record(request(millis, { accountId: other }))
      yield* waitForRequests(history, records.length, mine)
      yield* waitForRequests(history, 2, other)
      const inOrder = records.toSorted((a, b) => a.requestId < b.requestId ? 1 : -1)
      for (const { filter, limit } of fc.sample(searchArbitrary, runs(60))) {
        expect(yield* searchAllPages(history, mine, filter, limit)).toEqual(
          inOrder.filter((record) => matchesFilter(record, filter))
        )
      }
      const one = inOrder[17]!
      expect(yield* searchAllPages(history, mine, { text: ` ${one.requestId.toUpperCase()}` })).toEqual([one])
      for (const filter of [{ operation: "\0" }, { keyId: "%" }, { verdict: "\\" }, { text: "\0\ud800" }]) {
        expect(yield* searchAllPages(history, mine, filter)).toEqual([])
      }
      expect(yield* history.search({ accountId: mine, limit: 9, before: "\0" })).toEqual({ items: [], next: null })
    }))

  test("counts consistently: the parts of every kind add up to the total", (history) =>
    Effect.gen(function*() {
      const { mine, other, request } = makeAccounts()
      const records = fc.sample(recordArbitrary, { numRuns: 200 })
        .map(({ millis, ...changes }) => request(millis, changes))
      const tally = new RequestTally()
      for (const record of records) {
        history.record(record)
        history.record({ ...record, accountId: other })
        tally.add(record)
      }
      yield* waitForRequests(history, records.length, mine)
      yield* waitForRequests(history, records.length, other)
      const range = { accountId: mine, from: new Date(startMillis), to: new Date(startMillis + 3_000 * hourMillis) }
      expect(yield* history.sums(range)).toEqual(sumCounts(tally.drain()))
      expect(yield* history.storedRange(mine)).toEqual({
        requests: 200,
        oldestAt: new Date(Math.min(...records.map(({ at }) => at.getTime())))
      })
      const erased = records.filter((_, at) => at % 3 === 0)
      const ids = erased.map(({ requestId }) => requestId)
      expect(yield* history.erase("none", ids)).toBe(0)
      expect(yield* history.erase(mine, [...ids, newRequestId(0)])).toBe(erased.length)
      for (const record of records) if (!erased.includes(record)) tally.add(record)
      const left = sumCounts(tally.drain())
      const { counts, hours } = yield* history.sums(range)
      expect(new Map([...counts].filter(([, count]) => count !== 0))).toEqual(left.counts)
      expect(hours.filter(({ requests }) => requests > 0)).toEqual(left.hours)
      expect((yield* history.storedRange(other)).requests).toBe(200)
    }))

  test("finds a name that is masked completely, and a file by its hash", (history) =>
    Effect.gen(function*() {
      const { mine, other, request } = makeAccounts()
      const fileHash = "0123456789abcdef".repeat(4)
      const facts = { file_hash: `sha256:${fileHash}` }
      const subjects = ["A***@example.com", "ba***@example.com", "a***@example.com.au", "ann@example.com"]
      const all = [
        ...subjects.map((subject, at) => request(at, { subject })),
        request(4, { operation: "scan", details: { ...details, facts } }),
        request(5, { operation: "scan", details }),
        request(2 * hourMillis, { operation: "scan/email", details: { ...details, facts } }),
        request(3 * hourMillis, { operation: "scan", details: { ...details, facts } })
      ]
      for (
        const one of [...all, request(6, { accountId: other, operation: "scan", details: { ...details, facts } })]
      ) {
        history.record(one)
      }
      yield* waitForRequests(history, all.length, mine)
      yield* waitForRequests(history, 1, other)
      const found = (filter: RequestFilter) =>
        Effect.map(
          searchAllPages(history, mine, filter, 3),
          (records) => records.map(({ requestId }) => all.findIndex((one) => one.requestId === requestId))
        )
      expect(yield* found({ text: "ann@example.com", masked: "a***@EXAMPLE.com", to: new Date(startMillis + 4) }))
        .toEqual([
          3,
          0
        ])
      expect(yield* found({ fileHash })).toEqual([7, 4])
      expect(yield* found({ fileHash, to: new Date(startMillis + hourMillis) })).toEqual([4])
      expect(yield* found({ fileHash, operation: "scan/email" })).toEqual([])
      expect(yield* found({ fileHash: fileHash.replaceAll("0", "1") })).toEqual([])
    }))

  test("keeps the details of requests that have some, and deletes them with the request", (history) =>
    Effect.gen(function*() {
      const { mine, other: another, request } = makeAccounts()
      const [one, other] = [request(0, { details }), request(1)]
      for (const record of [one, other]) history.record(record)
      yield* waitForRequests(history, 2, mine)
      const ids = [one.requestId, other.requestId, newRequestId(9)]
      const reasons = [{ ...details.reasons[0]!, message: "\ufffd \ufffd cmd.exe – “x” \\ ' $1 ?" }]
      expect(yield* history.getDetails(mine, ids)).toEqual(new Map([[one.requestId, { ...details, reasons }]]))
      expect(yield* history.getDetails(another, ids)).toEqual(new Map())
      expect(yield* history.getDetails(mine, [])).toEqual(new Map())
      yield* history.erase(mine, ids)
      expect(yield* history.getDetails(mine, ids)).toEqual(new Map())
    }))

  test("finds several at once, only in their account, and no erased ones", (history) =>
    Effect.gen(function*() {
      const { mine, other: another, request } = makeAccounts()
      const [one, other] = [request(0, { subject: "a***@icloud.com", details }), request(1, { subject: null })]
      for (const record of [one, other]) history.record(record)
      yield* waitForRequests(history, 2, mine)
      const ids = [other.requestId, one.requestId, newRequestId(9), "no id \0"]
      expect(yield* history.getMany(mine, ids)).toEqual(
        new Map([[one.requestId, withoutDetails(one)], [other.requestId, other]])
      )
      expect(yield* history.getMany(another, ids)).toEqual(new Map())
      expect(yield* history.getMany(mine, [])).toEqual(new Map())
      yield* history.erase(mine, [one.requestId])
      expect([...(yield* history.getMany(mine, ids)).keys()]).toEqual([other.requestId])
    }))
})
