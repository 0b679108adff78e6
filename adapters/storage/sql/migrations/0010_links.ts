import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Creates the links with which members set a new password, at most one per member. Adds the base URL of each server. */
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
