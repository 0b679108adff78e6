import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { backfillCounts } from "../requests/RequestRows.ts"

/**
 * Creates the counts of requests by account and hour, the details of requests, and the settings of accounts. The counts
 * save scans of all requests. This migration also counts the existing requests.
 */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const [integer, strict, clustered] = sql.onDialectOrElse({
    pg: () => ["BIGINT", "", ""],
    // Stores the rows in the index of the primary key, so that each insert writes one tree instead of two.
    orElse: () => ["INTEGER", "STRICT", "STRICT, WITHOUT ROWID"]
  })
  yield* sql.unsafe(
    `CREATE TABLE request_hours (account_id TEXT NOT NULL, hour ${integer} NOT NULL, name TEXT NOT NULL,
      count ${integer} NOT NULL, PRIMARY KEY (account_id, hour, name)) ${clustered}`
  )
  yield* sql.unsafe(
    `CREATE TABLE request_details (account_id TEXT NOT NULL, request_id TEXT NOT NULL, details TEXT NOT NULL,
      PRIMARY KEY (account_id, request_id)) ${strict}`
  )
  yield* sql.unsafe(
    `CREATE TABLE account_settings (account_id TEXT PRIMARY KEY REFERENCES accounts (id), settings TEXT NOT NULL) ${strict}`
  )
  // Finds grants, corrections, refunds and reservations among about a hundred times as many charges.
  yield* sql`CREATE INDEX ledger_movements_rare ON ledger_movements (account_id, kind, version) WHERE kind <> 'settle'`
  yield* sql`CREATE INDEX leads_account ON leads (account_id, request_id)`
  yield* backfillCounts(sql)
})
