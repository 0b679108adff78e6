import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Names of sites that were removed, so that the demo's is not made again; and submissions by account. */
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
