import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Creates the table in which several servers count requests together. Only PostgreSQL has it, because an SQLite file
 * belongs to one process, which counts in memory. The table is unlogged: after a crash of the database, it is empty and
 * the current windows start again.
 */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql.onDialectOrElse({
    pg: () =>
      sql`CREATE UNLOGGED TABLE rate_windows (key TEXT PRIMARY KEY, hits BIGINT[] NOT NULL, allowed BOOLEAN NOT NULL)`,
    orElse: () => Effect.void
  })
})
