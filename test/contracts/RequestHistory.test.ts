import { Effect } from "effect"
import fc from "fast-check"
import { expect } from "vitest"
import { uuidV7 } from "../../core/accounts/Uuid.ts"
import { type NewRequest, RequestHistory, type RequestRecord } from "../../core/ports/RequestHistory.ts"
import type { RequestDetails } from "../../core/requests/RequestDetails.ts"
import { matchesFilter, type RequestFilter } from "../../core/requests/RequestQuery.ts"
import { sumsOf } from "../../core/requests/RequestSums.ts"
import { RequestTally } from "../../core/requests/RequestTally.ts"
import { onEveryStorage } from "../support/Storages.ts"
import { hour, recordShape, searchShape, start } from "./RequestShapes.ts"

let made = 0
const idAt = (millis: number) => uuidV7(millis, new Uint8Array(10).fill(++made % 250))

const request = (millis: number, changes: Partial<NewRequest> = {}): NewRequest => ({
  requestId: idAt(start + millis),
  accountId: "acc_1",
  keyId: "key_1",
  operation: "scan/email",
  status: 200,
  credits: 1,
  at: new Date(start + millis),
  durationMicros: 1_500,
  verdict: "disposable, role_account",
  subject: "a***@example.com",
  ...changes
})

const details: RequestDetails = {
  score: 30,
  reasons: [{ code: "LAUNCH_ACTION", message: "\0 \ud800 cmd.exe – “x” \\ ' $1 ?", where: "object 1" }],
  facts: { links_found: 0, unique_domains: ["a.example"], has_macros: false }
}

/** Waits until the history holds so many requests of the account, however slow the machine: nobody is told when they are written. */
const holds = (history: RequestHistory["Service"], requests: number, accountId = "acc_1") =>
  Effect.gen(function*() {
    while ((yield* history.kept(accountId)).requests < requests) yield* Effect.sleep(20)
  })

/** Longer than what nobody waits for may stay in memory. */
const shortWhile = Effect.sleep(400)

onEveryStorage("RequestHistory", ({ testAlone }) => {
  const test = (says: string, body: (history: RequestHistory["Service"]) => Effect.Effect<void, unknown>) =>
    testAlone(says, Effect.flatMap(RequestHistory, body))

  const everything = (history: RequestHistory["Service"], filter: RequestFilter = {}, limit = 7) =>
    Effect.gen(function*() {
      const found: Array<RequestRecord> = []
      let before: string | undefined
      for (let page = 0; page < 400; page++) {
        const { items, next } = yield* history.search({
          accountId: "acc_1",
          limit,
          ...filter,
          ...before === undefined ? {} : { before }
        })
        expect(items.length).toBeLessThanOrEqual(limit)
        found.push(...items)
        if (next === null) return found
        expect(before === undefined || next < before).toBe(true)
        before = next
      }
      throw new Error("a search that does not end")
    })

  test("keeps every field, the first of two with one id, and counts it once", (history) =>
    Effect.gen(function*() {
      const one = request(0, { verdict: null, subject: "“Ünïcode” 'quoted' \\ $1 ?", status: 422, credits: 0 })
      history.record(one)
      history.record({ ...one, status: 200 })
      yield* holds(history, 1)
      history.record({ ...one, status: 200 })
      history.record({ ...one, accountId: "acc_2", status: 500 })
      history.record(request(1, { accountId: "acc_3" }))
      yield* holds(history, 1, "acc_3")
      yield* shortWhile
      expect((yield* history.search({ accountId: "acc_1", limit: 9 })).items).toEqual([one])
      expect(yield* history.get("acc_1", one.requestId)).toEqual(one)
      expect(yield* history.get("acc_3", one.requestId)).toBe(null)
      expect(yield* history.get("acc_1", "no id \0")).toBe(null)
      const { counts } = yield* history.sums({ accountId: "acc_1", from: new Date(start), to: new Date(start + 1) })
      expect(counts.get("requests:scan/email:422")).toBe(1)
      expect(counts.get("requests:scan/email:200")).toBe(undefined)
    }))

  test("finds exactly what a plain filter finds, whatever the pages", (history) =>
    Effect.gen(function*() {
      const records = fc.sample(recordShape, { numRuns: 300, seed: 7 })
        .map(({ millis, ...changes }) => request(millis, changes))
      for (const record of records) history.record(record)
      for (const millis of [0, 5 * hour]) history.record(request(millis, { accountId: "acc_2" }))
      yield* holds(history, records.length)
      yield* holds(history, 2, "acc_2")
      const inOrder = records.toSorted((a, b) => a.requestId < b.requestId ? 1 : -1)
      for (const { filter, limit } of fc.sample(searchShape, { numRuns: 60, seed: 8 })) {
        expect(yield* everything(history, filter, limit)).toEqual(
          inOrder.filter((record) => matchesFilter(record, filter))
        )
      }
      const one = inOrder[17]!
      expect(yield* everything(history, { text: ` ${one.requestId.toUpperCase()}` })).toEqual([one])
      for (const filter of [{ operation: "\0" }, { keyId: "%" }, { verdict: "\\" }, { text: "\0\ud800" }]) {
        expect(yield* everything(history, filter)).toEqual([])
      }
      expect(yield* history.search({ accountId: "acc_1", limit: 9, before: "\0" })).toEqual({ items: [], next: null })
    }))

  test("counts what it holds: the parts of every kind sum up to the whole", (history) =>
    Effect.gen(function*() {
      const records = fc.sample(recordShape, { numRuns: 200, seed: 9 })
        .map(({ millis, ...changes }) => request(millis, changes))
      const tally = new RequestTally()
      for (const record of records) {
        history.record(record)
        tally.add(record)
      }
      yield* holds(history, records.length)
      const range = { accountId: "acc_1", from: new Date(start), to: new Date(start + 3_000 * hour) }
      expect(yield* history.sums(range)).toEqual(sumsOf(tally.take()))
      expect(yield* history.kept("acc_1")).toEqual({
        requests: 200,
        oldestAt: new Date(Math.min(...records.map(({ at }) => at.getTime())))
      })
      const gone = records.filter((_, at) => at % 3 === 0)
      const ids = gone.map(({ requestId }) => requestId)
      expect(yield* history.erase("acc_2", ids)).toBe(0)
      expect(yield* history.erase("acc_1", [...ids, idAt(0)])).toBe(gone.length)
      for (const record of records) if (!gone.includes(record)) tally.add(record)
      const left = sumsOf(tally.take())
      const { counts, hours } = yield* history.sums(range)
      expect(new Map([...counts].filter(([, count]) => count !== 0))).toEqual(left.counts)
      expect(hours.filter(({ requests }) => requests > 0)).toEqual(left.hours)
    }))

  test("finds a name that is masked whole, and a file by its hash", (history) =>
    Effect.gen(function*() {
      const fileHash = "0123456789abcdef".repeat(4)
      const facts = { file_hash: `sha256:${fileHash}` }
      const subjects = ["A***@example.com", "ba***@example.com", "a***@example.com.au", "ann@example.com"]
      const all = [
        ...subjects.map((subject, at) => request(at, { subject })),
        request(4, { operation: "scan", details: { ...details, facts } }),
        request(5, { operation: "scan", details }),
        request(2 * hour, { operation: "scan/email", details: { ...details, facts } }),
        request(3 * hour, { operation: "scan", details: { ...details, facts } })
      ]
      for (
        const one of [...all, request(6, { accountId: "acc_2", operation: "scan", details: { ...details, facts } })]
      ) {
        history.record(one)
      }
      yield* holds(history, all.length)
      yield* holds(history, 1, "acc_2")
      const found = (filter: RequestFilter) =>
        Effect.map(
          everything(history, filter, 3),
          (records) => records.map(({ requestId }) => all.findIndex((one) => one.requestId === requestId))
        )
      expect(yield* found({ text: "ann@example.com", masked: "a***@EXAMPLE.com", to: new Date(start + 4) })).toEqual([
        3,
        0
      ])
      expect(yield* found({ fileHash })).toEqual([7, 4])
      expect(yield* found({ fileHash, to: new Date(start + hour) })).toEqual([4])
      expect(yield* found({ fileHash, operation: "scan/email" })).toEqual([])
      expect(yield* found({ fileHash: fileHash.replaceAll("0", "1") })).toEqual([])
    }))

  test("counts what was over the limit of a key, with no row, and forgets it with its hour", (history) =>
    Effect.gen(function*() {
      const over = { accountId: "acc_1", keyId: "key_1", operation: "scan/url", at: new Date(start) }
      const range = { accountId: "acc_1", from: new Date(start), to: new Date(start + 2 * hour) }
      const limited = Effect.map(history.sums(range), ({ counts }) => Object.fromEntries(counts))
      for (let at = 0; at < 500; at++) history.limited({ ...over, at: new Date(start + at) })
      history.limited({ ...over, keyId: "key_2", operation: "scan" })
      history.limited({ ...over, at: new Date(start + hour) })
      history.limited({ ...over, accountId: "acc_2" })
      const all = { "limited:scan/url:key_1": 501, "limited:scan:key_2": 1 }
      // Nothing else is asked meanwhile.
      while (Object.keys(yield* limited).length < 2 || (yield* limited)["limited:scan/url:key_1"]! < 501) {
        yield* Effect.sleep(20)
      }
      expect(yield* limited).toEqual(all)
      history.limited(over)
      while ((yield* limited)["limited:scan/url:key_1"] !== 502) yield* Effect.sleep(20)
      expect((yield* history.sums(range)).hours).toEqual([])
      expect(yield* history.kept("acc_1")).toEqual({ requests: 0, oldestAt: null })
      yield* history.sweep(new Date(start + hour), "acc_1")
      expect(yield* limited).toEqual({ "limited:scan/url:key_1": 1 })
    }))

  test("keeps details of those that have some, and loses them with the request", (history) =>
    Effect.gen(function*() {
      const [one, other] = [request(0, { details }), request(1)]
      for (const record of [one, other]) history.record(record)
      yield* holds(history, 2)
      const ids = [one.requestId, other.requestId, idAt(9)]
      const reasons = [{ ...details.reasons[0]!, message: "\ufffd \ufffd cmd.exe – “x” \\ ' $1 ?" }]
      expect(yield* history.details("acc_1", ids)).toEqual(new Map([[one.requestId, { ...details, reasons }]]))
      expect(yield* history.details("acc_2", ids)).toEqual(new Map())
      expect(yield* history.details("acc_1", [])).toEqual(new Map())
      yield* history.erase("acc_1", ids)
      expect(yield* history.details("acc_1", ids)).toEqual(new Map())
    }))

  test("finds several at once, of their account only, and none that was erased", (history) =>
    Effect.gen(function*() {
      const [one, other] = [request(0, { subject: "a***@icloud.com", details }), request(1, { subject: null })]
      for (const record of [one, other]) history.record(record)
      yield* holds(history, 2)
      const ids = [other.requestId, one.requestId, idAt(9), "no id \0"]
      expect(yield* history.several("acc_1", ids)).toEqual(
        new Map([[one.requestId, withoutDetails(one)], [other.requestId, other]])
      )
      expect(yield* history.several("acc_2", ids)).toEqual(new Map())
      expect(yield* history.several("acc_1", [])).toEqual(new Map())
      yield* history.erase("acc_1", [one.requestId])
      expect([...(yield* history.several("acc_1", ids)).keys()]).toEqual([other.requestId])
    }))

  test("keeps what was asked under one key under another, with what was counted", (history) =>
    Effect.gen(function*() {
      const all = [
        request(0, { keyId: "dashboard:mem_1" }),
        request(1, { keyId: "dashboard:mem_10" }),
        request(2, { keyId: "dashboard:former" }),
        request(hour, { keyId: "dashboard:mem_1" }),
        request(200 * hour, { keyId: "dashboard:mem_1" })
      ]
      const other = request(3, { accountId: "acc_2", keyId: "dashboard:mem_1" })
      for (const one of [...all, other]) history.record(one)
      yield* holds(history, 5)
      yield* holds(history, 1, "acc_2")
      yield* history.renameKey("acc_1", "dashboard:mem_1", "dashboard:former")
      yield* history.renameKey("acc_1", "dashboard:nobody", "dashboard:former")
      yield* history.renameKey("acc_3", "dashboard:mem_1", "dashboard:former")
      const former = yield* everything(history, { keyId: "dashboard:former" })
      expect(former.map(({ requestId }) => requestId)).toEqual([4, 3, 2, 0].map((at) => all[at]!.requestId))
      expect(yield* everything(history, { keyId: "dashboard:mem_1" })).toEqual([])
      expect(yield* everything(history, { keyId: "dashboard:mem_10" })).toHaveLength(1)
      expect((yield* history.get("acc_2", other.requestId))?.keyId).toBe("dashboard:mem_1")
      const { counts } = yield* history.sums({
        accountId: "acc_1",
        from: new Date(0),
        to: new Date(start + 900 * hour)
      })
      const keys = [...counts].filter(([name]) => name.startsWith("key:")).toSorted()
      expect(keys).toEqual([["key:dashboard:former", 4], ["key:dashboard:mem_10", 1]])
    }))

  test("forgets by whole hours, of one account or of all", (history) =>
    Effect.gen(function*() {
      const records = [0, hour - 1, hour, 2 * hour].map((millis) => request(millis, { details }))
      const others = [0, hour].map((millis) => request(millis, { accountId: "acc_2" }))
      for (const record of [...records, ...others]) history.record(record)
      yield* holds(history, records.length)
      yield* holds(history, others.length, "acc_2")
      expect(yield* history.sweep(new Date(start + hour - 1))).toBe(0)
      expect(yield* history.sweep(new Date(start + hour + 5), "acc_1")).toBe(2)
      expect(yield* everything(history)).toEqual([records[3], records[2]].map((record) => withoutDetails(record!)))
      expect((yield* history.kept("acc_2")).requests).toBe(2)
      expect(yield* history.sweep(new Date(start + 3 * hour))).toBe(4)
      expect(yield* history.kept("acc_1")).toEqual({ requests: 0, oldestAt: null })
      const range = { accountId: "acc_1", from: new Date(0), to: new Date(start + 9 * hour) }
      expect(yield* history.sums(range)).toEqual({ hours: [], counts: new Map() })
    }))
})

const withoutDetails = (request: NewRequest): RequestRecord => {
  const { details, ...record } = request
  return details === undefined ? request : record
}
