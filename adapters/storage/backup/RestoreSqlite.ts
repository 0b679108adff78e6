import { Clock, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { createReadStream, createWriteStream, existsSync, mkdirSync, renameSync, statSync } from "node:fs"
import { dirname } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { pipeline } from "node:stream/promises"
import { migrate } from "../sql/migrations/Migrations.ts"
import { type InstanceConfig, Instances, type LivingInstance } from "../sql/servers/Instances.ts"
import { BackupRefused, BackupUnsound, systemWords } from "./BackupFailure.ts"
import { kindOfFile, verifySqlite, withDatabase } from "./VerifySqlite.ts"
import { moveDatabase, removeDatabase, reserve, settle, settleFolder, type Watcher, watchingSize } from "./WholeFile.ts"

export interface SqliteRestore {
  readonly file: string
  /** Database file to restore to. */
  readonly target: string
  /** Replaces a database that contains data. */
  readonly force: boolean
  /** This process, to distinguish it from servers. */
  readonly instance: InstanceConfig
  readonly watch: Watcher
}

/**
 * Replaces a database with a backup. It verifies and migrates a copy of the backup first, and keeps the previous database under another
 * name. Existing files stay unchanged until the last step.
 */
export const restoreSqlite = Effect.fn("restoreSqlite")(
  function*({ file, force, instance, target, watch }: SqliteRestore) {
    yield* assertBackup(file)
    yield* assertFree(target, instance, force)
    const copy = `${target}.restoring`
    yield* attempt(() => {
      mkdirSync(dirname(target), { recursive: true })
      reserve(copy)
    })
    return yield* Effect.gen(function*() {
      yield* copied(file, copy, watch)
      const { accounts, bytes, movements, schema } = yield* verifySqlite(copy)
      const migrated = yield* withDatabase(copy, {}, Effect.tap(migrate, endInstances))
      if (migrated.length > 0) yield* verifySqlite(copy)
      const kept = yield* putAside(target)
      yield* attempt(() => {
        settle(copy)
        putInPlace(copy, target, kept)
      })
      return { bytes, schema, accounts, movements, migrated, kept }
    }).pipe(
      Effect.catchTags({
        BackupUnsound: (unsound) => Effect.fail(new BackupUnsound({ file, why: unsound.why })),
        SqlError: (error) => Effect.fail(failed(error.reason.cause)),
        MigrationError: (error) => Effect.fail(failed(error))
      }),
      Effect.ensuring(Effect.sync(() => removeDatabase(copy)))
    )
  }
)

const assertBackup = Effect.fnUntraced(function*(file: string) {
  const stat = yield* Effect.try({ try: () => statSync(file), catch: (cause) => cannotRead(file, cause) })
  if (!stat.isFile()) return yield* new BackupRefused({ message: `${file} is no file.` })
  const kind = yield* Effect.try({ try: () => kindOfFile(file), catch: (cause) => cannotRead(file, cause) })
  if (kind === "postgres") return yield* new BackupUnsound({ file, why: `is of a PostgreSQL database. ${elsewhere}` })
  if (kind !== "sqlite") return yield* new BackupUnsound({ file, why: "is no backup of Gatehouse." })
  if ((statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0) {
    const why = `is a database with a log beside it (${file}-wal), and no backup: \`gatehouse backup\` makes one of it.`
    return yield* new BackupUnsound({ file, why })
  }
})

const elsewhere = "Set DATABASE_URL to an empty one of these, and restore it there."

const cannotRead = (file: string, cause: unknown): BackupRefused =>
  new BackupRefused({ message: `${file} cannot be read: ${systemWords(cause)}` })

/** Fails if a server uses the database, or if it contains data and `force` is not set. */
const assertFree = Effect.fnUntraced(function*(target: string, instance: InstanceConfig, force: boolean) {
  if ((statSync(target, { throwIfNoEntry: false })?.size ?? 0) === 0) return
  const living = yield* withDatabase(target, {}, livingInstances(instance)).pipe(
    Effect.catchTag("SqlError", () => Effect.succeed(null))
  )
  const [server] = living ?? []
  if (server !== undefined) return yield* stillRunning(server)
  if (force) return
  return yield* new BackupRefused({
    message: living === null
      ? `${target} cannot be read. With --force it is put aside, and the backup takes its place: see first that no server runs.`
      : `${target} holds a database. With --force it is put aside under another name, and the backup takes its place.`
  })
})

/** Ends the instances of the copied database: they do not use the restored one, and the next start releases what they had in flight. */
export const endInstances = Effect.flatMap(SqlClient.SqlClient, (sql) => sql`UPDATE instances SET heartbeat_at = 0`)

/** Returns the servers with a recent heartbeat. */
export const livingInstances = (instance: InstanceConfig) =>
  Effect.flatMap(Instances, ({ living }) => living).pipe(Effect.provide(Instances.layer(instance)))

export const stillRunning = ({ host, pid }: Pick<LivingInstance, "host" | "pid">): BackupRefused =>
  new BackupRefused({
    message: `A server, process ${pid} on ${host}, works on this database: stop it first. ` +
      "One that has crashed counts as running for half a minute."
  })

/** Copies into the reserved file. `copyFile` would apply the mode of the backup, which other users may be able to read. */
const copied = (file: string, copy: string, watch: Watcher) =>
  Effect.flatMap(Effect.try({ try: () => statSync(file).size, catch: failed }), (bytes) =>
    watchingSize(
      copy,
      bytes,
      watch,
      Effect.tryPromise({
        try: () => pipeline(createReadStream(file), createWriteStream(copy, { flags: "r+" })),
        catch: failed
      })
    ))

/** Returns the new path of the previous database; null if there was none. */
const putAside = Effect.fnUntraced(function*(target: string) {
  const now = new Date(yield* Clock.currentTimeMillis)
  const kept = `${target}.before-${now.toISOString().replace(/[-:]|\.\d+/g, "")}`
  return yield* attempt(() => {
    if (existsSync(kept)) throw new BackupRefused({ message: `${kept} is there already: wait a second.` })
    const isThere = existsSync(target)
    if (isThere) assertUnused(target)
    moveDatabase(target, kept)
    return isThere ? kept : null
  })
})

/**
 * Fails if another process has the database open: SQLite changes the journal mode only for the last connection
 * (sqlite.org/pragma.html#pragma_journal_mode). The change also writes the log into the file. A database that is too damaged for this is
 * moved unchanged.
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
  if (mode !== "delete") throw new BackupRefused({ message: `${file} is in use: stop what works on it first.` })
}

/** SQLITE_BUSY (sqlite.org/rescode.html). */
const busyCode = 5

const putInPlace = (copy: string, target: string, kept: string | null): void => {
  try {
    renameSync(copy, target)
    settleFolder(target)
  } catch (cause) {
    if (kept !== null) moveDatabase(kept, target)
    throw cause
  }
}

const attempt = <A>(work: () => A): Effect.Effect<A, BackupRefused> => Effect.try({ try: work, catch: failed })

const failed = (cause: unknown): BackupRefused =>
  cause instanceof BackupRefused
    ? cause
    : new BackupRefused({ message: `Nothing was restored, and what was there is as it was: ${systemWords(cause)}` })
