import { Clock, Effect, Layer, Logger, ManagedRuntime } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { afterEach, describe, expect, it } from "vitest"
import {
  clockSkewMillisMax,
  isYoungerThan,
  makeSkewWatch
} from "../../../../../adapters/storage/sql/servers/DatabaseClock.ts"
import { createAccount } from "../../../../../core/accounts/ManageAccounts.ts"
import { Ledger } from "../../../../../core/credits/Ledger.ts"
import { Secrets } from "../../../../../core/kernel/Secrets.ts"
import { ApiKeys, apiKeyStaleMillisMax } from "../../../../../core/keys/ApiKeys.ts"
import { createApiKey } from "../../../../../core/keys/ManageKeys.ts"
import { layerFreshPostgres, layerSqlite, layerStorageSql, testInstance } from "../../../../support/Storages.ts"
import { needs } from "../../../../support/TestRun.ts"

const hourMillis = 3_600_000

/** Returns a clock that shows the time of `now`. */
const clockOf = (now: () => number): Clock.Clock => {
  const nanos = () => BigInt(now()) * 1_000_000n
  return {
    currentTimeMillisUnsafe: now,
    currentTimeMillis: Effect.sync(now),
    currentTimeNanosUnsafe: nanos,
    currentTimeNanos: Effect.sync(nanos),
    monotonicTimeNanosUnsafe: nanos,
    monotonicTimeNanos: Effect.sync(nanos),
    sleep: () => Effect.never
  }
}

/** Provides a clock that is `state.aheadMillis` ahead of the machine's clock. */
const shifted = (state: { aheadMillis: number }) =>
  Layer.succeed(Clock.Clock, clockOf(() => Date.now() + state.aheadMillis))

const closing: Array<() => Promise<void>> = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

const makeRuntime = <A>(layer: Layer.Layer<A, unknown>) => {
  const runtime = ManagedRuntime.make(layer)
  closing.unshift(() => runtime.dispose())
  return runtime
}

it("a negative age is not recent", () => {
  expect([-1, 0, 9, 10].map((age) => isYoungerThan(age, 10))).toEqual([false, true, true, false])
})

it("a revocation in the database applies at once if the clock was set back after the key was read", async () => {
  const state = { aheadMillis: 0 }
  const storage = layerStorageSql(layerSqlite(":memory:")).pipe(Layer.provideMerge(shifted(state)))
  const runtime = makeRuntime(storage)
  const digest = await runtime.runPromise(Effect.gen(function*() {
    const { text } = yield* createApiKey({ accountId: (yield* createAccount("test")).id, name: "first" })
    return (yield* Secrets).sha256Hex(text)
  }))
  const found = () => runtime.runPromise(Effect.flatMap(ApiKeys, ({ findActive }) => findActive(digest)))
  expect(await found()).not.toBeNull()
  await runtime.runPromise(Effect.flatMap(SqlClient.SqlClient, (sql) => sql`UPDATE api_keys SET revoked_at = 1`))
  state.aheadMillis = apiKeyStaleMillisMax - hourMillis
  expect(await found()).toBeNull()
})

describe("servers on PostgreSQL with different clocks", { tags: [needs.postgres] }, () => {
  it.each([["90 s ahead", 90_000], ["an hour ahead", hourMillis], ["an hour behind", -hourMillis]])(
    "a server that is %s refunds nothing of a live server and everything of a silent one",
    async (_, aheadMillis) => {
      const database = makeRuntime(layerFreshPostgres())
      const sharedSql = Layer.succeed(SqlClient.SqlClient, await database.runPromise(SqlClient.SqlClient))
      const on = (host: string, ahead: number) =>
        makeRuntime(
          layerStorageSql(sharedSql, testInstance({ host })).pipe(Layer.provideMerge(shifted({ aheadMillis: ahead })))
        )
      const living = on("living", 0)
      await living.runPromise(Effect.gen(function*() {
        const { execute } = yield* Ledger
        const { id: accountId } = yield* createAccount("test")
        yield* execute({ kind: "grant", accountId, requestId: randomUUID(), amount: 5, note: "start" })
        yield* execute({ kind: "charge", accountId, requestId: randomUUID(), amount: 1, note: "x", keyId: null })
      }))
      const other = on("other", aheadMillis)
      const sweep = () => other.runPromise(Effect.flatMap(Ledger, ({ refundOrphans }) => refundOrphans))
      expect(await sweep()).toBe(0)
      await database.runPromise(
        Effect.flatMap(
          SqlClient.SqlClient,
          (sql) =>
            sql`UPDATE instances SET heartbeat_at = (extract(epoch from now()) * 1000)::bigint - 30001 WHERE host = 'living'`
        )
      )
      expect(await sweep()).toBe(1)
    }
  )
})

describe("the offset from the database's clock", () => {
  const watch = (differences: ReadonlyArray<number>, tripMillis = 0) => {
    const lines: Array<string> = []
    const logger = Logger.make(({ message }) => void lines.push(String(message)))
    const now = 1_000_000
    const clock = clockOf(() => now)
    const run = Effect.gen(function*() {
      const check = makeSkewWatch()
      for (const difference of differences) yield* check(now - tripMillis / 2 - difference, now - tripMillis)
    })
    Effect.runSync(run.pipe(Effect.provideService(Clock.Clock, clock), Effect.provide(Logger.layer([logger]))))
    return lines
  }

  it("is logged when it exceeds 2 s and when it no longer does", () => {
    expect(watch([0, clockSkewMillisMax, -clockSkewMillisMax])).toEqual([])
    expect(watch([clockSkewMillisMax + 1, 60_000, 0, -90_000])).toEqual([
      "The clock of this server is 2 s ahead of the database's clock. Synchronize both with NTP.",
      "The clock of this server agrees with the database's clock again.",
      "The clock of this server is 90 s behind the database's clock. Synchronize both with NTP."
    ])
  })

  it("is not attributed to the clock if the response took that long", () => {
    expect(watch([2_500], 2_000)).toEqual([])
    expect(watch([3_001], 2_000)).toHaveLength(1)
  })
})
