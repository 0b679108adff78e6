import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Creates indexes of the audit log entries that come from the command line, in total and by action. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  // `AuditLogSql.ts` repeats this condition literally. Otherwise, the query planner would not use the indexes.
  const its = "member_id IS NULL AND substr(actor, 1, 14) = 'command line ('"
  yield* sql.unsafe(`CREATE INDEX audit_log_command ON audit_log (account_id, id) WHERE ${its}`)
  yield* sql.unsafe(`CREATE INDEX audit_log_command_action ON audit_log (account_id, action, id) WHERE ${its}`)
})
