import { Clock, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { createReadStream, createWriteStream, existsSync, mkdirSync, renameSync, statSync } from "node:fs"
import { dirname } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { pipeline } from "node:stream/promises"
import { migrate } from "../sql/migrations/Migrations.ts"
import { type InstanceConfig, Instances, type LiveInstance } from "../sql/servers/Instances.ts"
import { BackupRefused, describeSystemError, InvalidBackup } from "./BackupFailure.ts"
import {
  createPrivateFile,
  moveDatabaseFiles,
  type ProgressListener,
  removeDatabaseFiles,
  reportingProgress,
  syncFile,
  syncFolder
} from "./BackupFiles.ts"
import { detectFileKind, verifySqlite, withDatabase } from "./VerifySqlite.ts"

export interface SqliteRestore {
  readonly file: string
  /** Path of the database to restore. */
  readonly target: string
  /** Whether to move an existing database aside. Otherwise, the restore fails if it contains data. */
  readonly force: boolean
  /** Identity of this process, so that it does not count as a server that uses the database. */
  readonly instance: InstanceConfig
  readonly watch: ProgressListener
}

/**
 * Replaces a database with a backup. It first verifies and migrates a copy of the backup, then renames the previous
 * database and the copy. A failure leaves existing data unchanged.
 */
export const restoreSqlite = Effect.fn("restoreSqlite")(
  function*({ file, force, instance, target, watch }: SqliteRestore) {
    yield* assertBackup(file)
    yield* assertFree(target, instance, force)
    const copy = `${target}.restoring`
    yield* attempt(() => {
      mkdirSync(dirname(target), { recursive: true })
      createPrivateFile(copy)
    })
    return yield* Effect.gen(function*() {
      yield* copied(file, copy, watch)
      const { accounts, bytes, movements, schema } = yield* verifySqlite(copy)
      const migrated = yield* withDatabase(copy, {}, Effect.tap(migrate, endInstances))
      if (migrated.length > 0) yield* verifySqlite(copy)
      const previousPath = yield* moveAside(target)
      yield* attempt(() => {
        syncFile(copy)
        moveIntoPlace(copy, target, previousPath)
      })
      return { bytes, schema, accounts, movements, migrated, kept: previousPath }
    }).pipe(
      Effect.catchTags({
        InvalidBackup: ({ reason }) => Effect.fail(new InvalidBackup({ file, reason })),
        SqlError: (error) => Effect.fail(restoreError(error.reason.cause)),
        MigrationError: (error) => Effect.fail(restoreError(error))
      }),
      Effect.ensuring(Effect.sync(() => removeDatabaseFiles(copy)))
    )
  }
)

const assertBackup = Effect.fnUntraced(function*(file: string) {
  const stat = yield* Effect.try({ try: () => statSync(file), catch: (cause) => cannotRead(file, cause) })
  if (!stat.isFile()) return yield* new BackupRefused({ message: `${file} is not a file.` })
  const kind = yield* Effect.try({ try: () => detectFileKind(file), catch: (cause) => cannotRead(file, cause) })
  if (kind === "postgres") {
    return yield* new InvalidBackup({ file, reason: `is a backup of a PostgreSQL database. ${restoreElsewhere}` })
  }
  if (kind !== "sqlite") return yield* new InvalidBackup({ file, reason: "is not a Gatehouse backup." })
  if ((statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0) {
    const why =
      `is a live database with a write-ahead log (${file}-wal), not a backup. Create one with \`gatehouse backup\`.`
    return yield* new InvalidBackup({ file, reason: why })
  }
})

const restoreElsewhere = "To restore it, set DATABASE_URL to an empty PostgreSQL database."

const cannotRead = (file: string, cause: unknown): BackupRefused =>
  new BackupRefused({ message: `${file} cannot be read: ${describeSystemError(cause)}` })

/** Fails if a server uses the database, or if it contains data and `force` is not set. */
const assertFree = Effect.fnUntraced(function*(target: string, instance: InstanceConfig, force: boolean) {
  if ((statSync(target, { throwIfNoEntry: false })?.size ?? 0) === 0) return
  const living = yield* withDatabase(target, {}, liveInstances(instance)).pipe(
    Effect.catchTag("SqlError", () => Effect.succeed(null))
  )
  const [server] = living ?? []
  if (server !== undefined) return yield* serverRunningError(server)
  if (force) return
  return yield* new BackupRefused({
    message: living === null
      ? `${target} cannot be read. Make sure that no server is running, then use --force to move it aside and restore the backup.`
      : `${target} already contains a database. Use --force to move it aside and restore the backup.`
  })
})

/** Marks all instances in the backup as dead. The next start refunds the requests that they had in flight. */
export const endInstances = Effect.flatMap(SqlClient.SqlClient, (sql) => sql`UPDATE instances SET heartbeat_at = 0`)

/** Returns the other live instances, which are usually servers. */
export const liveInstances = (instance: InstanceConfig) =>
  Effect.flatMap(Instances, ({ live }) => live).pipe(Effect.provide(Instances.layer(instance)))

export const serverRunningError = ({ host, pid }: Pick<LiveInstance, "host" | "pid">): BackupRefused =>
  new BackupRefused({
    message: `A server (process ${pid} on ${host}) is using this database. Stop it first. ` +
      "A crashed server counts as running for 30 seconds."
  })

/**
 * Copies a backup into an existing file. `copyFile` would also copy the file mode, which may allow all users to read
 * the file.
 */
const copied = (file: string, copy: string, watch: ProgressListener) =>
  Effect.flatMap(Effect.try({ try: () => statSync(file).size, catch: restoreError }), (bytes) =>
    reportingProgress(
      copy,
      bytes,
      watch,
      Effect.tryPromise({
        try: () => pipeline(createReadStream(file), createWriteStream(copy, { flags: "r+" })),
        catch: restoreError
      })
    ))

/** Renames the previous database. Returns its new path, or null if there was none. */
const moveAside = Effect.fnUntraced(function*(target: string) {
  const now = new Date(yield* Clock.currentTimeMillis)
  const previousPath = `${target}.before-${now.toISOString().replace(/[-:]|\.\d+/g, "")}`
  return yield* attempt(() => {
    if (existsSync(previousPath)) {
      throw new BackupRefused({ message: `${previousPath} already exists. Wait a second, then try again.` })
    }
    const isThere = existsSync(target)
    if (isThere) assertUnused(target)
    moveDatabaseFiles(target, previousPath)
    return isThere ? previousPath : null
  })
})

/**
 * Fails if another process has the database open. It changes the journal mode, which SQLite allows only if no other
 * connection exists (sqlite.org/pragma.html#pragma_journal_mode). The change also writes the log into the file. A
 * database that is too damaged for the change passes this check.
 */
const assertUnused = (file: string): void => {
  let mode: unknown
  try {
    const db = new DatabaseSync(file)
    try {
      mode = db.prepare("PRAGMA journal_mode = DELETE").get()?.["journal_mode"]
    } finally {
      db.close()
    }
  } catch (cause) {
    const code = cause instanceof Error && "errcode" in cause ? Number(cause.errcode) : 0
    if (code % 256 !== busyCode) return
    mode = null
  }
  if (mode !== "delete") throw new BackupRefused({ message: `${file} is in use. Stop the process that uses it first.` })
}

/** Primary result code SQLITE_BUSY (sqlite.org/rescode.html). */
const busyCode = 5

const moveIntoPlace = (copy: string, target: string, previousPath: string | null): void => {
  try {
    renameSync(copy, target)
    syncFolder(target)
  } catch (cause) {
    if (previousPath !== null) moveDatabaseFiles(previousPath, target)
    throw cause
  }
}

const attempt = <A>(work: () => A): Effect.Effect<A, BackupRefused> => Effect.try({ try: work, catch: restoreError })

const restoreError = (cause: unknown): BackupRefused =>
  cause instanceof BackupRefused
    ? cause
    : new BackupRefused({
      message: `Nothing was restored, and existing data is unchanged: ${describeSystemError(cause)}`
    })
