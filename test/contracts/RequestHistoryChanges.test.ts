import { Effect } from "effect"
import { expect } from "vitest"
import { RequestHistory } from "../../core/history/RequestHistory.ts"
import { describeOnEveryStorage } from "../support/Storages.ts"
import { details, everything, holds, hour, makeAccounts, start, withoutDetails } from "./RequestShapes.ts"

/** Runs all queries that an account can make of its history and returns one comparable value. */
const seenBy = (history: RequestHistory["Service"], accountId: string, requestIds: ReadonlyArray<string>) =>
  Effect.all({
    page: history.search({ accountId, limit: 99 }),
    filtered: history.search({ accountId, limit: 99, verdict: "disposable" }),
    several: history.getMany(accountId, requestIds),
    details: history.getDetails(accountId, requestIds),
    kept: history.storedRange(accountId),
    sums: history.sums({ accountId, from: new Date(start - hour), to: new Date(start + 999 * hour) })
  })

describeOnEveryStorage("changes of RequestHistory", ({ test: shared, testIsolated: alone }) => {
  type Body = (history: RequestHistory["Service"]) => Effect.Effect<void, unknown>
  const test = (says: string, body: Body) => shared(says, Effect.flatMap(RequestHistory, body))
  const testIsolated = (says: string, body: Body) => alone(says, Effect.flatMap(RequestHistory, body))

  test("counts requests over a key's limit without a row, and forgets them with their hour", (history) =>
    Effect.gen(function*() {
      const { mine, other } = makeAccounts()
      const over = { accountId: mine, keyId: "key_1", operation: "scan/url", at: new Date(start) }
      const range = { accountId: mine, from: new Date(start), to: new Date(start + 2 * hour) }
      const limited = Effect.map(history.sums(range), ({ counts }) => Object.fromEntries(counts))
      for (let at = 0; at < 500; at++) history.recordLimited({ ...over, at: new Date(start + at) })
      history.recordLimited({ ...over, keyId: "key_2", operation: "scan" })
      history.recordLimited({ ...over, at: new Date(start + hour) })
      history.recordLimited({ ...over, accountId: other })
      const all = { "limited:scan/url:key_1": 501, "limited:scan:key_2": 1 }
      // No other query runs in between.
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
      yield* history.sweep(new Date(start + hour), mine)
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
        request(hour, { keyId: "dashboard:mem_1" }),
        request(200 * hour, { keyId: "dashboard:mem_1" })
      ]
      const other = request(3, { accountId: another, keyId: "dashboard:mem_1" })
      for (const one of [...all, other]) history.record(one)
      yield* holds(history, 5, mine)
      yield* holds(history, 1, another)
      yield* history.renameKey(mine, "dashboard:mem_1", "dashboard:former")
      yield* history.renameKey(mine, "dashboard:nobody", "dashboard:former")
      yield* history.renameKey("none", "dashboard:mem_1", "dashboard:former")
      const former = yield* everything(history, mine, { keyId: "dashboard:former" })
      expect(former.map(({ requestId }) => requestId)).toEqual([4, 3, 2, 0].map((at) => all[at]!.requestId))
      expect(yield* everything(history, mine, { keyId: "dashboard:mem_1" })).toEqual([])
      expect(yield* everything(history, mine, { keyId: "dashboard:mem_10" })).toHaveLength(1)
      expect((yield* history.get(another, other.requestId))?.keyId).toBe("dashboard:mem_1")
      const { counts } = yield* history.sums({
        accountId: mine,
        from: new Date(0),
        to: new Date(start + 900 * hour)
      })
      const keys = [...counts].filter(([name]) => name.startsWith("key:")).toSorted()
      expect(keys).toEqual([["key:dashboard:former", 4], ["key:dashboard:mem_10", 1]])
    }))

  test("leaves another account's requests unchanged, even with the same ids and keys", (history) =>
    Effect.gen(function*() {
      const { mine, other, request } = makeAccounts()
      const all = [0, 1, hour, 200 * hour].map((millis) => request(millis, { details }))
      const theirs = all.map((one) => ({
        ...one,
        accountId: other,
        subject: "theirs",
        details: { ...details, score: 1 }
      }))
      for (const one of [...all, ...theirs]) history.record(one)
      history.recordLimited({ ...all[0]!, accountId: other })
      yield* holds(history, all.length, mine)
      yield* holds(history, theirs.length, other)
      const ids = all.map(({ requestId }) => requestId)
      const seen = yield* seenBy(history, other, ids)
      expect(seen.page.items).toEqual(theirs.toReversed().map(withoutDetails))
      expect([...seen.details.values()].map(({ score }) => score)).toEqual([1, 1, 1, 1])
      const unchanged = Effect.map(seenBy(history, other, ids), (now) => expect(now).toEqual(seen))
      yield* history.renameKey(mine, "key_1", "key_2")
      yield* unchanged
      expect(yield* history.erase(mine, ids.slice(0, 1))).toBe(1)
      yield* unchanged
      expect(yield* history.sweep(new Date(start + hour), mine)).toBe(1)
      yield* unchanged
      expect((yield* history.storedRange(mine)).requests).toBe(2)
    }))

  testIsolated("forgets whole hours, of one account or of all", (history) =>
    Effect.gen(function*() {
      const { mine, other, request } = makeAccounts()
      const records = [0, hour - 1, hour, 2 * hour].map((millis) => request(millis, { details }))
      const others = [0, hour].map((millis) => request(millis, { accountId: other }))
      for (const record of [...records, ...others]) history.record(record)
      yield* holds(history, records.length, mine)
      yield* holds(history, others.length, other)
      expect(yield* history.sweep(new Date(start + hour - 1))).toBe(0)
      expect(yield* history.sweep(new Date(start + hour + 5), mine)).toBe(2)
      expect(yield* everything(history, mine)).toEqual(
        [records[3], records[2]].map((record) => withoutDetails(record!))
      )
      expect((yield* history.storedRange(other)).requests).toBe(2)
      expect(yield* history.sweep(new Date(start + 3 * hour))).toBe(4)
      expect(yield* history.storedRange(mine)).toEqual({ requests: 0, oldestAt: null })
      const range = { accountId: mine, from: new Date(0), to: new Date(start + 9 * hour) }
      expect(yield* history.sums(range)).toEqual({ hours: [], counts: new Map() })
    }))
})
