import { Clock, Effect, Metric } from "effect"
import type { SqlClient } from "effect/sql"

/** Clock difference from which a warning is logged, in milliseconds. */
export const clockSkewMillisMax = 2_000

/**
 * SQL expression of the current time in milliseconds since 1970-01-01 UTC: by PostgreSQL's clock, because the clocks of its servers may
 * differ, and by this process's clock on SQLite.
 */
export const databaseNow = (sql: SqlClient.SqlClient, now: number) =>
  sql.onDialectOrElse({
    // Not `now()`, which is the start of the transaction, because the transaction may have waited for a lock.
    pg: () => sql.literal("(extract(epoch from clock_timestamp()) * 1000)::bigint"),
    orElse: () => sql`${now}`
  })

/** Reports whether an age in milliseconds is below a limit. A negative age is not, because a clock was set back and the age is unknown. */
export const isYoungerThan = (ageMillis: number, millisMax: number): boolean => ageMillis >= 0 && ageMillis < millisMax

const skewGauge = Metric.gauge("gatehouse_clock_skew_millis", {
  description: "This server's clock minus the database's clock. Only on PostgreSQL."
})

/** Compares this process's clock with the database's. Logs when the difference exceeds 2 s and when it no longer does. */
export const makeSkewWatch = () => {
  let isSkewed = false
  return Effect.fnUntraced(function*(databaseMillis: number, sentAt: number) {
    const now = yield* Clock.currentTimeMillis
    // The database read its clock at some moment between sending and now.
    const uncertainMillis = (now - sentAt) / 2
    const skewMillis = sentAt + uncertainMillis - databaseMillis
    yield* Metric.update(skewGauge, skewMillis)
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
