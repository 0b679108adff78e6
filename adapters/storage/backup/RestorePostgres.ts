import { PgClient } from "@effect/sql-pg"
import { Clock, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { existsSync, statSync } from "node:fs"
import { migrate } from "../sql/migrations/Migrations.ts"
import type { InstanceConfig } from "../sql/servers/Instances.ts"
import { readInteger, requireRow } from "../sql/statements/Row.ts"
import { BackupRefused, InvalidBackup } from "./BackupFailure.ts"
import type { ProgressListener } from "./BackupFiles.ts"
import { type PostgresLogin, runTool, toolConnection, verifyDump } from "./PostgresTools.ts"
import { endInstances, liveInstances, serverRunningError } from "./RestoreSqlite.ts"
import { describeSqlError, detectFileKind, verifyLedger } from "./VerifySqlite.ts"

export interface PostgresRestore {
  readonly login: PostgresLogin
  readonly file: string
  /** Whether to move existing data aside. Otherwise, the restore fails if the database contains any. */
  readonly force: boolean
  readonly instance: InstanceConfig
  readonly watch: ProgressListener
}

/**
 * Restores a dump into an empty database. With `force`, it first renames the schema of existing data, and undoes the
 * renaming if the restore fails.
 */
export const restorePostgres = Effect.fn("restorePostgres")(
  function*({ file, force, instance, login, watch }: PostgresRestore) {
    if (!existsSync(file)) {
      return yield* new BackupRefused({ message: `${file} cannot be read: the file does not exist.` })
    }
    if (detectFileKind(file) === "sqlite") {
      const why = "is a backup of an SQLite database. To restore it, set DATABASE_URL to sqlite:PATH."
      return yield* new InvalidBackup({ file, reason: why })
    }
    if (detectFileKind(file) !== "postgres") {
      return yield* new InvalidBackup({ file, reason: "is not a Gatehouse backup." })
    }
    const schema = yield* verifyDump(file)
    const { size } = statSync(file)
    watch(size, size)
    const restored = Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const previousSchema = yield* moveAside(sql, instance, force)
      const filled = Effect.gen(function*() {
        yield* restoreDump(login, file)
        const migrated = yield* Effect.tap(migrate, endInstances)
        const counted = requireRow(yield* sql`SELECT COUNT(*) AS accounts FROM accounts`)
        const movements = yield* verifyLedger(sql, file)
        return {
          bytes: size,
          schema,
          accounts: readInteger(counted, "accounts"),
          movements,
          migrated,
          kept: previousSchema
        }
      })
      return yield* Effect.onError(filled, () => Effect.ignore(moveBack(sql, previousSchema)))
    })
    return yield* restored.pipe(
      Effect.provide(
        PgClient.layer({ url: login.databaseUrl, maxConnections: 1, applicationName: "gatehouse restore" })
      ),
      Effect.catchTags({
        SqlError: (error) => Effect.fail(restoreError(describeSqlError(error))),
        MigrationError: (error) => Effect.fail(restoreError(error.message))
      })
    )
  }
)

const restoreError = (why: string): BackupRefused =>
  new BackupRefused({ message: `Nothing was restored, and existing data is unchanged: ${why}` })

/** Renames the schema of existing data. Returns the new name, or null if the database is empty. */
const moveAside = Effect.fnUntraced(function*(sql: SqlClient.SqlClient, instance: InstanceConfig, force: boolean) {
  const tables = yield* sql`SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'`
  if (tables.length === 0) return null
  if (tables.some((row) => row["table_name"] === "instances")) {
    const [server] = yield* liveInstances(instance)
    if (server !== undefined) return yield* serverRunningError(server)
  }
  if (!force) {
    return yield* new BackupRefused({
      message: "The database is not empty. Use --force to keep its data in a renamed schema, " +
        "or restore into a new database and set DATABASE_URL to it."
    })
  }
  const now = new Date(yield* Clock.currentTimeMillis)
  const previousSchema = `before_${now.toISOString().replace(/[-:]|\.\d+/g, "").toLowerCase()}`
  yield* sql.withTransaction(Effect.andThen(
    sql.unsafe(`ALTER SCHEMA public RENAME TO ${previousSchema}`),
    sql`CREATE SCHEMA public`
  ))
  return previousSchema
})

const moveBack = (sql: SqlClient.SqlClient, previousSchema: string | null) =>
  previousSchema === null ? Effect.void : sql.withTransaction(Effect.andThen(
    sql`DROP SCHEMA public CASCADE`,
    sql.unsafe(`ALTER SCHEMA ${previousSchema} RENAME TO public`)
  ))

const restoreDump = (login: PostgresLogin, file: string) => {
  const { address, environment } = toolConnection(login)
  return runTool({
    tool: "pg_restore",
    args: [
      "--single-transaction",
      "--exit-on-error",
      "--no-owner",
      "--no-privileges",
      "--no-password",
      "--schema=public",
      `--dbname=${address}`,
      file
    ],
    environment,
    installHint: "Install the PostgreSQL client."
  })
}
