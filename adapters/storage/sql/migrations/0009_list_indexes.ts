import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * For each filter of each list an index that begins with what is asked for and ends with the order of the list: a page is as many steps
 * as it has rows, however rare they are. What is often written (leads, submissions, imported entries) gets an index in place of another
 * where that serves; who asks for less of it merges its branches (`NewestOf.ts`).
 */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const replaced = ["leads_account", "blocklist_source", "submissions_account"]
  yield* Effect.forEach(replaced, (name) => sql.unsafe(`DROP INDEX ${name}`))
  const made = [
    "leads_verdict ON leads (account_id, verdict, request_id)",
    // Few: a person has marked each of them.
    "leads_mark ON leads (account_id, mark, verdict, request_id) WHERE mark IS NOT NULL",
    "audit_log_action ON audit_log (account_id, action, id)",
    "audit_log_member ON audit_log (account_id, member_id, id) WHERE member_id IS NOT NULL",
    "audit_log_deed ON audit_log (account_id, member_id, action, id) WHERE member_id IS NOT NULL",
    "blocklist_action ON blocklist (action, id)",
    "blocklist_source ON blocklist (source, action, id)",
    "submissions_account ON submissions (account_id, state, id)",
    "submissions_urgent ON submissions (state, triage_risk, id)",
    "submissions_account_urgent ON submissions (account_id, state, triage_risk, id)"
  ]
  yield* Effect.forEach(made, (index) => sql.unsafe(`CREATE INDEX ${index}`))
})
