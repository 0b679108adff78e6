import { Effect, Latch, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { expect, it } from "vitest"
import { Idempotency } from "../../core/history/Idempotency.ts"
import { connectionsMax, describeContract, layerFreshPostgres, layerStorageSql } from "../support/Storages.ts"
import { needs } from "../support/TestRun.ts"
import { idempotencyContract } from "./kit/Idempotency.ts"

describeContract(idempotencyContract)

/** Makes every connection of the pool report its statistics now, instead of a second later. */
const flushStatistics = Effect.fnUntraced(function*(sql: SqlClient.SqlClient) {
  const allHeld = yield* Latch.make(false)
  let held = 0
  const flush = sql.withTransaction(Effect.gen(function*() {
    yield* sql`SELECT pg_stat_force_next_flush()`
    if (++held === connectionsMax) yield* allHeld.open
    yield* allHeld.await
  }))
  yield* Effect.all(Array.from({ length: connectionsMax }, () => flush), { concurrency: "unbounded" })
})

/** Two machines receive the same keys in opposite order, as when clients retry through both. */
it(
  "claims of the same keys on two machines never deadlock",
  { tags: [needs.postgres] },
  () => {
    const keys = Array.from({ length: 200 }, (_, at) => `key ${at}`)
    const claimAll = (storage: Layer.Layer<Idempotency, unknown>, machine: string, order: ReadonlyArray<string>) =>
      Effect.provide(
        Effect.gen(function*() {
          const { claim } = yield* Idempotency
          const claimOne = (key: string) =>
            claim({ accountId: "a", key, fingerprint: "f", requestId: `${machine} ${key}` })
          return yield* Effect.forEach(order, claimOne, { concurrency: "unbounded" })
        }),
        storage
      )
    return Effect.runPromise(
      Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        const machine = () => layerStorageSql(Layer.succeed(SqlClient.SqlClient, sql))
        const [first, second] = yield* Effect.all(
          [claimAll(machine(), "1", keys), claimAll(machine(), "2", keys.toReversed())],
          { concurrency: 2 }
        )
        const claimed = [...first, ...second].filter(({ kind }) => kind === "claimed")
        expect(claimed).toHaveLength(keys.length)
        // PostgreSQL counts deadlocks. Callers do not see them, because the losing group is written again.
        yield* flushStatistics(sql)
        const [row] = yield* sql`SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()`
        expect(Number(row!["deadlocks"])).toBe(0)
      }).pipe(Effect.provide(layerFreshPostgres())) as Effect.Effect<void>
    )
  }
)
