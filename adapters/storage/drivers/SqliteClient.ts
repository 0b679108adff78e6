import { Context, Effect, Layer, Semaphore, Stream } from "effect"
import { Reactivity } from "effect/reactivity"
import { SqlClient, type SqlConnection, SqlError, Statement } from "effect/sql"
import { closeSync, existsSync, openSync } from "node:fs"
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite"
import { StorageWaitMillis } from "../../../core/kernel/StorageHealth.ts"

/** Prepared statements kept for reuse; the oldest goes when one more is needed. */
export const statementsKeptMax = 256
/**
 * How long a write waits for another process (the command line beside the server) to finish its own, as a share of
 * `StorageWaitMillis`: longer than the caller, whose answer does not say that nothing was written.
 */
export const busyShare = 1.25
/** Of that, SQLite itself waits so long at a time: meanwhile the whole process stands still, with everything it should answer. */
export const busyTimeoutMillis = 5
/** From one try to the next. */
export const busyRetryMillis = 10
/** The write-ahead log is cut back to this size after a checkpoint. */
export const journalBytesMax = 64 * 1024 * 1024

/** Pages in the write-ahead log before they are carried over: a page that many commits touched is carried once. */
export const walPagesMax = 4_000

export interface SqliteConfig {
  /** A path, or `:memory:`. */
  readonly filename: string
  /** Nothing of it is written, not even how its journal is kept. */
  readonly isReadOnly?: boolean
}

/**
 * `effect/sql` over `node:sqlite`, which Node, Bun and Deno all carry: no native add-on.
 *
 * One connection, used by one fiber at a time: a transaction holds it to its end, and a write that waits for another process gives it
 * to others meanwhile. Every commit is on disk before it returns (`synchronous=FULL`; the SQLite documentation says of NORMAL in WAL
 * mode that a commit may roll back after a power loss).
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
  if (!isReadOnly && filename !== ":memory:") keepFromOthers(filename)
  const db = new DatabaseSync(filename, { readOnly: isReadOnly })
  db.exec(`PRAGMA busy_timeout = ${busyMillis}`)
  if (isReadOnly) return db
  db.exec("PRAGMA journal_mode = WAL")
  db.exec(`PRAGMA busy_timeout = ${busyTimeoutMillis}`)
  db.exec("PRAGMA synchronous = FULL")
  db.exec("PRAGMA foreign_keys = ON")
  // What is erased is overwritten: a person's name would else stay readable in the file until its place is needed.
  db.exec("PRAGMA secure_delete = ON")
  db.exec(`PRAGMA wal_autocheckpoint = ${walPagesMax}`)
  db.exec(`PRAGMA journal_size_limit = ${journalBytesMax}`)
  return db
}

/**
 * A new file is made here, since SQLite lets everybody on the machine read what it makes (0644): keys that sign, password hashes and
 * subjects are in it. What SQLite puts beside it has its mode. Of a file that is there, the mode is whoever runs the server's choice.
 */
const keepFromOthers = (filename: string): void => {
  if (existsSync(filename)) return
  try {
    closeSync(openSync(filename, "a", newFileMode))
  } catch {
    // SQLite says why.
  }
}

/** Less what the umask takes. */
const newFileMode = 0o660

interface Sharing {
  readonly busyMillis: number
  /** A caller of the connection holds its permit. */
  readonly semaphore: Semaphore.Semaphore
}

const makeConnection = (db: DatabaseSync, { busyMillis, semaphore }: Sharing): SqlConnection.Connection => {
  const prepare = statementCache(db)
  /** Of all writes that wait for another process, one tries: each try stops this process for some milliseconds. */
  const turn = Semaphore.makeUnsafe(1)
  type Rows = ReturnType<StatementSync["all"]>
  /** Whoever has set SQLite's own wait to something else waits no longer than that. */
  const waits = () => db.prepare("PRAGMA busy_timeout").get()?.["timeout"] === busyTimeoutMillis
  /** What is within a transaction has the lock, or never gets it. */
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
  /** Others use the connection meanwhile. The caller is uninterruptible, and `wait` is not. */
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
    // The client is made without a transformation of rows.
    execute: run,
    executeUnprepared: run,
    executeRaw: run,
    executeValues: values,
    executeValuesUnprepared: values,
    executeStream: (sql, params) => Stream.fromIterableEffect(run(sql, params))
  }
}

/** The least recently used statement is dropped first: a Map keeps its keys in order of insertion. */
const statementCache = (db: DatabaseSync) => {
  const statements = new Map<string, StatementSync>()
  return (sql: string): StatementSync => {
    let statement = statements.get(sql)
    if (statement === undefined) {
      statement = db.prepare(sql)
      const [oldest] = statements.keys()
      if (oldest !== undefined && statements.size >= statementsKeptMax) statements.delete(oldest)
    } else statements.delete(sql)
    statements.set(sql, statement)
    return statement
  }
}

/** Most parameters can be bound as they are; a large group of rows is not copied for nothing. */
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
  // An object in the first place would be taken for named parameters, and shift the others.
  throw new TypeError(`A ${typeof value} cannot be bound to a statement`)
}

const sqlError = (operation: string) => (cause: unknown) => {
  const message = "SQLite failed"
  const reason = isUnavailable(cause)
    ? new SqlError.ConnectionError({ cause, message, operation })
    : SqlError.classifySqliteError(withCode(cause), { message, operation })
  return new SqlError.SqlError({ reason })
}

/** READONLY, IOERR, CORRUPT, FULL and NOTADB (sqlite.org/rescode.html): the file is at fault, and not the statement. */
const unavailableCodes: ReadonlySet<number> = new Set([8, 10, 11, 13, 26])

const isBusy = (cause: unknown): boolean => primaryCode(cause) === 5

const isUnavailable = (cause: unknown): boolean => unavailableCodes.has(primaryCode(cause) ?? -1)

/** Names of the primary result codes (sqlite.org/rescode.html) that are told apart. */
const codeNames: Readonly<Record<number, string>> = {
  3: "SQLITE_PERM",
  5: "SQLITE_BUSY",
  6: "SQLITE_LOCKED",
  14: "SQLITE_CANTOPEN",
  19: "SQLITE_CONSTRAINT",
  23: "SQLITE_AUTH"
}

/** `node:sqlite` has one `code` for everything and puts SQLite's own into `errcode`. */
const withCode = (cause: unknown): unknown => {
  const code = codeNames[primaryCode(cause) ?? -1]
  return code === undefined || !(cause instanceof Error) || !("errcode" in cause)
    ? cause
    : Object.assign(cause, { code, errno: cause.errcode })
}

const primaryCode = (cause: unknown): number | null =>
  cause instanceof Error && "errcode" in cause && typeof cause.errcode === "number" ? cause.errcode & 0xff : null
