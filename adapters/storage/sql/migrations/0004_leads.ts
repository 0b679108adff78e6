import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Creates the table of analyzed leads, with their marks, and with their messages if the operator stores them. Rows with
 * messages are large, so SQLite does not store them in the index of the primary key (sqlite.org/withoutrowid.html,
 * section 4).
 */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const [integer, real, options] = sql.onDialectOrElse({
    pg: () => ["BIGINT", "DOUBLE PRECISION", ""],
    orElse: () => ["INTEGER", "REAL", "STRICT"]
  })
  yield* sql.unsafe(
    `CREATE TABLE leads (request_id TEXT PRIMARY KEY, account_id TEXT NOT NULL, at ${integer} NOT NULL, verdict TEXT NOT NULL,
      risk_score ${integer} NOT NULL, categories TEXT NOT NULL, language TEXT, source TEXT, spam_probability ${real},
      message TEXT, mark TEXT CHECK (mark IN ('spam', 'ham')), marked_at ${integer}) ${options}`
  )
  yield* sql`CREATE INDEX leads_at ON leads (at)`
  yield* sql`CREATE INDEX leads_marked ON leads (request_id) WHERE mark IS NOT NULL`
})
