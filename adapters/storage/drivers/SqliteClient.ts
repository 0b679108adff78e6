import { Context, Effect, Layer, Semaphore, Stream } from "effect"
import { Reactivity } from "effect/reactivity"
import { SqlClient, type SqlConnection, SqlError, Statement } from "effect/sql"
import { closeSync, existsSync, openSync } from "node:fs"
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite"
import { StorageWaitMillis } from "../../../core/kernel/StorageHealth.ts"

/** Maximum number of cached prepared statements; the oldest is dropped first. */
export const statementsCachedMax = 256
/**
 * Maximum wait of a write for another process (the command line next to the server), as a share of `StorageWaitMillis`. It is longer than
 * the caller's wait, because the caller's error does not claim that nothing was written.
 */
export const busyShare = 1.25
/** Part of the wait that SQLite itself blocks, in milliseconds. The whole process is blocked during this time. */
export const busyTimeoutMillis = 5
/** Interval between retries. */
export const busyRetryMillis = 10
/** Size to which the write-ahead log is truncated after a checkpoint. */
export const journalBytesMax = 64 * 1024 * 1024

/** Number of pages in the write-ahead log before a checkpoint, which writes a page of many commits only once. */
export const walPagesMax = 4_000

export interface SqliteConfig {
  /** Path, or `:memory:`. */
  readonly filename: string
  /** Opens the file without writing to it; the journal mode stays unchanged too. */
  readonly isReadOnly?: boolean
}

/**
 * `effect/sql` on `node:sqlite`, which Node, Bun and Deno provide without a native add-on.
 *
 * One fiber at a time uses the single connection: a transaction holds it until its end, and a write that waits for another process releases
 * it meanwhile. Every commit is on disk before it returns (`synchronous=FULL`; according to the SQLite documentation, a commit with NORMAL
 * in WAL mode may roll back after a power loss).
 */
export const layer = (config: SqliteConfig): Layer.Layer<SqlClient.SqlClient, SqlError.SqlError> =>
  Layer.effectContext(Effect.map(make(config), (client) => Context.make(SqlClient.SqlClient, client))).pipe(
    Layer.provide(Reactivity.layer)
  )

const make = Effect.fnUntraced(function*(config: SqliteConfig) {
  const busyMillis = Math.round(busyShare * (yield* StorageWaitMillis))
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
 * Creates a new file with restricted access, because SQLite creates files that every user can read (0644), and the database contains
 * signing keys, password hashes and subjects. SQLite gives its companion files the same mode. The mode of an existing file is the
 * operator's choice.
 */
const createPrivateFile = (filename: string): void => {
  if (existsSync(filename)) return
  try {
    closeSync(openSync(filename, "a", newFileMode))
  } catch {
    // SQLite reports the reason when it opens the file.
  }
}

/** Mode before the umask is applied. */
const newFileMode = 0o660

interface Sharing {
  readonly busyMillis: number
  /** A user of the connection holds its permit. */
  readonly semaphore: Semaphore.Semaphore
}

const makeConnection = (db: DatabaseSync, { busyMillis, semaphore }: Sharing): SqlConnection.Connection => {
  const prepare = statementCache(db)
  /** Only one of the writes that wait for another process retries at a time, because each try blocks this process for some milliseconds. */
  const turn = Semaphore.makeUnsafe(1)
  type Rows = ReturnType<StatementSync["all"]>
  /** If SQLite's own timeout was set to another value, only that timeout applies. */
  const waits = () => db.prepare("PRAGMA busy_timeout").get()?.["timeout"] === busyTimeoutMillis
  /** A statement within a transaction has the lock already, or never gets it. */
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
  /** Other fibers use the connection meanwhile. The caller is uninterruptible; `wait` is not. */
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
    // The client is created without a row transformation.
    execute: run,
    executeUnprepared: run,
    executeRaw: run,
    executeValues: values,
    executeValuesUnprepared: values,
    executeStream: (sql, params) => Stream.fromIterableEffect(run(sql, params))
  }
}

/** A Map keeps its keys in insertion order, so the least recently used statement is dropped first. */
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

/** Most parameters need no conversion, so a large group of rows is not copied needlessly. */
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
  // An object as the first parameter would be interpreted as named parameters and shift the others.
  throw new TypeError(`A ${typeof value} cannot be bound to a statement`)
}

const sqlError = (operation: string) => (cause: unknown) => {
  const message = "SQLite failed"
  const reason = isUnavailable(cause)
    ? new SqlError.ConnectionError({ cause, message, operation })
    : SqlError.classifySqliteError(withCode(cause), { message, operation })
  return new SqlError.SqlError({ reason })
}

/** READONLY, IOERR, CORRUPT, FULL and NOTADB (sqlite.org/rescode.html): the file causes the failure, not the statement. */
const unavailableCodes: ReadonlySet<number> = new Set([8, 10, 11, 13, 26])

const isBusy = (cause: unknown): boolean => primaryCode(cause) === 5

const isUnavailable = (cause: unknown): boolean => unavailableCodes.has(primaryCode(cause) ?? -1)

/** Names of the primary result codes (sqlite.org/rescode.html) that callers distinguish. */
const codeNames: Readonly<Record<number, string>> = {
  3: "SQLITE_PERM",
  5: "SQLITE_BUSY",
  6: "SQLITE_LOCKED",
  14: "SQLITE_CANTOPEN",
  19: "SQLITE_CONSTRAINT",
  23: "SQLITE_AUTH"
}

/** `node:sqlite` uses the same `code` for every error and puts SQLite's code into `errcode`. */
const withCode = (cause: unknown): unknown => {
  const code = codeNames[primaryCode(cause) ?? -1]
  return code === undefined || !(cause instanceof Error) || !("errcode" in cause)
    ? cause
    : Object.assign(cause, { code, errno: cause.errcode })
}

const primaryCode = (cause: unknown): number | null =>
  cause instanceof Error && "errcode" in cause && typeof cause.errcode === "number" ? cause.errcode & 0xff : null
