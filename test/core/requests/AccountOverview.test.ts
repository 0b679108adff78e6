import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import * as StorageMemory from "../../../adapters/storage/memory/StorageMemory.ts"
import { Accounts } from "../../../core/accounts/Accounts.ts"
import { Ledger } from "../../../core/credits/Ledger.ts"
import { RequestHistory } from "../../../core/history/RequestHistory.ts"
import type { ApiKey } from "../../../core/keys/ApiKey.ts"
import { ApiKeys } from "../../../core/keys/ApiKeys.ts"
import { accountOverview } from "../../../core/requests/AccountOverview.ts"
import { ShieldTraffic } from "../../../core/shield/ShieldTraffic.ts"
import { siteOptionsDefault } from "../../../core/sites/Site.ts"
import { Sites } from "../../../core/sites/Sites.ts"
import { Submissions } from "../../../core/submissions/Submissions.ts"
import { WebRisk } from "../../../core/threats/WebRisk.ts"

const hour = 3_600_000
const day = 24 * hour
const now = Date.parse("2026-11-20T10:30:00.000Z")
/** Start of the hour that contains the time one day before `now`. */
const yesterday = Date.parse("2026-11-19T10:00:00.000Z")

const world = Layer.merge(
  StorageMemory.layer,
  Layer.mock(WebRisk)({ status: Effect.succeed([]) })
)

const given = <A, E, R>(body: Effect.Effect<A, E, R>) =>
  Effect.gen(function*() {
    yield* TestClock.setTime(now)
    const accounts = yield* Accounts
    yield* accounts.create({ id: "acc_operator", name: "operator", createdAt: new Date(0) })
    yield* accounts.create({ id: "acc_1", name: "one", createdAt: new Date(1) })
    return yield* body
  }).pipe(Effect.provide(world)) as Effect.Effect<A, E>

const overview = (range: { readonly from?: number; readonly to?: number } = {}, accountId = "acc_1") =>
  accountOverview(accountId, { from: now - hour, to: now, daysMax: 92, ...range })

let requests = 0

const record = Effect.fnUntraced(function*(at: number, status = 200, accountId = "acc_1") {
  const history = yield* RequestHistory
  history.record({
    requestId: `request-${++requests}`,
    accountId,
    keyId: "key_1",
    operation: "scan",
    status,
    credits: 7,
    at: new Date(at),
    durationMicros: 1_000,
    verdict: null,
    subject: null
  })
})

const codesOf = ({ attention }: { readonly attention: ReadonlyArray<{ readonly code: string }> }) =>
  attention.map(({ code }) => code)

describe("the range of an overview", () => {
  const messageOf = (range: { readonly from: number; readonly to: number }) =>
    Effect.match(overview(range), { onFailure: ({ message }) => message, onSuccess: () => "accepted" })

  it.effect("may be empty and at most 92 days long", () =>
    given(Effect.gen(function*() {
      assert.strictEqual(yield* messageOf({ from: now, to: now }), "accepted")
      assert.strictEqual(
        yield* messageOf({ from: now, to: now - 1 }),
        "The time range must not end before it begins."
      )
      assert.strictEqual(yield* messageOf({ from: now - 92 * day, to: now }), "accepted")
      assert.strictEqual(
        yield* messageOf({ from: now - 92 * day - 1, to: now }),
        "The time range must not exceed 92 days."
      )
    })))

  it.effect("starts with the whole hour of its start and ends before the hour of its end", () =>
    given(Effect.gen(function*() {
      for (const at of [yesterday - 1, yesterday, yesterday + hour]) yield* record(at)
      yield* record(yesterday, 200, "acc_operator")
      const result = yield* overview({ from: yesterday + hour - 1, to: yesterday + hour })
      assert.deepStrictEqual(result.hours, [{ at: new Date(yesterday), requests: 1, refused: 0, credits: 7 }])
      assert.deepStrictEqual(result.keys, [{ keyId: "key_1", requests: 1 }])
      assert.deepInclude(result.operations[0], { operation: "scan", requests: 1, credits: 7 })
      const both = yield* overview({ from: yesterday + hour - 1, to: yesterday + hour + 1 })
      assert.lengthOf(both.hours, 2)
    })))
})

describe("the warnings of an overview", () => {
  const quiet = Effect.gen(function*() {
    yield* (yield* Ledger).execute({ kind: "grant", accountId: "acc_1", requestId: "g", amount: 1_000, note: "" })
    yield* siteOf("site_1")
  })

  const siteOf = (id: string, accountId = "acc_1") =>
    Effect.flatMap(Sites, (sites) =>
      sites.create({
        id,
        accountId,
        name: `Site ${id}`,
        siteKey: id,
        secretDigests: [],
        hostnames: ["example.com"],
        options: siteOptionsDefault,
        createdAt: new Date(0)
      }))

  it.effect("are empty if all is well, and contain threat data only for the operator", () =>
    given(Effect.gen(function*() {
      assert.deepStrictEqual(codesOf(yield* overview()), ["credits-gone", "no-sites"])
      yield* quiet
      const result = yield* overview()
      assert.deepStrictEqual(codesOf(result), [])
      assert.deepInclude(result, { available: 1_000, held: 0, pace: null })
      assert.include(codesOf(yield* overview({}, "acc_operator")), "no-feeds")
    })))

  it.effect("count failed requests, with status 500 and above, from the hour that started a day ago", () =>
    given(Effect.gen(function*() {
      yield* quiet
      for (
        const [at, status] of [[now, 499], [now, 499], [yesterday, 500], [now, 503], [yesterday - 1, 500]] as const
      ) {
        yield* record(at, status)
      }
      assert.notInclude(codesOf(yield* overview()), "requests-failing")
      yield* record(now, 500)
      const { attention } = yield* overview()
      assert.strictEqual(
        attention.find(({ code }) => code === "requests-failing")?.message,
        "3 of 5 requests in the last 24 hours failed with a server error."
      )
    })))

  it.effect("name keys with requests over their limit, except revoked and missing keys", () =>
    given(Effect.gen(function*() {
      yield* quiet
      const key = (id: string, name: string): ApiKey => ({
        id,
        name,
        accountId: "acc_1",
        digest: id,
        lastFour: "wxyz",
        requestsPerMinute: 60,
        createdAt: new Date(0),
        lastUsedAt: null,
        revokedAt: null
      })
      const keys = yield* ApiKeys
      yield* keys.create(key("key_1", "Shop"))
      yield* keys.create(key("key_2", "Old"))
      yield* keys.revoke("acc_1", "key_2", new Date(now))
      const history = yield* RequestHistory
      const limit = (...keyIds: ReadonlyArray<string>) => {
        for (const keyId of keyIds) {
          history.recordLimited({ accountId: "acc_1", keyId, operation: "scan", at: new Date(now) })
        }
      }
      // If no request was limited, the overview reads no keys.
      const notRead = { ...keys, list: () => Effect.die("read") }
      assert.deepStrictEqual(codesOf(yield* Effect.provideService(overview(), ApiKeys, notRead)), [])
      limit("key_1")
      assert.deepStrictEqual(codesOf(yield* overview()), ["over-limit"])
      limit("key_2", "key_2", "dashboard:mem_1")
      const { attention } = yield* overview()
      assert.deepStrictEqual(attention.map(({ code, message }) => [code, message]), [
        [
          "over-limit",
          "1 request exceeded the limit of key “Shop” (60 per minute) in the last 24 hours. They were rejected and cost nothing."
        ]
      ])
    })))

  it.effect("count the verifications of each site from the hour that started a day ago", () =>
    given(Effect.gen(function*() {
      yield* quiet
      yield* siteOf("site_2")
      const traffic = yield* ShieldTraffic
      const count = (at: number, times: number, kind: "human" | "rejected" | "degraded", siteId = "site_1") => {
        const event = kind === "human" ? { kind, score: 90, country: null } : { kind, reason: "empty" }
        for (let one = 0; one < times; one++) traffic.count(siteId, event, at)
      }
      count(yesterday - 1, 90, "degraded")
      count(yesterday, 3, "degraded")
      count(now, 3, "degraded")
      count(now, 7, "human")
      count(now, 6, "rejected")
      count(now, 90, "degraded", "site_of_others")
      assert.deepStrictEqual(codesOf(yield* overview()), [])
      count(now, 1, "human")
      const { attention } = yield* overview()
      assert.deepStrictEqual(attention.map(({ code, message, path }) => [code, message, path]), [[
        "degraded-forms",
        "30% of the forms on Site site_1 were accepted unverified in the last 24 hours.",
        "/shield/site_1"
      ]])
    })))

  it.effect("count events in the first millisecond of this hour", () =>
    given(Effect.gen(function*() {
      yield* quiet
      const start = now + hour / 2
      yield* TestClock.setTime(start)
      const traffic = yield* ShieldTraffic
      for (let one = 0; one < 3; one++) yield* record(start, 500)
      for (let one = 0; one < 19; one++) traffic.count("site_1", { kind: "degraded", reason: "empty" }, start)
      const before = codesOf(yield* overview())
      assert.include(before, "requests-failing")
      assert.notInclude(before, "degraded-forms")
      traffic.count("site_1", { kind: "degraded", reason: "edge" }, start)
      assert.include(codesOf(yield* overview()), "degraded-forms")
    })))

  it.effect("count at most 100 pending links, for the operator", () =>
    given(Effect.gen(function*() {
      const submissions = yield* Submissions
      const add = (number: number) =>
        submissions.add({
          url: `https://${number}.example/`,
          canonicalUrl: `https://${number}.example/`,
          accountId: "acc_1",
          state: "pending",
          createdAt: new Date(0),
          reviewedAt: null,
          reviewer: null,
          rejection: null,
          entryId: null,
          triageRisk: 0,
          triageReasons: [],
          forwarded: null
        })
      const waiting = Effect.map(overview({}, "acc_operator"), ({ attention }) =>
        attention.find(({ code }) => code === "submissions-waiting")?.message)
      for (let number = 0; number < 99; number++) {
        yield* add(number)
      }
      assert.strictEqual(yield* waiting, "99 reported links are waiting for review.")
      yield* add(99)
      yield* add(100)
      assert.strictEqual(yield* waiting, "100 or more reported links are waiting for review.")
    })))
})
