import { Clock, Effect, Metric } from "effect"
import type { SqlClient } from "effect/sql"

/** Clock difference above which a warning is logged. */
export const clockSkewMillisMax = 2_000

/**
 * Returns an SQL expression for the current time in milliseconds since 1970-01-01 UTC. PostgreSQL uses the database's
 * clock, because the clocks of the servers may differ. SQLite uses this process's clock, `now`.
 */
export const databaseNow = (sql: SqlClient.SqlClient, now: number) =>
  sql.onDialectOrElse({
    // `now()` would be the start of the transaction, which may have waited for a lock since then.
    pg: () => sql.literal("(extract(epoch from clock_timestamp()) * 1000)::bigint"),
    orElse: () => sql`${now}`
  })

/**
 * Reports whether an age in milliseconds is below a limit. Returns false for a negative age: a clock was set back, so
 * the real age is unknown.
 */
export const isYoungerThan = (ageMillis: number, millisMax: number): boolean => ageMillis >= 0 && ageMillis < millisMax

const skewGauge = Metric.gauge("gatehouse_clock_skew_seconds", {
  description: "This server's clock minus the database's clock. Only on PostgreSQL."
})

/**
 * Returns a function that compares this process's clock with the database's clock. It logs when the difference exceeds
 * 2 s, and when it no longer does.
 */
export const makeSkewWatch = () => {
  let isSkewed = false
  return Effect.fnUntraced(function*(databaseMillis: number, sentAt: number) {
    const now = yield* Clock.currentTimeMillis
    // The database read its clock at an unknown time between `sentAt` and now.
    const uncertainMillis = (now - sentAt) / 2
    const skewMillis = sentAt + uncertainMillis - databaseMillis
    yield* Metric.update(skewGauge, skewMillis / 1_000)
    const wasSkewed = isSkewed
    isSkewed = Math.abs(skewMillis) - Math.abs(uncertainMillis) > clockSkewMillisMax
    if (isSkewed === wasSkewed) return
    yield* isSkewed
      ? Effect.logWarning(
        `The clock of this server is ${Math.round(Math.abs(skewMillis) / 1_000)} s ${
          skewMillis > 0 ? "ahead of" : "behind"
        } ` +
          "the database's clock. Synchronize both with NTP."
      )
      : Effect.logInfo("The clock of this server agrees with the database's clock again.")
  })
}
