import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Creates the data of Shield: options of sites, master keys, values that are valid for a single use, and counts by site
 * and hour. Existing sites get the options `{}`. Missing options have their default values.
 */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const [integer, clustered] = sql.onDialectOrElse({
    pg: () => ["BIGINT", ""],
    // Stores the rows in the index of the primary key, so that each insert writes one tree instead of two.
    orElse: () => ["INTEGER", "STRICT, WITHOUT ROWID"]
  })
  const create = (table: string, columns: string) => sql.unsafe(`CREATE TABLE ${table} (${columns}) ${clustered}`)

  yield* sql`ALTER TABLE sites ADD COLUMN options TEXT NOT NULL DEFAULT '{}'`
  yield* create("key_ring", `id TEXT PRIMARY KEY, secret TEXT NOT NULL, created_at ${integer} NOT NULL`)
  yield* create("single_uses", `id TEXT PRIMARY KEY, until ${integer} NOT NULL`)
  yield* sql`CREATE INDEX single_uses_until ON single_uses (until)`
  yield* create(
    "shield_hours",
    `site_id TEXT NOT NULL, hour ${integer} NOT NULL, name TEXT NOT NULL, count ${integer} NOT NULL,
     PRIMARY KEY (site_id, hour, name)`
  )
  yield* sql`CREATE INDEX shield_hours_hour ON shield_hours (hour)`
})
