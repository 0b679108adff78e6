import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Keys for scripts that use the management API. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const [integer, options] = sql.onDialectOrElse({ pg: () => ["BIGINT", ""], orElse: () => ["INTEGER", "STRICT"] })
  const statements = [
    `CREATE TABLE management_keys (id TEXT PRIMARY KEY, account_id TEXT NOT NULL REFERENCES accounts (id),
     name TEXT NOT NULL, digest TEXT NOT NULL UNIQUE, last_four TEXT NOT NULL, scopes TEXT NOT NULL,
     created_at ${integer} NOT NULL, expires_at ${integer}, last_used_at ${integer}, revoked_at ${integer}) ${options}`,
    "CREATE INDEX management_keys_account ON management_keys (account_id, created_at, id)"
  ]
  yield* Effect.forEach(statements, (statement) => sql.unsafe(statement))
})
