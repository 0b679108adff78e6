import { Context, Effect, Layer } from "effect"
import { SqlClient, SqlError } from "effect/sql"
import { StorageUnavailable } from "../../../../core/kernel/StorageHealth.ts"
import { makeRateLimitBatcher, type TakeRequest } from "../../../../core/keys/RateLimitBatcher.ts"
import { RateLimiter } from "../../../../core/keys/RateLimiter.ts"
import { toDefect } from "../statements/Outage.ts"
import { integer } from "../statements/Row.ts"

/** Maximum wait for a statement to begin, and for its end: part of the 3 s within which every request is answered (decision 43). */
export const takeMillisMax = 700
/** Overrides `takeMillisMax` in tests. */
export const TakeMillisMax = Context.Reference<number>("gatehouse/adapters/storage/sql/accounts/TakeMillisMax", {
  defaultValue: () => takeMillisMax
})
/** Interval between two removals of expired rows. */
export const hitsSweepMillis = 60_000

/**
 * Counts exactly across servers, by the clock of the database in whole milliseconds: never more than the limit in any window. The servers'
 * clocks need not agree.
 *
 * A key has one row for each millisecond with accepted requests, with the number of all earlier ones. The oldest row in the window and the
 * newest one yield the number of requests in the window: two index lookups, at every limit. A limit may change at any time, because no
 * stored data depends on it, and a window of a minute has at most 60 000 rows, even under a limit of 1 000 000. See `rate_take` in
 * `0012_rate_hits.ts`.
 *
 * Measured alternatives, with half-full keys (PostgreSQL 15, CPU time of the backend per take, at limits of 60 and 1 000 000):
 * - This one: 50 to 80 µs and 50 to 80 µs; 19 MB for 540 000 hits.
 * - A ring with one row per hit: 50 µs and 60 µs; 123 MB. The remaining requests need a search, and a changed limit a new ring.
 * - An array of times in one row: 70 µs and 217 000 µs.
 *
 * The table is unlogged. After a crash of PostgreSQL, and on a promoted standby, counting starts from zero: a key may then make as many
 * requests again as its limit allows. A regular restart keeps the counts.
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

/** Counts any number of keys in one statement. The keys are sorted, so that two servers do not wait for each other's locks. */
const countTakes = Effect.fnUntraced(function*(sql: SqlClient.SqlClient, takes: ReadonlyArray<TakeRequest>) {
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

/** Removes expired rows. Takes do not read them, so none waits. */
export const sweepHits = (sql: SqlClient.SqlClient) =>
  sql`DELETE FROM rate_hits WHERE expires_at <= floor(extract(epoch FROM clock_timestamp()) * 1000)`
