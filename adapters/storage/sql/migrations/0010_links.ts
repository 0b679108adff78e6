import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Links by which members choose a new password, one of each; and under which address each server is reached. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const [integer, options] = sql.onDialectOrElse({
    pg: () => ["BIGINT", ""],
    orElse: () => ["INTEGER", "STRICT"]
  })
  yield* sql.unsafe(
    `CREATE TABLE password_links (member_id TEXT PRIMARY KEY REFERENCES members (id) ON DELETE CASCADE,
     digest TEXT NOT NULL UNIQUE, author_id TEXT, created_at ${integer} NOT NULL, expires_at ${integer} NOT NULL) ${options}`
  )
  yield* sql`ALTER TABLE instances ADD COLUMN base_url TEXT`
})
