import { Effect, Exit, Fiber, Latch, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { SiteId } from "../../../../core/kernel/Ids.ts"
import { type ShieldHour, ShieldTraffic, type ShieldVerifications } from "../../../../core/shield/ShieldTraffic.ts"
import { ShieldTally, type TallyCount } from "../../../../core/shield/traffic/ShieldTally.ts"
import { GroupCommit } from "../commits/GroupCommit.ts"
import { insertRows, type InsertTarget, isOneOf } from "../statements/Dialect.ts"
import { orDie } from "../statements/Outage.ts"
import { readInteger, readText, type Row } from "../statements/Row.ts"

/** Minimum interval between writes of the counts. A crash loses the counts since the last write. */
export const countsWriteMillis = 1_000
/** Maximum time for the final write when the process ends. */
const lastWriteMillisMax = 5_000
/** Maximum number of sites whose counts one statement sums. */
const sitesPerSum = 20

export const layer: Layer.Layer<ShieldTraffic, never, SqlClient.SqlClient | GroupCommit> = Layer.effect(
  ShieldTraffic,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const tally = new ShieldTally()
    const wake = Latch.makeUnsafe(false)

    const lane = (yield* GroupCommit).lane<ReadonlyArray<TallyCount>, void>({
      write: (groups) =>
        Effect.as(Effect.forEach(groups, (counts) => insertRows(sql, hours, counts)), groups.map(() => undefined))
    })

    const write = Effect.gen(function*() {
      if (tally.isEmpty) return
      const counts = tally.drain()
      const exit = yield* Effect.exit(lane.submit(counts))
      if (Exit.isSuccess(exit)) return
      tally.restore(counts)
      wake.openUnsafe()
    }).pipe(Effect.uninterruptible)

    yield* Effect.addFinalizer(() => withinTime(write))
    yield* Effect.forkScoped(
      Effect.gen(function*() {
        for (;;) {
          yield* wake.await
          yield* Effect.sleep(countsWriteMillis)
          wake.closeUnsafe()
          yield* write
        }
      }).pipe(Effect.withTracerEnabled(false))
    )

    return ShieldTraffic.of({
      count: (siteId, event, nowMillis) => {
        tally.count(siteId, event, nowMillis)
        wake.openUnsafe()
      },
      hours: ({ from, siteId, to }) =>
        sql`SELECT hour, name, count FROM shield_hours WHERE site_id = ${siteId} AND hour >= ${from.getTime()}
          AND hour < ${to.getTime()} ORDER BY hour, name`.pipe(
          Effect.map((rows) => hoursOf(siteId, rows)),
          orDie
        ),
      verifications: ({ siteIds, starts, to }) =>
        orDie(sumVerifications(sql, siteIds, starts.map((at) => at.getTime()), to.getTime())),
      sweep: (before, siteId) =>
        sql`DELETE FROM shield_hours WHERE hour < ${before.getTime()}
          ${siteId === undefined ? sql`` : sql`AND site_id = ${siteId}`} RETURNING site_id, hour`.pipe(
          Effect.map((rows) =>
            new Set(rows.map((row) => `${readText(row, "site_id")} ${readInteger(row, "hour")}`)).size
          ),
          orDie
        )
    })
  })
)

const hours: InsertTarget<TallyCount> = {
  table: "shield_hours",
  columns: { site_id: "text", hour: "integer", name: "text", count: "integer" },
  cells: ({ count, hour, name, siteId }) => [siteId, hour, name, count],
  conflict: "(site_id, hour, name) DO UPDATE SET count = shield_hours.count + excluded.count"
}

const hoursOf = (siteId: SiteId, rows: ReadonlyArray<Row>): ReadonlyArray<ShieldHour> => {
  const byHour = new Map<number, Record<string, number>>()
  for (const row of rows) {
    const hour = readInteger(row, "hour")
    const counts = byHour.get(hour) ?? {}
    byHour.set(hour, counts)
    counts[readText(row, "name")] = readInteger(row, "count")
  }
  return [...byHour].map(([hour, counts]) => ({ siteId, hour: new Date(hour), counts }))
}

/** Limits the duration of the final write, so that a process does not wait for a database that never answers. */
const withinTime = Effect.fnUntraced(function*(write: Effect.Effect<void>) {
  const fiber = yield* Effect.forkDetach(write)
  yield* Effect.timeoutOption(Fiber.await(fiber), lastWriteMillisMax)
}, Effect.interruptible)

/** Sums verification results by site and period. It reads at most 20 sites at a time, with pauses for other work. */
const sumVerifications = Effect.fnUntraced(function*(
  sql: SqlClient.SqlClient,
  siteIds: ReadonlyArray<string>,
  starts: ReadonlyArray<number>,
  to: number
) {
  const [first] = starts
  if (first === undefined) return []
  const period = periodOf(sql, starts)
  const found: Array<ShieldVerifications> = []
  for (let at = 0; at < siteIds.length; at += sitesPerSum) {
    if (at > 0) yield* Effect.yieldNow
    // The inner query selects only three kinds of counters, which differ in their first letter.
    const rows = yield* sql`SELECT site_id, period, SUM(CASE WHEN name LIKE 'h%' THEN count ELSE 0 END) AS human,
        SUM(CASE WHEN name LIKE 'd%' THEN count ELSE 0 END) AS degraded,
        SUM(CASE WHEN name LIKE 'r%' THEN count ELSE 0 END) AS rejected
      FROM (
        SELECT site_id, ${period} AS period, name, count FROM shield_hours
        WHERE ${isOneOf(sql, "site_id", siteIds.slice(at, at + sitesPerSum))}
          AND hour >= ${first} AND hour < ${to}
          AND (name = 'human' OR name LIKE 'degraded:%' OR name LIKE 'rejected:%')
      ) AS verified GROUP BY site_id, period`
    for (const row of rows) {
      found.push({
        siteId: readText(row, "site_id"),
        at: new Date(starts[readInteger(row, "period")]!),
        human: readInteger(row, "human"),
        degraded: readInteger(row, "degraded"),
        rejected: readInteger(row, "rejected")
      })
    }
  }
  return found
})

/** Returns an SQL expression for the zero-based period of an hour. It tests the latest period first. */
const periodOf = (sql: SqlClient.SqlClient, starts: ReadonlyArray<number>) =>
  sql`CASE ${
    sql.join(" ", false)(
      starts.map((start, at) => sql`WHEN hour >= ${start} THEN ${sql.literal(String(at))}`).toReversed()
    )
  } END`
