import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/** Creates the tables of the first release. Times are in milliseconds since 1970-01-01 UTC. */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const [serial, integer, options] = sql.onDialectOrElse({
    pg: () => ["BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY", "BIGINT", ""],
    orElse: () => ["INTEGER PRIMARY KEY AUTOINCREMENT", "INTEGER", "STRICT"]
  })
  const create = (table: string, columns: string, more = "") =>
    sql.unsafe(
      `CREATE TABLE ${table} (${
        columns.replaceAll("SERIAL", serial).replaceAll("INTEGER_64", integer)
      }) ${options}${more}`
    )
  // SQLite stores the rows in the index of the primary key, so that each insert writes one tree instead of two.
  const clustered = sql.onDialectOrElse({ pg: () => "", orElse: () => ", WITHOUT ROWID" })

  yield* create("accounts", "id TEXT PRIMARY KEY, name TEXT NOT NULL, created_at INTEGER_64 NOT NULL")
  yield* create(
    "api_keys",
    `id TEXT PRIMARY KEY, account_id TEXT NOT NULL REFERENCES accounts (id), name TEXT NOT NULL,
     digest TEXT NOT NULL UNIQUE, last_four TEXT NOT NULL, requests_per_minute INTEGER_64 NOT NULL,
     created_at INTEGER_64 NOT NULL, last_used_at INTEGER_64, revoked_at INTEGER_64`
  )
  yield* sql`CREATE INDEX api_keys_account ON api_keys (account_id)`
  yield* create(
    "sites",
    `id TEXT PRIMARY KEY, account_id TEXT NOT NULL REFERENCES accounts (id), name TEXT NOT NULL,
     site_key TEXT NOT NULL UNIQUE, hostnames TEXT NOT NULL, created_at INTEGER_64 NOT NULL`
  )
  yield* create(
    "site_secrets",
    "digest TEXT PRIMARY KEY, site_id TEXT NOT NULL REFERENCES sites (id), position INTEGER_64 NOT NULL"
  )
  yield* sql`CREATE INDEX site_secrets_site ON site_secrets (site_id)`
  yield* create(
    "block_rules",
    `id SERIAL, account_id TEXT NOT NULL REFERENCES accounts (id), kind TEXT NOT NULL, action TEXT NOT NULL,
     value TEXT NOT NULL, note TEXT NOT NULL, created_at INTEGER_64 NOT NULL, UNIQUE (account_id, kind, action, value)`
  )
  yield* create(
    "blocklist",
    `id SERIAL, kind TEXT NOT NULL, expression TEXT NOT NULL, reason TEXT NOT NULL, source TEXT NOT NULL,
     created_at INTEGER_64 NOT NULL, expires_at INTEGER_64, UNIQUE (kind, expression)`
  )
  yield* create(
    "submissions",
    `id SERIAL, url TEXT NOT NULL, canonical_url TEXT NOT NULL, canonical_digest TEXT NOT NULL UNIQUE,
     account_id TEXT NOT NULL, state TEXT NOT NULL, created_at INTEGER_64 NOT NULL, reviewed_at INTEGER_64,
     rejection TEXT, triage_risk INTEGER_64 NOT NULL, triage_reasons TEXT NOT NULL`
  )
  yield* sql`CREATE INDEX submissions_state ON submissions (state, id)`
  yield* create(
    "request_history",
    `account_id TEXT NOT NULL, request_id TEXT NOT NULL, key_id TEXT NOT NULL, operation TEXT NOT NULL,
     status INTEGER_64 NOT NULL, credits INTEGER_64 NOT NULL, at INTEGER_64 NOT NULL,
     duration_micros INTEGER_64 NOT NULL, verdict TEXT, subject TEXT, PRIMARY KEY (account_id, request_id)`,
    clustered
  )
  yield* create(
    "idempotency",
    `account_id TEXT NOT NULL, key TEXT NOT NULL, fingerprint TEXT NOT NULL, request_id TEXT NOT NULL,
     instance_id TEXT NOT NULL, status INTEGER_64, body TEXT, created_at INTEGER_64 NOT NULL,
     PRIMARY KEY (account_id, key)`
  )
  yield* sql`CREATE INDEX idempotency_request ON idempotency (request_id)`
  yield* create(
    "instances",
    `id TEXT PRIMARY KEY, host TEXT NOT NULL, pid INTEGER_64 NOT NULL, heartbeat_at INTEGER_64 NOT NULL,
     in_flight TEXT NOT NULL`
  )
  yield* create(
    "ledger_balances",
    `account_id TEXT PRIMARY KEY REFERENCES accounts (id), available INTEGER_64 NOT NULL CHECK (available >= 0),
     held INTEGER_64 NOT NULL CHECK (held >= 0), version INTEGER_64 NOT NULL`
  )
  yield* create(
    "ledger_movements",
    `account_id TEXT NOT NULL, version INTEGER_64 NOT NULL, request_id TEXT NOT NULL, kind TEXT NOT NULL,
     from_bucket TEXT NOT NULL, to_bucket TEXT NOT NULL, amount INTEGER_64 NOT NULL CHECK (amount > 0),
     note TEXT NOT NULL, key_id TEXT, available_after INTEGER_64 NOT NULL CHECK (available_after >= 0),
     held_after INTEGER_64 NOT NULL CHECK (held_after >= 0), at INTEGER_64 NOT NULL,
     PRIMARY KEY (account_id, version), UNIQUE (request_id, kind), CHECK (from_bucket <> to_bucket)`,
    clustered
  )
  yield* sql.unsafe(
    `CREATE VIEW ledger_entries AS
     SELECT version, account_id, request_id, from_bucket AS bucket, -amount AS amount FROM ledger_movements
     UNION ALL
     SELECT version, account_id, request_id, to_bucket AS bucket, amount FROM ledger_movements`
  )
  yield* appendOnly(sql)
})

/** Creates the triggers that reject updates and deletions of ledger movements. */
const appendOnly = (sql: SqlClient.SqlClient) =>
  sql.onDialectOrElse({
    pg: () =>
      Effect.andThen(
        sql.unsafe(
          `CREATE FUNCTION ledger_is_append_only() RETURNS trigger LANGUAGE plpgsql AS
           'BEGIN RAISE EXCEPTION ''the ledger is append-only''; END'`
        ),
        sql.unsafe(
          `CREATE TRIGGER ledger_movements_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_movements
           FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only()`
        )
      ),
    orElse: () =>
      Effect.forEach(["UPDATE", "DELETE"], (event) =>
        sql.unsafe(
          `CREATE TRIGGER ledger_movements_no_${event.toLowerCase()} BEFORE ${event} ON ledger_movements
           BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END`
        ))
  })
