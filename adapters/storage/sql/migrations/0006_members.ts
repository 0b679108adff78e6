import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Creates the data of dashboard members: members, sessions, pending invitations, failed sign-ins and the audit log. The
 * audit log has no foreign keys, because it keeps the entries of removed members and accounts.
 */
export default Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const [serial, integer, options, clustered] = sql.onDialectOrElse({
    pg: () => ["BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY", "BIGINT", "", ""],
    orElse: () => ["INTEGER PRIMARY KEY AUTOINCREMENT", "INTEGER", "STRICT", "STRICT, WITHOUT ROWID"]
  })
  const create = (table: string, columns: string, options: string) =>
    sql.unsafe(`CREATE TABLE ${table} (${columns}) ${options}`)

  yield* create(
    "members",
    `id TEXT PRIMARY KEY, account_id TEXT NOT NULL REFERENCES accounts (id), email TEXT NOT NULL, email_key TEXT NOT NULL UNIQUE,
     name TEXT NOT NULL, role TEXT NOT NULL CHECK (role IN ('owner', 'member', 'reviewer')), password_hash TEXT NOT NULL,
     created_at ${integer} NOT NULL, last_seen_at ${integer}`,
    options
  )
  yield* sql`CREATE INDEX members_account ON members (account_id)`
  yield* create(
    "member_sessions",
    `id TEXT PRIMARY KEY, member_id TEXT NOT NULL REFERENCES members (id) ON DELETE CASCADE, digest TEXT NOT NULL UNIQUE,
     created_at ${integer} NOT NULL, last_seen_at ${integer} NOT NULL, expires_at ${integer} NOT NULL, user_agent TEXT NOT NULL,
     address TEXT NOT NULL`,
    options
  )
  yield* sql`CREATE INDEX member_sessions_member ON member_sessions (member_id)`
  yield* create(
    "invitations",
    `id TEXT PRIMARY KEY, account_id TEXT NOT NULL REFERENCES accounts (id), email TEXT,
     role TEXT NOT NULL CHECK (role IN ('owner', 'member', 'reviewer')), digest TEXT NOT NULL UNIQUE, author TEXT NOT NULL,
     is_set_up ${integer} NOT NULL, created_at ${integer} NOT NULL, expires_at ${integer} NOT NULL`,
    options
  )
  yield* sql`CREATE INDEX invitations_account ON invitations (account_id)`
  yield* create("sign_in_tries", `key TEXT PRIMARY KEY, times TEXT NOT NULL, last_at ${integer} NOT NULL`, clustered)
  yield* sql`CREATE INDEX sign_in_tries_last ON sign_in_tries (last_at)`
  yield* create(
    "audit_log",
    `id ${serial}, account_id TEXT NOT NULL, at ${integer} NOT NULL, actor TEXT NOT NULL, member_id TEXT, action TEXT NOT NULL,
     target TEXT NOT NULL, detail TEXT NOT NULL, address TEXT NOT NULL`,
    options
  )
  yield* sql`CREATE INDEX audit_log_account ON audit_log (account_id, id)`
  yield* sql`CREATE INDEX audit_log_at ON audit_log (at)`
})
