import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { RateLimiter } from "../../../core/ports/RateLimiter.ts"
import { orDie } from "./Outage.ts"
import { integer } from "./Row.ts"

/**
 * Exact across machines: one row for each key with the times of its accepted requests, locked while a request is decided.
 * The database's clock counts, so that the machines' need not agree. Refused requests are not counted.
 */
export const layer: Layer.Layer<RateLimiter, never, SqlClient.SqlClient> = Layer.effect(
  RateLimiter,
  Effect.map(SqlClient.SqlClient, (sql) =>
    RateLimiter.of({
      take: Effect.fnUntraced(function*(key, limit, windowMillis) {
        const [row] = yield* sql`
          INSERT INTO rate_windows AS held (key, hits, allowed)
          VALUES (${key}, ARRAY[${nowMillis(sql)}], true)
          ON CONFLICT (key) DO UPDATE SET (hits, allowed) = (
            SELECT
              CASE WHEN count(hit) < ${limit}::bigint THEN COALESCE(array_agg(hit ORDER BY hit), '{}') || ${
          nowMillis(sql)
        }
                ELSE array_agg(hit ORDER BY hit) END,
              count(hit) < ${limit}::bigint
            FROM unnest(held.hits) AS hit WHERE hit > ${nowMillis(sql)} - ${windowMillis}::bigint
          )
          RETURNING allowed::int AS allowed, cardinality(hits) AS count,
            hits[greatest(1, cardinality(hits) - ${limit}::int + 1)] + ${windowMillis}::bigint - ${
          nowMillis(sql)
        } AS reset`
        return {
          allowed: integer(row!, "allowed") === 1,
          limit,
          remaining: Math.max(0, limit - integer(row!, "count")),
          resetMillis: Math.max(0, integer(row!, "reset"))
        }
      }, orDie)
    }))
)

/** Of the statement, not of the transaction: a statement that waited for the row's lock must not count by an old time. */
const nowMillis = (sql: SqlClient.SqlClient) => sql.literal("(extract(epoch from clock_timestamp()) * 1000)::bigint")
