import { Effect, Layer } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import type { AccountEvent } from "../../../../core/events/AccountEvent.ts"
import { type ConditionEvents, type ConditionReport, Conditions } from "../../../../core/events/Conditions.ts"
import { orDie } from "../statements/Outage.ts"
import { writeEvents } from "./WebhookRows.ts"

export const layer: Layer.Layer<Conditions, never, SqlClient.SqlClient> = Layer.effect(
  Conditions,
  Effect.map(
    SqlClient.SqlClient,
    (sql) => Conditions.of({ report: (report, events) => orDie(sql.withTransaction(writeReport(sql, report, events))) })
  )
)

/**
 * Writes a report, and the event of a change. Of several servers that report the same change, exactly one inserts or
 * deletes the row in `conditions`, and that server writes the event. If a report does not see a concurrent report, the
 * next report corrects the state.
 */
const writeReport = Effect.fnUntraced(function*(
  sql: SqlClient.SqlClient,
  { accountId, at, isActive, name, outdatedBefore, reporter }: ConditionReport,
  { onBegin, onEnd }: ConditionEvents
): Effect.fn.Return<AccountEvent | null, SqlError.SqlError> {
  const isThis = sql`account_id = ${accountId} AND name = ${name}`
  if (isActive) {
    // If reports do not become outdated, a repeated report does not need to update `reported_at`. This saves a write.
    const onRepetition = outdatedBefore === null ? "NOTHING" : "UPDATE SET reported_at = excluded.reported_at"
    yield* sql`INSERT INTO condition_reports (account_id, name, reporter, reported_at)
      VALUES (${accountId}, ${name}, ${reporter}, ${at.getTime()})
      ON CONFLICT (account_id, name, reporter) DO ${sql.literal(onRepetition)}`
  } else yield* sql`DELETE FROM condition_reports WHERE ${isThis} AND reporter = ${reporter}`
  if (outdatedBefore !== null) {
    yield* sql`DELETE FROM condition_reports WHERE ${isThis} AND reported_at < ${outdatedBefore.getTime()}`
  }
  const active = isActive ? [null] : yield* sql`SELECT reporter FROM condition_reports WHERE ${isThis} LIMIT 1`
  const changed = active.length > 0
    ? yield* sql`INSERT INTO conditions (account_id, name, since) VALUES (${accountId}, ${name}, ${at.getTime()})
      ON CONFLICT (account_id, name) DO NOTHING RETURNING name`
    : yield* sql`DELETE FROM conditions WHERE ${isThis} RETURNING name`
  const event = changed.length === 0 ? null : active.length > 0 ? onBegin : onEnd
  if (event !== null) yield* writeEvents(sql, [event])
  return event
})
