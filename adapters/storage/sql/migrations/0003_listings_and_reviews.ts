import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * The blocklist takes exceptions, and one entry for each source of a target; it tells who added what and whether it was forced.
 * Submissions tell who reviewed them, which entry came of it, what triage saw, and where they were forwarded.
 */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql.onDialectOrElse({ pg: () => widenBlocklist(sql), orElse: () => rebuildBlocklist(sql) })
  yield* sql`CREATE INDEX blocklist_expiry ON blocklist (expires_at) WHERE expires_at IS NOT NULL`
  yield* sql`CREATE INDEX blocklist_source ON blocklist (source)`
  const integer = sql.onDialectOrElse({ pg: () => "BIGINT", orElse: () => "INTEGER" })
  const added = ["reviewer TEXT", `entry_id ${integer}`, "forward_reference TEXT", "forward_state TEXT"]
  yield* Effect.forEach(added, (column) => sql.unsafe(`ALTER TABLE submissions ADD COLUMN ${column}`))
  // Codes alone become reasons with a sentence; of what was judged before there is none.
  yield* sql.onDialectOrElse({
    pg: () =>
      sql`UPDATE submissions SET triage_reasons = (SELECT COALESCE(json_agg(json_build_object('code', value, 'message', '')),
        '[]'::json)::text FROM json_array_elements_text(triage_reasons::json))`,
    orElse: () =>
      sql`UPDATE submissions SET triage_reasons = (SELECT json_group_array(json_object('code', value, 'message', ''))
        FROM json_each(triage_reasons))`
  })
})

const widenBlocklist = Effect.fnUntraced(function*(sql: SqlClient.SqlClient) {
  const added = [
    "action TEXT NOT NULL DEFAULT 'block'",
    "author TEXT NOT NULL DEFAULT 'operator'",
    "forced BIGINT NOT NULL DEFAULT 0"
  ]
  yield* Effect.forEach(added, (column) => sql.unsafe(`ALTER TABLE blocklist ADD COLUMN ${column}`))
  yield* sql`ALTER TABLE blocklist DROP CONSTRAINT blocklist_kind_expression_key`
  yield* sql`ALTER TABLE blocklist ADD UNIQUE (kind, expression, action, source)`
})

/** SQLite cannot drop a constraint (sqlite.org/lang_altertable.html). Ids go on from the highest ever given. */
const rebuildBlocklist = Effect.fnUntraced(function*(sql: SqlClient.SqlClient) {
  yield* sql`CREATE TABLE blocklist_3 (id INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL, expression TEXT NOT NULL,
    action TEXT NOT NULL, reason TEXT NOT NULL, source TEXT NOT NULL, author TEXT NOT NULL, forced INTEGER NOT NULL,
    created_at INTEGER NOT NULL, expires_at INTEGER, UNIQUE (kind, expression, action, source)) STRICT`
  yield* sql`INSERT INTO blocklist_3 (id, kind, expression, action, reason, source, author, forced, created_at, expires_at)
    SELECT id, kind, expression, 'block', reason, source, 'operator', 0, created_at, expires_at FROM blocklist`
  yield* sql`DELETE FROM sqlite_sequence WHERE name = 'blocklist_3'`
  yield* sql`INSERT INTO sqlite_sequence (name, seq) SELECT 'blocklist_3', seq FROM sqlite_sequence WHERE name = 'blocklist'`
  yield* sql`DROP TABLE blocklist`
  yield* sql`ALTER TABLE blocklist_3 RENAME TO blocklist`
})
