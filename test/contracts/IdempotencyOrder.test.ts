import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { expect, it } from "vitest"
import { Idempotency } from "../../core/ports/Idempotency.ts"
import { layerFreshPostgres, layerStorageSql } from "../support/Storages.ts"
import { needs } from "../support/TestRun.ts"

/** Two machines whose clients retry through both: each gets the same keys, in the opposite order. */
it("claims of the same keys on two machines never wait for each other in a circle", { tags: [needs.postgres] }, () => {
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
      // The server's counters are written out a moment later.
      yield* sql`SELECT pg_stat_force_next_flush()`
      yield* Effect.sleep(1_500)
      const [row] = yield* sql`SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()`
      expect(Number(row!["deadlocks"])).toBe(0)
    }).pipe(Effect.provide(layerFreshPostgres())) as Effect.Effect<void>
  )
})
