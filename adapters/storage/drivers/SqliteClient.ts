import { Context, Effect, Layer, Semaphore, Stream } from "effect"
import { Reactivity } from "effect/reactivity"
import { SqlClient, type SqlConnection, SqlError, Statement } from "effect/sql"
import { closeSync, existsSync, openSync } from "node:fs"
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite"
import { StorageWaitMillis } from "../../../core/kernel/StorageHealth.ts"

/** Maximum number of cached prepared statements. The least recently used statement is dropped first. */
export const statementsCachedMax = 256
/**
 * Maximum time that a write waits for another process, such as a command next to the server, as a share of
 * `StorageWaitMillis`. It is longer than the caller's wait, so a write can succeed after its caller has stopped
 * waiting.
 */
export const busyWaitShare = 1.25
/** Time that SQLite itself waits for a lock before the retries begin. This wait blocks the whole process. */
export const busyTimeoutMillis = 5
/** Interval between retries of a write that another process blocks. */
export const busyRetryMillis = 10
/** Size in bytes to which the write-ahead log is truncated after a checkpoint. */
export const journalBytesMax = 64 * 1024 * 1024

/**
 * Number of pages in the write-ahead log that triggers a checkpoint. A checkpoint writes a page only once, even if many
 * commits changed it.
 */
export const walPagesMax = 4_000

export interface SqliteConfig {
  /** Path of the database file, or `:memory:`. */
  readonly filename: string
  /** Whether to open the file without writing to it. The journal mode then stays unchanged too. */
  readonly isReadOnly?: boolean
}

/**
 * Provides an SQL client for SQLite. It uses `node:sqlite`, which Node, Bun and Deno include without a native add-on.
 *
 * The client has a single connection, which only one fiber uses at a time. A transaction holds the connection until it
 * ends. A write that waits for another process releases the connection meanwhile. Every commit is on disk before it
 * returns (`synchronous=FULL`). With `NORMAL`, a power loss may roll back a commit (SQLite documentation, WAL mode).
 */
export const layer = (config: SqliteConfig): Layer.Layer<SqlClient.SqlClient, SqlError.SqlError> =>
  Layer.effectContext(Effect.map(make(config), (client) => Context.make(SqlClient.SqlClient, client))).pipe(
    Layer.provide(Reactivity.layer)
  )

const make = Effect.fnUntraced(function*(config: SqliteConfig) {
  const busyMillis = Math.round(busyWaitShare * (yield* StorageWaitMillis))
  const db = yield* Effect.acquireRelease(
    Effect.try({ try: () => open(config, busyMillis), catch: sqlError("open") }),
    (db) => Effect.sync(() => db.close())
  )
  const semaphore = yield* Semaphore.make(1)
  const acquirers = SqlClient.makeSqliteAcquirers({
    connection: Effect.succeed(makeConnection(db, { busyMillis, semaphore })),
    semaphore,
    isTransaction: () => db.isTransaction
  })
  return yield* SqlClient.make({
    ...acquirers,
    compiler: Statement.makeCompilerSqlite(),
    driver: "sqlite",
    beginTransaction: "BEGIN IMMEDIATE",
    releaseSavepoint: (name) => `RELEASE SAVEPOINT ${name}`,
    prepareTransactionControls: true,
    spanAttributes: [["db.system.name", "sqlite"]]
  })
})

const open = ({ filename, isReadOnly = false }: SqliteConfig, busyMillis: number): DatabaseSync => {
  if (!isReadOnly && filename !== ":memory:") createPrivateFile(filename)
  const db = new DatabaseSync(filename, { readOnly: isReadOnly })
  db.exec(`PRAGMA busy_timeout = ${busyMillis}`)
  if (isReadOnly) return db
  db.exec("PRAGMA journal_mode = WAL")
  db.exec(`PRAGMA busy_timeout = ${busyTimeoutMillis}`)
  db.exec("PRAGMA synchronous = FULL")
  db.exec("PRAGMA foreign_keys = ON")
  // Overwrites deleted data. Otherwise a person's name would stay readable in the file until the space is reused.
  db.exec("PRAGMA secure_delete = ON")
  db.exec(`PRAGMA wal_autocheckpoint = ${walPagesMax}`)
  db.exec(`PRAGMA journal_size_limit = ${journalBytesMax}`)
  return db
}

/**
 * Creates a new file that not every user can read. The database contains signing keys, password hashes and subjects,
 * but SQLite would create a file with mode 0644. SQLite gives its companion files the mode of the database. An existing
 * file keeps its mode, which the operator may have chosen.
 */
const createPrivateFile = (filename: string): void => {
  if (existsSync(filename)) return
  try {
    closeSync(openSync(filename, "a", newFileMode))
  } catch {
    // SQLite reports the reason when it opens the file.
  }
}

/** Mode of a new database before the umask is applied. */
const newFileMode = 0o660

interface Sharing {
  readonly busyMillis: number
  /** Semaphore with a single permit, which is held while the connection is in use. */
  readonly semaphore: Semaphore.Semaphore
}

const makeConnection = (db: DatabaseSync, { busyMillis, semaphore }: Sharing): SqlConnection.Connection => {
  const prepare = statementCache(db)
  /**
   * Permit to retry. Only one of the writes that another process blocks retries at a time, because each retry can block
   * this process for `busyTimeoutMillis`.
   */
  const turn = Semaphore.makeUnsafe(1)
  type Rows = ReturnType<StatementSync["all"]>
  /** Reports whether SQLite's own timeout is unchanged. If it was changed, only SQLite's timeout applies. */
  const waits = () => db.prepare("PRAGMA busy_timeout").get()?.["timeout"] === busyTimeoutMillis
  /**
   * Reports whether to retry. Within a transaction, a retry cannot help: the statement has the lock or will never get
   * it.
   */
  const canWait = (cause: unknown, end: number) =>
    isBusy(cause) && !db.isTransaction && performance.now() < end && waits()
  const attempt = (
    sql: string,
    params: ReadonlyArray<unknown>,
    retry: (cause: unknown) => Effect.Effect<Rows, SqlError.SqlError> | null
  ): Effect.Effect<Rows, SqlError.SqlError> =>
    Effect.suspend(() => {
      try {
        return Effect.succeed(prepare(sql).all(...bindable(params)))
      } catch (cause) {
        return retry(cause) ?? Effect.fail(sqlError(sql)(cause))
      }
    })
  /**
   * Releases the connection to other fibers during `wait`. The caller must be uninterruptible, but `wait` need not be.
   */
  const without = (wait: Effect.Effect<unknown>) =>
    Effect.andThen(semaphore.release(1), Effect.ensuring(wait, semaphore.take(1)))
  const pause = Effect.uninterruptibleMask((restore) => without(restore(Effect.sleep(busyRetryMillis))))
  const run = (sql: string, params: ReadonlyArray<unknown>) =>
    attempt(sql, params, (cause) => {
      const end = performance.now() + busyMillis
      if (!canWait(cause, end)) return null
      const again: Effect.Effect<Rows, SqlError.SqlError> = Effect.andThen(
        pause,
        attempt(sql, params, (cause) => canWait(cause, end) ? again : null)
      )
      return Effect.uninterruptibleMask((restore) =>
        Effect.andThen(without(restore(turn.take(1))), Effect.ensuring(restore(again), turn.release(1)))
      )
    })
  const values = (sql: string, params: ReadonlyArray<unknown>) =>
    Effect.map(run(sql, params), (rows) => rows.map((row) => Object.values(row)))
  return {
    // All variants are the same, because the client is created without a row transformation.
    execute: run,
    executeUnprepared: run,
    executeRaw: run,
    executeValues: values,
    executeValuesUnprepared: values,
    executeStream: (sql, params) => Stream.fromIterableEffect(run(sql, params))
  }
}

/**
 * Caches prepared statements. Each use moves a statement to the end of the map, so the first key is the least recently
 * used statement.
 */
const statementCache = (db: DatabaseSync) => {
  const statements = new Map<string, StatementSync>()
  return (sql: string): StatementSync => {
    let statement = statements.get(sql)
    if (statement === undefined) {
      statement = db.prepare(sql)
      const [oldest] = statements.keys()
      if (oldest !== undefined && statements.size >= statementsCachedMax) statements.delete(oldest)
    } else statements.delete(sql)
    statements.set(sql, statement)
    return statement
  }
}

/** Converts parameters for SQLite. Does not copy the array if no parameter needs a conversion. */
const bindable = (params: ReadonlyArray<unknown>): ReadonlyArray<SQLInputValue> =>
  params.every(isBindable) ? params : params.map(toSqlite)

const isBindable = (value: unknown): value is string | number | null =>
  typeof value === "string" || typeof value === "number" || value === null

const isBytes = (value: unknown): value is NodeJS.ArrayBufferView => ArrayBuffer.isView(value)

const toSqlite = (value: unknown): SQLInputValue => {
  if (value === undefined || value === null) return null
  if (typeof value === "boolean") return value ? 1 : 0
  if (value instanceof Date) return value.getTime()
  if (typeof value === "string" || typeof value === "number" || typeof value === "bigint") return value
  if (isBytes(value)) return value
  // If the first parameter were an object, `node:sqlite` would read it as named parameters.
  throw new TypeError(`A ${typeof value} cannot be bound to a statement`)
}

const sqlError = (operation: string) => (cause: unknown) => {
  const message = "SQLite failed"
  const reason = isUnavailable(cause)
    ? new SqlError.ConnectionError({ cause, message, operation })
    : SqlError.classifySqliteError(withCode(cause), { message, operation })
  return new SqlError.SqlError({ reason })
}

/**
 * Result codes of failures that the file causes, not the statement (sqlite.org/rescode.html). They are READONLY, IOERR,
 * CORRUPT, FULL and NOTADB.
 */
const unavailableCodes: ReadonlySet<number> = new Set([8, 10, 11, 13, 26])

const isBusy = (cause: unknown): boolean => primaryCode(cause) === 5

const isUnavailable = (cause: unknown): boolean => unavailableCodes.has(primaryCode(cause) ?? -1)

/** Names of the primary result codes that callers distinguish (sqlite.org/rescode.html). */
const codeNames: Readonly<Record<number, string>> = {
  3: "SQLITE_PERM",
  5: "SQLITE_BUSY",
  6: "SQLITE_LOCKED",
  14: "SQLITE_CANTOPEN",
  19: "SQLITE_CONSTRAINT",
  23: "SQLITE_AUTH"
}

/** Sets `code` to the name of SQLite's result code. `node:sqlite` sets the same `code` for every error. */
const withCode = (cause: unknown): unknown => {
  const code = codeNames[primaryCode(cause) ?? -1]
  return code === undefined || !(cause instanceof Error) || !("errcode" in cause)
    ? cause
    : Object.assign(cause, { code, errno: cause.errcode })
}

const primaryCode = (cause: unknown): number | null =>
  cause instanceof Error && "errcode" in cause && typeof cause.errcode === "number" ? cause.errcode & 0xff : null
