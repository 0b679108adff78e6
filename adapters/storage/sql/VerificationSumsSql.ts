import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { ShieldVerifications } from "../../../core/shield/ShieldTraffic.ts"
import { isOneOf } from "./Dialect.ts"
import { integer, text } from "./Row.ts"

/** Sites that one statement sums up. */
export const sitesSummedAtOnce = 20

/** Sums of what verifications said by stretches, some sites at a time, with a moment for others in between. */
export const sumVerifications = Effect.fnUntraced(function*(
  sql: SqlClient.SqlClient,
  siteIds: ReadonlyArray<string>,
  starts: ReadonlyArray<number>,
  to: number
) {
  const stretch = stretchOf(sql, starts)
  const found: Array<ShieldVerifications> = []
  for (let at = 0; at < siteIds.length; at += sitesSummedAtOnce) {
    if (at > 0) yield* Effect.yieldNow
    // A name begins with its kind.
    const rows = yield* sql`SELECT site_id, stretch, SUM(CASE WHEN name LIKE 'h%' THEN count ELSE 0 END) AS human,
        SUM(CASE WHEN name LIKE 'd%' THEN count ELSE 0 END) AS degraded,
        SUM(CASE WHEN name LIKE 'r%' THEN count ELSE 0 END) AS rejected
      FROM (
        SELECT site_id, ${stretch} AS stretch, name, count FROM shield_hours
        WHERE ${isOneOf(sql, "site_id", siteIds.slice(at, at + sitesSummedAtOnce))}
          AND hour >= ${starts[0]!} AND hour < ${to}
          AND (name = 'human' OR name LIKE 'degraded:%' OR name LIKE 'rejected:%')
      ) AS verified GROUP BY site_id, stretch`
    for (const row of rows) {
      found.push({
        siteId: text(row, "site_id"),
        at: new Date(starts[integer(row, "stretch")]!),
        human: integer(row, "human"),
        degraded: integer(row, "degraded"),
        rejected: integer(row, "rejected")
      })
    }
  }
  return found
})

/** Which stretch an hour is of, counted from 0. The last that begins before it is asked for first. */
const stretchOf = (sql: SqlClient.SqlClient, starts: ReadonlyArray<number>) =>
  sql`CASE ${
    sql.join(" ", false)(
      starts.map((start, at) => sql`WHEN hour >= ${start} THEN ${sql.literal(String(at))}`).toReversed()
    )
  } END`
