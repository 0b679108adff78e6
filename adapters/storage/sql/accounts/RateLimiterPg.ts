import { Context, Effect, Layer } from "effect"
import { SqlClient, SqlError } from "effect/sql"
import { StorageUnavailable } from "../../../../core/kernel/StorageHealth.ts"
import { type KeyTakes, makeGroupedTakes } from "../../../../core/keys/GroupedTakes.ts"
import { RateLimiter } from "../../../../core/keys/RateLimiter.ts"
import { defectOf } from "../statements/Outage.ts"
import { integer } from "../statements/Row.ts"

/** Longest wait for a statement to begin, and for its end: a part of the 3 s in which every request is answered (decision 43). */
export const takeMillisMax = 700
/** The same, where tests wait for it. */
export const TakeMillisMax = Context.Reference<number>("gatehouse/adapters/storage/sql/accounts/TakeMillisMax", {
  defaultValue: () => takeMillisMax
})
/** Time between two removals of rows that no longer count. */
export const hitsSweepMillis = 60_000

/**
 * Exact across servers, by the clock of the database in whole milliseconds: never more than the limit in any window. The servers' clocks
 * need not agree.
 *
 * A key has one row for each millisecond in which requests were accepted, with the number of all before it. The oldest row in the window
 * and the newest one tell how many requests are in it: two lookups in the index, at every limit. A limit may change at any time, since
 * nothing that is stored depends on it, and a window of a minute has at most 60 000 rows, under a limit of 1 000 000 too. See
 * `rate_take` in `0012_rate_hits.ts`.
 *
 * Designs compared, with keys half full (PostgreSQL 15, CPU time of the backend for one take, at limits of 60 and 1 000 000):
 * - This one: 50 to 80 µs and 50 to 80 µs; 19 MB for 540 000 hits.
 * - A ring, one row for each hit: 50 µs and 60 µs; 123 MB. How many requests remain takes a search, and a change of the limit a new ring.
 * - An array of times in one row: 70 µs and 217 000 µs.
 *
 * The table is unlogged. After a crash of PostgreSQL, and on a standby that was promoted, counting starts from zero: a key may then make
 * as many requests again as its limit allows. After a regular restart counting goes on.
 */
export const layer: Layer.Layer<RateLimiter, never, SqlClient.SqlClient> = Layer.effect(
  RateLimiter,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const take = yield* makeGroupedTakes({
      failure: "Requests cannot be counted for the rate limit",
      count: (takes) => countTakes(sql, takes),
      millisMax: yield* TakeMillisMax
    })
    yield* sweepHits(sql).pipe(
      Effect.catchCause((cause) => Effect.logWarning("Old rows of the rate limit could not be removed", cause)),
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
            Effect.die(cause instanceof SqlError.SqlError ? defectOf(cause) : new StorageUnavailable({ cause }))
        )
    })
  })
)

/** One statement for any number of keys. Keys come sorted, so that two servers do not wait for each other's locks. */
const countTakes = Effect.fnUntraced(function*(sql: SqlClient.SqlClient, takes: ReadonlyArray<KeyTakes>) {
  const items = takes.map(({ key, limit, wanted, windowMillis }) => [key, wanted, limit, windowMillis])
  const rows = yield* sql`SELECT taken.granted, taken.remaining, taken.reset_millis
    FROM json_array_elements(${JSON.stringify(items)}::json) WITH ORDINALITY AS item (parts, position),
      LATERAL rate_take(parts->>0, (parts->>1)::bigint, (parts->>2)::bigint, (parts->>3)::bigint) AS taken
    ORDER BY position`
  return rows.map((row) => ({
    granted: integer(row, "granted"),
    remaining: integer(row, "remaining"),
    resetMillis: integer(row, "reset_millis")
  }))
})

/** Removes rows that no longer count. Takes do not read them, so none waits. */
export const sweepHits = (sql: SqlClient.SqlClient) =>
  sql`DELETE FROM rate_hits WHERE expires_at <= floor(extract(epoch FROM clock_timestamp()) * 1000)`
