import { PgClient } from "@effect/sql-pg"
import { Clock, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { existsSync, statSync } from "node:fs"
import { migrate } from "../sql/migrations/Migrations.ts"
import type { InstanceConfig } from "../sql/servers/Instances.ts"
import { integer, oneRow } from "../sql/statements/Row.ts"
import { BackupRefused, BackupUnsound } from "./BackupFailure.ts"
import { addressOf, type PostgresLogin, readDump, runTool } from "./PostgresTools.ts"
import { endInstances, livingInstances, stillRunning } from "./RestoreSqlite.ts"
import { kindOfFile, soundLedger, sqlWords } from "./VerifySqlite.ts"
import type { Watcher } from "./WholeFile.ts"

export interface PostgresRestore {
  readonly login: PostgresLogin
  readonly file: string
  /** Moves existing data of the database aside. */
  readonly force: boolean
  readonly instance: InstanceConfig
  readonly watch: Watcher
}

/**
 * Restores a dump into an empty database. With `force`, existing data is kept in a renamed schema, which is moved back if the restore
 * fails.
 */
export const restorePostgres = Effect.fn("restorePostgres")(
  function*({ file, force, instance, login, watch }: PostgresRestore) {
    if (!existsSync(file)) {
      return yield* new BackupRefused({ message: `${file} cannot be read: there is no such file.` })
    }
    if (kindOfFile(file) === "sqlite") {
      const why = "is of an SQLite database. Set DATABASE_URL to sqlite:PATH, and restore it there."
      return yield* new BackupUnsound({ file, why })
    }
    if (kindOfFile(file) !== "postgres") return yield* new BackupUnsound({ file, why: "is no backup of Gatehouse." })
    const schema = yield* readDump(file)
    const { size } = statSync(file)
    watch(size, size)
    const restored = Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const kept = yield* putAside(sql, instance, force)
      const filled = Effect.gen(function*() {
        yield* fill(login, file)
        const migrated = yield* Effect.tap(migrate, endInstances)
        const counted = oneRow(yield* sql`SELECT COUNT(*) AS accounts FROM accounts`)
        const movements = yield* soundLedger(sql, file)
        return { bytes: size, schema, accounts: integer(counted, "accounts"), movements, migrated, kept }
      })
      return yield* Effect.onError(filled, () => Effect.ignore(putBack(sql, kept)))
    })
    return yield* restored.pipe(
      Effect.provide(
        PgClient.layer({ url: login.databaseUrl, maxConnections: 1, applicationName: "gatehouse restore" })
      ),
      Effect.catchTags({
        SqlError: (error) => Effect.fail(nothing(sqlWords(error))),
        MigrationError: (error) => Effect.fail(nothing(error.message))
      })
    )
  }
)

const nothing = (why: string): BackupRefused =>
  new BackupRefused({ message: `Nothing was restored, and what was there is as it was: ${why}` })

/** Returns the name of the schema that keeps the previous data; null if there was none. */
const putAside = Effect.fnUntraced(function*(sql: SqlClient.SqlClient, instance: InstanceConfig, force: boolean) {
  const tables = yield* sql`SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'`
  if (tables.length === 0) return null
  if (tables.some((row) => row["table_name"] === "instances")) {
    const [server] = yield* livingInstances(instance)
    if (server !== undefined) return yield* stillRunning(server)
  }
  if (!force) {
    return yield* new BackupRefused({
      message: "The database is not empty. With --force what it holds is kept beside, as a schema of another name; " +
        "or restore into a new database, and point DATABASE_URL to it."
    })
  }
  const now = new Date(yield* Clock.currentTimeMillis)
  const kept = `before_${now.toISOString().replace(/[-:]|\.\d+/g, "").toLowerCase()}`
  yield* sql.withTransaction(Effect.andThen(
    sql.unsafe(`ALTER SCHEMA public RENAME TO ${kept}`),
    sql`CREATE SCHEMA public`
  ))
  return kept
})

const putBack = (sql: SqlClient.SqlClient, kept: string | null) =>
  kept === null ? Effect.void : sql.withTransaction(Effect.andThen(
    sql`DROP SCHEMA public CASCADE`,
    sql.unsafe(`ALTER SCHEMA ${kept} RENAME TO public`)
  ))

/** Restores the dump in a single transaction. */
const fill = (login: PostgresLogin, file: string) => {
  const { address, environment } = addressOf(login)
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
    byHand: "It comes with PostgreSQL's client."
  })
}
