import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Extends the blocklist with exceptions, with one entry per source for the same target, and with each entry's author and
 * whether it was forced. Extends submissions with the reviewer, the resulting blocklist entry, the reasons of triage and
 * the state of forwarding.
 */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql.onDialectOrElse({ pg: () => widenBlocklist(sql), orElse: () => rebuildBlocklist(sql) })
  yield* sql`CREATE INDEX blocklist_expiry ON blocklist (expires_at) WHERE expires_at IS NOT NULL`
  yield* sql`CREATE INDEX blocklist_source ON blocklist (source)`
  const integer = sql.onDialectOrElse({ pg: () => "BIGINT", orElse: () => "INTEGER" })
  const added = ["reviewer TEXT", `entry_id ${integer}`, "forward_reference TEXT", "forward_state TEXT"]
  yield* Effect.forEach(added, (column) => sql.unsafe(`ALTER TABLE submissions ADD COLUMN ${column}`))
  // Replaces each code by a reason with a message. The messages of existing submissions are empty.
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

/**
 * Creates the table anew and copies the rows, because SQLite cannot drop a constraint (sqlite.org/lang_altertable.html).
 * New IDs continue after the highest ID ever assigned, so that no ID is used twice.
 */
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
