import { Effect } from "effect"
import { existsSync } from "node:fs"
import { backup, DatabaseSync } from "node:sqlite"
import { BackupRefused, describeSystemError, InvalidBackup } from "./BackupFailure.ts"
import {
  createPrivateFile,
  fileExistsError,
  moveToFinalName,
  type ProgressListener,
  removeDatabaseFiles,
  reportingProgress,
  syncFile
} from "./BackupFiles.ts"
import { verifySqlite } from "./VerifySqlite.ts"

/**
 * Copies all pages in one step. With several steps, SQLite restarts whenever another process writes in between
 * (sqlite.org/c3ref/backup_finish.html; measured: 72 restarts for 40 MB in steps of 100 pages at 400 commits per second), possibly for as
 * long as the server is busy. One step copies what a single read transaction sees and blocks no writer.
 */
const pagesAtOnce = 2 ** 30
/** Maximum wait for a server that is just starting. */
const busyMillisMax = 5_000

/**
 * Copies a database in use to a new file, verifies the copy completely, and then gives it its final name. It overwrites no file, and a
 * failed backup leaves no files behind.
 */
export const backUpSqlite = Effect.fn("backUpSqlite")(
  function*(source: string, target: string, watch: ProgressListener) {
    if (existsSync(target)) return yield* fileExistsError(target)
    const partial = `${target}.partial`
    yield* attempt(partial, () => createPrivateFile(partial))
    return yield* Effect.gen(function*() {
      yield* copy(source, partial, watch)
      const soundness = yield* verifySqlite(partial)
      yield* attempt(target, () => {
        syncFile(partial)
        moveToFinalName(partial, target)
      })
      return soundness
    }).pipe(
      // A defect of the copy comes from the source, so the failure names the source.
      Effect.catchTag("InvalidBackup", ({ reason }) => Effect.fail(new InvalidBackup({ file: source, reason }))),
      Effect.ensuring(Effect.sync(() => removeDatabaseFiles(partial)))
    )
  }
)

const copy = (source: string, target: string, watch: ProgressListener) =>
  Effect.acquireUseRelease(
    Effect.try({ try: () => new DatabaseSync(source), catch: (cause) => backupError(target, cause) }),
    (db) => {
      const copied = Effect.tryPromise({
        try: () => {
          db.exec(`PRAGMA busy_timeout = ${busyMillisMax}`)
          return backup(db, target, { rate: pagesAtOnce })
        },
        catch: (cause) => backupError(target, cause)
      })
      const expected = attempt(target, () => sizeOf(db))
      return Effect.flatMap(expected, (bytes) => reportingProgress(target, bytes, watch, copied))
    },
    (db) => Effect.sync(() => db.close())
  ).pipe(Effect.andThen(attempt(target, () => inOneFile(target))))

const sizeOf = (db: DatabaseSync): number => {
  const of = (name: "page_count" | "page_size") => Number(db.prepare(`PRAGMA ${name}`).get()?.[name])
  return of("page_count") * of("page_size")
}

/** The copy inherits write-ahead logging from the source. Without it, the backup is a single file. */
const inOneFile = (file: string): void => {
  const db = new DatabaseSync(file)
  try {
    db.exec("PRAGMA journal_mode = DELETE")
  } finally {
    db.close()
  }
}

const attempt = <A>(file: string, work: () => A): Effect.Effect<A, BackupRefused> =>
  Effect.try({ try: work, catch: (cause) => backupError(file, cause) })

const backupError = (file: string, cause: unknown): BackupRefused =>
  cause instanceof BackupRefused
    ? cause
    : new BackupRefused({ message: `The backup to ${file} failed and left no files: ${describeSystemError(cause)}` })
