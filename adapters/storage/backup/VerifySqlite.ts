import { Effect, Layer } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { closeSync, openSync, readSync, statSync } from "node:fs"
import * as SqliteClient from "../drivers/SqliteClient.ts"
import { auditLedger } from "../sql/ledger/LedgerRows.ts"
import { migrations } from "../sql/migrations/Migrations.ts"
import { readInteger, readText, requireRow } from "../sql/statements/Row.ts"
import { InvalidBackup } from "./BackupFailure.ts"

export interface VerifiedDatabase {
  readonly bytes: number
  /** Number of the newest migration. */
  readonly schema: number
  readonly accounts: number
  /** Number of ledger movements. */
  readonly movements: number
}

/** Number of the newest migration in this release. */
export const newestSchemaVersion: number = Math.max(...Object.keys(migrations).map((name) => Number.parseInt(name, 10)))

/** First bytes of an SQLite database (sqlite.org/fileformat.html, section 1.3). */
const sqliteHead = "SQLite format 3\u0000"
const postgresHead = "PGDMP"

/** Detects the kind of a file by its first bytes. */
export const detectFileKind = (file: string): "sqlite" | "postgres" | "empty" | "other" => {
  const head = new Uint8Array(sqliteHead.length)
  const open = openSync(file, "r")
  try {
    if (readSync(open, head, 0, head.length, 0) === 0) return "empty"
  } finally {
    closeSync(open)
  }
  const start = String.fromCharCode(...head)
  return start === sqliteHead ? "sqlite" : start.startsWith(postgresHead) ? "postgres" : "other"
}

/**
 * Verifies a whole database: every page, index and reference, the schema, and the sums of the ledger. It opens the file
 * read-only and fails at the first defect.
 */
export const verifySqlite = Effect.fn("verifySqlite")(function*(file: string) {
  if (detectFileKind(file) !== "sqlite") return yield* new InvalidBackup({ file, reason: "is not an SQLite database." })
  const verification = Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    // The integrity check misses a truncated last page, because SQLite reads the missing part as zeros.
    const pages = requireRow(
      yield* sql`SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size`
    )
    const bytes = statSync(file).size
    if (bytes !== readInteger(pages, "bytes")) {
      return yield* new InvalidBackup({ file, reason: "is damaged: it is truncated." })
    }
    const integrity = requireRow(yield* sql`PRAGMA integrity_check(1)`)
    const result = readText(integrity, "integrity_check")
    if (result !== "ok") return yield* new InvalidBackup({ file, reason: `is damaged: ${result}` })
    const schema = yield* readSchemaVersion(sql, file)
    const [violation] = yield* sql`PRAGMA foreign_key_check`
    if (violation !== undefined) {
      return yield* new InvalidBackup({
        file,
        reason: `is damaged: a row of ${readText(violation, "table")} refers to a missing row.`
      })
    }
    const counted = requireRow(yield* sql`SELECT COUNT(*) AS accounts FROM accounts`)
    const movements = yield* verifyLedger(sql, file)
    return {
      bytes,
      schema,
      accounts: readInteger(counted, "accounts"),
      movements
    } satisfies VerifiedDatabase
  })
  return yield* withDatabase(file, { isReadOnly: true }, verification).pipe(
    Effect.catchTag(
      "SqlError",
      (error) => Effect.fail(new InvalidBackup({ file, reason: `is damaged: ${describeSqlError(error)}` }))
    )
  )
})

/** Returns the number of the newest migration. Fails if there is none, or if this release does not know it. */
export const readSchemaVersion = Effect.fnUntraced(function*(sql: SqlClient.SqlClient, file: string) {
  const rows = yield* Effect.orElseSucceed(
    sql`SELECT MAX(migration_id) AS schema FROM schema_migrations`,
    () => []
  )
  const schema = rows[0] === undefined ? 0 : readInteger(rows[0], "schema")
  if (schema === 0) return yield* new InvalidBackup({ file, reason: "contains no Gatehouse data." })
  if (schema > newestSchemaVersion) return yield* newerSchemaError(file, schema)
  return schema
})

export const newerSchemaError = (file: string, schema: number): InvalidBackup =>
  new InvalidBackup({
    file,
    reason:
      `was written by a newer Gatehouse (schema ${schema}; this release supports up to ${newestSchemaVersion}). Update first.`
  })

/** Returns the number of ledger movements. Fails if the entries do not add up. */
export const verifyLedger = Effect.fnUntraced(function*(sql: SqlClient.SqlClient, file: string) {
  const { faults, movements, sum } = yield* auditLedger(sql)
  if (faults.length === 0 && sum === 0) return movements
  return yield* new InvalidBackup({ file, reason: `has an inconsistent ledger: ${faults.join("; ")}` })
})

/** Opens a database for an operation and closes it afterward. */
export const withDatabase = <A, E>(
  file: string,
  options: { readonly isReadOnly?: boolean },
  work: Effect.Effect<A, E, SqlClient.SqlClient>
): Effect.Effect<A, E | SqlError.SqlError> =>
  Effect.scopedWith((scope) =>
    Effect.flatMap(
      Layer.buildWithScope(SqliteClient.layer({ filename: file, ...options }), scope),
      (context) => Effect.provideContext(work, context)
    )
  )

/** Returns the database's own error message. */
export const describeSqlError = (error: SqlError.SqlError): string => {
  const { cause } = error.reason
  return cause instanceof Error ? `${cause.message}.` : error.message
}
