import { Effect } from "effect"
import { RequestHistory } from "../../../core/history/RequestHistory.ts"
import { contract } from "./Contract.ts"
import { expect } from "./Expect.ts"
import {
  details,
  hourMillis,
  makeAccounts,
  searchAllPages,
  startMillis,
  waitForRequests,
  withoutDetails
} from "./RequestShapes.ts"

/** Runs every query of an account's history. Returns the results as one comparable value. */
const seenBy = (history: RequestHistory["Service"], accountId: string, requestIds: ReadonlyArray<string>) =>
  Effect.all({
    page: history.search({ accountId, limit: 99 }),
    filtered: history.search({ accountId, limit: 99, verdict: "disposable" }),
    several: history.getMany(accountId, requestIds),
    details: history.getDetails(accountId, requestIds),
    kept: history.storedRange(accountId),
    sums: history.sums({
      accountId,
      from: new Date(startMillis - hourMillis),
      to: new Date(startMillis + 999 * hourMillis)
    })
  })

export const requestHistoryChangesContract = contract<RequestHistory>(
  "changes of RequestHistory",
  ({ test: shared, testIsolated: alone }) => {
    type Body = (history: RequestHistory["Service"]) => Effect.Effect<void, unknown>
    const test = (title: string, body: Body) => shared(title, Effect.flatMap(RequestHistory, body))
    const testIsolated = (title: string, body: Body) => alone(title, Effect.flatMap(RequestHistory, body))

    test("counts requests over a key's limit without a row, and forgets them with their hour", (history) =>
      Effect.gen(function*() {
        const { mine, other } = makeAccounts()
        const over = { accountId: mine, keyId: "key_1", operation: "scan/url", at: new Date(startMillis) }
        const range = { accountId: mine, from: new Date(startMillis), to: new Date(startMillis + 2 * hourMillis) }
        const limited = Effect.map(history.sums(range), ({ counts }) => Object.fromEntries(counts))
        for (let at = 0; at < 500; at++) history.recordLimited({ ...over, at: new Date(startMillis + at) })
        history.recordLimited({ ...over, keyId: "key_2", operation: "scan" })
        history.recordLimited({ ...over, at: new Date(startMillis + hourMillis) })
        history.recordLimited({ ...over, accountId: other })
        const all = { "limited:scan/url:key_1": 501, "limited:scan:key_2": 1 }
        // Runs only this query, so that no other query can affect the counts.
        while (Object.keys(yield* limited).length < 2 || (yield* limited)["limited:scan/url:key_1"]! < 501) {
          yield* Effect.sleep(2)
        }
        expect(yield* limited).toEqual(all)
        const theirs = (yield* history.sums({ ...range, accountId: other })).counts
        expect(Object.fromEntries(theirs)).toEqual({ "limited:scan/url:key_1": 1 })
        history.recordLimited(over)
        while ((yield* limited)["limited:scan/url:key_1"] !== 502) yield* Effect.sleep(2)
        expect((yield* history.sums(range)).hours).toEqual([])
        expect(yield* history.storedRange(mine)).toEqual({ requests: 0, oldestAt: null })
        yield* history.sweep(new Date(startMillis + hourMillis), mine)
        expect(yield* limited).toEqual({ "limited:scan/url:key_1": 1 })
        expect((yield* history.sums({ ...range, accountId: other })).counts.size).toBe(1)
      }))

    test("moves the requests of one key to another, with their counts", (history) =>
      Effect.gen(function*() {
        const { mine, other: another, request } = makeAccounts()
        const all = [
          request(0, { keyId: "dashboard:mem_1" }),
          request(1, { keyId: "dashboard:mem_10" }),
          request(2, { keyId: "dashboard:former" }),
          request(hourMillis, { keyId: "dashboard:mem_1" }),
          request(200 * hourMillis, { keyId: "dashboard:mem_1" })
        ]
        const other = request(3, { accountId: another, keyId: "dashboard:mem_1" })
        for (const one of [...all, other]) history.record(one)
        yield* waitForRequests(history, 5, mine)
        yield* waitForRequests(history, 1, another)
        yield* history.renameKey(mine, "dashboard:mem_1", "dashboard:former")
        yield* history.renameKey(mine, "dashboard:nobody", "dashboard:former")
        yield* history.renameKey("none", "dashboard:mem_1", "dashboard:former")
        const former = yield* searchAllPages(history, mine, { keyId: "dashboard:former" })
        expect(former.map(({ requestId }) => requestId)).toEqual([4, 3, 2, 0].map((at) => all[at]!.requestId))
        expect(yield* searchAllPages(history, mine, { keyId: "dashboard:mem_1" })).toEqual([])
        expect(yield* searchAllPages(history, mine, { keyId: "dashboard:mem_10" })).toHaveLength(1)
        expect((yield* history.get(another, other.requestId))?.keyId).toBe("dashboard:mem_1")
        const { counts } = yield* history.sums({
          accountId: mine,
          from: new Date(0),
          to: new Date(startMillis + 900 * hourMillis)
        })
        const keys = [...counts].filter(([name]) => name.startsWith("key:")).toSorted()
        expect(keys).toEqual([["key:dashboard:former", 4], ["key:dashboard:mem_10", 1]])
      }))

    test("leaves another account's requests unchanged, even with the same ids and keys", (history) =>
      Effect.gen(function*() {
        const { mine, other, request } = makeAccounts()
        const all = [0, 1, hourMillis, 200 * hourMillis].map((millis) => request(millis, { details }))
        const theirs = all.map((one) => ({
          ...one,
          accountId: other,
          subject: "theirs",
          details: { ...details, score: 1 }
        }))
        for (const one of [...all, ...theirs]) history.record(one)
        history.recordLimited({ ...all[0]!, accountId: other })
        yield* waitForRequests(history, all.length, mine)
        yield* waitForRequests(history, theirs.length, other)
        const ids = all.map(({ requestId }) => requestId)
        const seen = yield* seenBy(history, other, ids)
        expect(seen.page.items).toEqual(theirs.toReversed().map(withoutDetails))
        expect([...seen.details.values()].map(({ score }) => score)).toEqual([1, 1, 1, 1])
        const unchanged = Effect.map(seenBy(history, other, ids), (now) => expect(now).toEqual(seen))
        yield* history.renameKey(mine, "key_1", "key_2")
        yield* unchanged
        expect(yield* history.erase(mine, ids.slice(0, 1))).toBe(1)
        yield* unchanged
        expect(yield* history.sweep(new Date(startMillis + hourMillis), mine)).toBe(1)
        yield* unchanged
        expect((yield* history.storedRange(mine)).requests).toBe(2)
      }))

    testIsolated("forgets whole hours, of one account or of all", (history) =>
      Effect.gen(function*() {
        const { mine, other, request } = makeAccounts()
        const records = [0, hourMillis - 1, hourMillis, 2 * hourMillis].map((millis) => request(millis, { details }))
        const others = [0, hourMillis].map((millis) => request(millis, { accountId: other }))
        for (const record of [...records, ...others]) history.record(record)
        yield* waitForRequests(history, records.length, mine)
        yield* waitForRequests(history, others.length, other)
        expect(yield* history.sweep(new Date(startMillis + hourMillis - 1))).toBe(0)
        expect(yield* history.sweep(new Date(startMillis + hourMillis + 5), mine)).toBe(2)
        expect(yield* searchAllPages(history, mine)).toEqual(
          [records[3], records[2]].map((record) => withoutDetails(record!))
        )
        expect((yield* history.storedRange(other)).requests).toBe(2)
        expect(yield* history.sweep(new Date(startMillis + 3 * hourMillis))).toBe(4)
        expect(yield* history.storedRange(mine)).toEqual({ requests: 0, oldestAt: null })
        const range = { accountId: mine, from: new Date(0), to: new Date(startMillis + 9 * hourMillis) }
        expect(yield* history.sums(range)).toEqual({ hours: [], counts: new Map() })
      }))
  }
)
