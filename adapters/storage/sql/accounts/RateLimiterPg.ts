import { Context, Effect, Layer } from "effect"
import { SqlClient, SqlError } from "effect/sql"
import { StorageUnavailable } from "../../../../core/kernel/StorageHealth.ts"
import { makeRateLimitBatcher, type TakeRequest } from "../../../../core/keys/RateLimitBatcher.ts"
import { RateLimiter } from "../../../../core/keys/RateLimiter.ts"
import { toDefect } from "../statements/Outage.ts"
import { readInteger } from "../statements/Row.ts"

/** Maximum time until a statement begins, and maximum duration of the statement. */
export const takeMillisMax = 700
/** Overrides `takeMillisMax` in tests. */
export const TakeMillisMax = Context.Reference<number>("gatehouse/adapters/storage/sql/accounts/TakeMillisMax", {
  defaultValue: () => takeMillisMax
})
/** Interval between two sweeps of expired rows. */
export const hitsSweepMillis = 60_000

/**
 * Rate limiter that counts exactly across servers. It uses the database's clock in whole milliseconds, so the clocks of
 * the servers may differ.
 *
 * A key has one row for each millisecond with accepted requests. The row stores the number of requests accepted before
 * it. The oldest and the newest row in the window therefore yield the number of requests in the window. The two index
 * lookups cost the same at every limit. A window of a minute has at most 60,000 rows. A limit may change at any time,
 * because no stored data depends on it. See `rate_take` in `0012_rate_hits.ts`.
 *
 * Measured CPU time of PostgreSQL 15 for one check of a half-full key, at limits of 60 and of 1,000,000:
 * - This design: 50 to 80 µs at both limits, and 19 MB for 540,000 requests.
 * - A ring with one row per request: 50 µs and 60 µs, and 123 MB. It needs a search for the remaining requests, and a
 *   new ring after a change of the limit.
 * - An array of times in one row: 70 µs and 217,000 µs.
 *
 * The table is unlogged. After a crash of PostgreSQL, and on a promoted standby, counting starts from zero. A regular
 * restart keeps the counts.
 */
export const layer: Layer.Layer<RateLimiter, never, SqlClient.SqlClient> = Layer.effect(
  RateLimiter,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const take = yield* makeRateLimitBatcher({
      failure: "Requests cannot be counted for the rate limit",
      count: (takes) => countTakes(sql, takes),
      millisMax: yield* TakeMillisMax
    })
    yield* sweepHits(sql).pipe(
      Effect.catchCause((cause) => Effect.logWarning("Expired rows of the rate limiter could not be removed", cause)),
      Effect.andThen(Effect.sleep(hitsSweepMillis)),
      Effect.forever,
      Effect.withTracerEnabled(false),
      Effect.forkScoped
    )
    return RateLimiter.of({
      take: (key, limit, windowMillis) =>
        Effect.catch(
          take(key, limit, windowMillis),
          ({ cause }) =>
            Effect.die(cause instanceof SqlError.SqlError ? toDefect(cause) : new StorageUnavailable({ cause }))
        )
    })
  })
)

/** Counts any number of keys in one statement. The batcher sorts the keys, so two servers cannot deadlock. */
const countTakes = Effect.fnUntraced(function*(sql: SqlClient.SqlClient, takes: ReadonlyArray<TakeRequest>) {
  const items = takes.map(({ key, limit, wanted, windowMillis }) => [key, wanted, limit, windowMillis])
  const rows = yield* sql`SELECT taken.granted, taken.remaining, taken.reset_millis
    FROM json_array_elements(${JSON.stringify(items)}::json) WITH ORDINALITY AS item (parts, position),
      LATERAL rate_take(parts->>0, (parts->>1)::bigint, (parts->>2)::bigint, (parts->>3)::bigint) AS taken
    ORDER BY position`
  return rows.map((row) => ({
    granted: readInteger(row, "granted"),
    remaining: readInteger(row, "remaining"),
    resetMillis: readInteger(row, "reset_millis")
  }))
})

/** Removes expired rows. Rate limit checks do not read expired rows, so they do not wait for this statement. */
export const sweepHits = (sql: SqlClient.SqlClient) =>
  sql`DELETE FROM rate_hits WHERE expires_at <= floor(extract(epoch FROM clock_timestamp()) * 1000)`
