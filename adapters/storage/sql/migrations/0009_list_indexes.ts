import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Creates an index for each filter of each list. It begins with the filtered columns and ends with the order of the list,
 * so reading a page takes as many steps as the page has rows, even if matching rows are rare.
 *
 * Tables with frequent writes (leads, submissions, imported blocklist entries) get as few indexes as possible: a new
 * index replaces an existing one if it can. A list that filters by fewer columns merges several ranges of such an index
 * (`TableScans.ts`).
 */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const replaced = ["leads_account", "blocklist_source", "submissions_account"]
  yield* Effect.forEach(replaced, (name) => sql.unsafe(`DROP INDEX ${name}`))
  const made = [
    "leads_verdict ON leads (account_id, verdict, request_id)",
    // Only leads that a person has marked, which are few.
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
