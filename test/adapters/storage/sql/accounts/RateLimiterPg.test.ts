import { Cause, Effect, Exit, Layer, Logger, ManagedRuntime } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { afterAll, describe, expect, it } from "vitest"
import * as RateLimiterPg from "../../../../../adapters/storage/sql/accounts/RateLimiterPg.ts"
import { readInteger } from "../../../../../adapters/storage/sql/statements/Row.ts"
import { StorageUnavailable } from "../../../../../core/kernel/StorageHealth.ts"
import { requestsPerMinuteMax } from "../../../../../core/keys/ApiKey.ts"
import { rateWindowMillis } from "../../../../../core/keys/RateLimit.ts"
import { RateLimiter } from "../../../../../core/keys/RateLimiter.ts"
import { layerFreshPostgres } from "../../../../support/Storages.ts"
import { needs } from "../../../../support/TestRun.ts"

describe("the rate limiter on PostgreSQL", { tags: [needs.postgres] }, () => {
  const runtime = ManagedRuntime.make(
    RateLimiterPg.layer.pipe(
      Layer.provide(Layer.succeed(RateLimiterPg.TakeMillisMax, 300_000)),
      Layer.provideMerge(layerFreshPostgres())
    )
  )
  afterAll(() => runtime.dispose())
  const test = (
    title: string,
    body: (sql: SqlClient.SqlClient) => Effect.Effect<void, unknown, RateLimiter | SqlClient.SqlClient>
  ) => it(title, () => runtime.runPromise(Effect.flatMap(SqlClient.SqlClient, body)))

  const take = (key: string, limit: number) => RateLimiter.use((limiter) => limiter.take(key, limit, rateWindowMillis))
  const clockOf = (sql: SqlClient.SqlClient) =>
    Effect.map(
      sql`SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS millis`,
      ([row]) => readInteger(row!, "millis")
    )
  /** Inserts the rows of a key, one per request. */
  const plant = (sql: SqlClient.SqlClient, key: string, times: ReadonlyArray<number>) =>
    sql`INSERT INTO rate_hits SELECT ${key}, at::bigint, position - 1, 1, 0, at::bigint + ${rateWindowMillis}
      FROM json_array_elements_text(${JSON.stringify(times)}::json) WITH ORDINALITY AS times (at, position)`

  test("drops a request when the window has passed, to the millisecond", (sql) =>
    Effect.gen(function*() {
      // If a key's newest request is ahead of the clock, counting starts at that request.
      const newest = (yield* clockOf(sql)) + 3_600_000
      for (const [age, remaining] of [[rateWindowMillis, 1], [rateWindowMillis - 1, 0]] as const) {
        const key = randomUUID()
        yield* plant(sql, key, [newest - age, newest])
        expect(yield* take(key, 3)).toMatchObject({ allowed: true, remaining })
      }
    }))

  test("reads as many rows per take at a limit of 1,000,000 as at 60, even if the table was empty at first", (sql) =>
    Effect.gen(function*() {
      const rowsRead = Effect.map(
        sql`SELECT sum(pg_stat_get_xact_tuples_returned(oid) + pg_stat_get_xact_tuples_fetched(oid)) AS read
          FROM pg_class WHERE oid IN ('rate_hits'::regclass, 'rate_hits_pkey'::regclass)`,
        ([row]) => readInteger(row!, "read")
      )
      const takeOnce = (key: string, limit: number) =>
        Effect.map(
          sql`SELECT remaining FROM rate_take(${key}, 1, ${limit}, ${rateWindowMillis})`,
          ([row]) => readInteger(row!, "remaining")
        )
      const readFor = Effect.fnUntraced(function*(limit: number, hits: number) {
        const key = randomUUID()
        const now = yield* clockOf(sql)
        yield* plant(sql, key, Array.from({ length: hits }, (_, index) => now - hits + index))
        const before = yield* rowsRead
        expect(yield* takeOnce(key, limit)).toBe(limit - hits - 1)
        return (yield* rowsRead) - before
      })
      yield* sql`TRUNCATE rate_hits`
      // The transaction keeps one connection, so that all calls use a query plan that was made for a few rows.
      yield* sql.withTransaction(Effect.gen(function*() {
        const first = randomUUID()
        yield* takeOnce(first, 60)
        yield* sql`ANALYZE rate_hits`
        yield* takeOnce(first, 60)
        const few = yield* readFor(60, 30)
        expect(few).toBeGreaterThan(0)
        expect(yield* readFor(requestsPerMinuteMax, 20_000)).toBe(few)
      }))
    }))

  test("removes only expired rows", (sql) =>
    Effect.gen(function*() {
      const key = randomUUID()
      const now = yield* clockOf(sql)
      yield* plant(sql, key, [now - 2 * rateWindowMillis, now - rateWindowMillis, now - rateWindowMillis + 30_000, now])
      yield* RateLimiterPg.sweepHits(sql)
      const rows = yield* sql`SELECT at FROM rate_hits WHERE key = ${key} ORDER BY at`
      expect(rows.map((row) => readInteger(row, "at"))).toEqual([now - rateWindowMillis + 30_000, now])
      expect(yield* take(key, 5)).toMatchObject({ allowed: true, remaining: 2 })
    }))

  test("fails a request that waits too long and counts again afterwards", (sql) =>
    Effect.gen(function*() {
      const key = randomUUID()
      const waited = yield* sql.withTransaction(Effect.gen(function*() {
        // This statement takes the lock of the key, as an unfinished take does.
        yield* sql`SELECT granted FROM rate_take(${key}, 1, 60, ${rateWindowMillis})`
        return yield* Effect.exit(take(key, 60))
      }))
      expect(Exit.isFailure(waited) && Cause.squash(waited.cause)).toBeInstanceOf(StorageUnavailable)
      // Whether the failed request was counted depends on when its statement ended.
      const { remaining } = yield* Effect.eventually(Effect.sandbox(take(key, 60)))
      expect(remaining).toBeLessThanOrEqual(58)
    }).pipe(
      Effect.provide(
        Layer.fresh(RateLimiterPg.layer).pipe(Layer.provide(Layer.succeed(RateLimiterPg.TakeMillisMax, 20)))
      ),
      Effect.provide(Logger.layer([]))
    ))

  test("refuses to count in a transaction that would not see the counts of others", (sql) =>
    Effect.gen(function*() {
      const counted = yield* Effect.exit(sql.withTransaction(Effect.andThen(
        sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ`,
        sql`SELECT granted FROM rate_take('key', 1, 60, ${rateWindowMillis})`
      )))
      expect(String(counted)).toContain("READ COMMITTED")
    }))

  test("writes no log that has to reach a disk: a crash empties the table", (sql) =>
    Effect.gen(function*() {
      const [row] = yield* sql`SELECT relpersistence AS kind FROM pg_class WHERE oid = 'rate_hits'::regclass`
      expect(row!["kind"]).toBe("u")
    }))
})
