import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Where several machines count requests together: PostgreSQL only, since an SQLite file serves one process, which counts
 * in memory. Unlogged: after a crash of the database counting begins anew, which costs one window and no durability.
 */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql.onDialectOrElse({
    pg: () =>
      sql`CREATE UNLOGGED TABLE rate_windows (key TEXT PRIMARY KEY, hits BIGINT[] NOT NULL, allowed BOOLEAN NOT NULL)`,
    orElse: () => Effect.void
  })
})
