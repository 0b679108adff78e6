import { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { existsSync, statSync } from "node:fs"
import { readInteger, readText, requireRow } from "../sql/statements/Row.ts"
import { BackupRefused, describeSystemError } from "./BackupFailure.ts"
import {
  createPrivateFile,
  fileExistsError,
  moveToFinalName,
  type ProgressListener,
  removeDatabaseFiles,
  reportingProgress,
  syncFile
} from "./BackupFiles.ts"
import { type PostgresLogin, runTool, toolConnection, verifyDump } from "./PostgresTools.ts"
import { describeSqlError, readSchemaVersion, verifyLedger } from "./VerifySqlite.ts"

/**
 * Copies a database in use with pg_dump. Verifies the ledger in the copied snapshot, and reads the whole file before
 * renaming it to `target`.
 */
export const backUpPostgres = Effect.fn("backUpPostgres")(
  function*(login: PostgresLogin, target: string, watch: ProgressListener) {
    if (existsSync(target)) return yield* fileExistsError(target)
    const partial = `${target}.partial`
    yield* attempt(() => createPrivateFile(partial))
    return yield* Effect.gen(function*() {
      const found = yield* dumpVerified(login, partial, watch)
      yield* verifyDump(partial)
      yield* attempt(() => {
        syncFile(partial)
        moveToFinalName(partial, target)
      })
      return { ...found, bytes: statSync(target).size }
    }).pipe(
      Effect.catchTag(
        "SqlError",
        (error) =>
          Effect.fail(new BackupRefused({ message: `The database cannot be read: ${describeSqlError(error)}` }))
      ),
      Effect.ensuring(Effect.sync(() => removeDatabaseFiles(partial)))
    )
  }
)

/** Verifies the ledger and runs pg_dump in one snapshot. Its transaction stays open until pg_dump has finished. */
const dumpVerified = (login: PostgresLogin, file: string, watch: ProgressListener) =>
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    return yield* sql.withTransaction(Effect.gen(function*() {
      yield* sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ`
      const snapshot = requireRow(
        yield* sql`SELECT pg_export_snapshot() AS id, pg_database_size(current_database()) AS bytes`
      )
      const schema = yield* readSchemaVersion(sql, "The database")
      const counted = requireRow(yield* sql`SELECT COUNT(*) AS accounts FROM accounts`)
      const movements = yield* verifyLedger(sql, "The database")
      yield* reportingProgress(file, readInteger(snapshot, "bytes"), watch, dump(login, file, readText(snapshot, "id")))
      return { schema, accounts: readInteger(counted, "accounts"), movements }
    }))
  }).pipe(
    Effect.provide(PgClient.layer({ url: login.databaseUrl, maxConnections: 1, applicationName: "gatehouse backup" }))
  )

const dump = (login: PostgresLogin, file: string, snapshot: string) => {
  const { address, environment } = toolConnection(login)
  return runTool({
    tool: "pg_dump",
    args: [
      "--format=custom",
      "--no-owner",
      "--no-privileges",
      "--no-password",
      `--snapshot=${snapshot}`,
      `--file=${file}`,
      `--dbname=${address}`
    ],
    environment,
    installHint:
      "Install the PostgreSQL client, or run `pg_dump --format=custom --no-owner --no-privileges --file FILE \"$DATABASE_URL\"` where it is installed."
  })
}

const attempt = (work: () => void): Effect.Effect<void, BackupRefused> =>
  Effect.try({
    try: work,
    catch: (cause) =>
      cause instanceof BackupRefused
        ? cause
        : new BackupRefused({ message: `The backup failed: ${describeSystemError(cause)}` })
  })
