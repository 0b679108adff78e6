import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** What the command line did, among all that the audit log has: found without a look at the rest, also by action. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  // `AuditLogSql.ts` asks in these very words, or the planner does not know that they are the same.
  const its = "member_id IS NULL AND substr(actor, 1, 14) = 'command line ('"
  yield* sql.unsafe(`CREATE INDEX audit_log_command ON audit_log (account_id, id) WHERE ${its}`)
  yield* sql.unsafe(`CREATE INDEX audit_log_command_action ON audit_log (account_id, action, id) WHERE ${its}`)
})
