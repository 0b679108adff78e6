import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Creates the table of removed sites, so that a removed demo site is not created again, and an index of submissions by
 * account.
 */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const [integer, clustered] = sql.onDialectOrElse({
    pg: () => ["BIGINT", ""],
    orElse: () => ["INTEGER", "STRICT, WITHOUT ROWID"]
  })
  yield* sql.unsafe(
    `CREATE TABLE removed_sites (account_id TEXT NOT NULL REFERENCES accounts (id), name TEXT NOT NULL,
     removed_at ${integer} NOT NULL, PRIMARY KEY (account_id, name)) ${clustered}`
  )
  yield* sql`CREATE INDEX submissions_account ON submissions (account_id, id)`
})
