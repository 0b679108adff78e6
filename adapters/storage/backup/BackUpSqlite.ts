import { Effect } from "effect"
import { existsSync, statSync } from "node:fs"
import { backup, DatabaseSync } from "node:sqlite"
import { BackupRefused, BackupUnsound, systemWords } from "./BackupFailure.ts"
import { verifySqlite } from "./VerifySqlite.ts"
import { publish, removeDatabase, reserve, settle, thereAlready } from "./WholeFile.ts"

/**
 * All pages in one step: where another process writes between two, SQLite begins anew (sqlite.org/c3ref/backup_finish.html; 72 times
 * for 40 MB in steps of 100 pages beside 400 commits a second), and may go on so for as long as the server is busy. In one step it is
 * what one reading transaction sees, and nobody waits for it.
 */
const pagesAtOnce = 2 ** 30
const watchMillis = 100
/** How long it waits for a server that is just starting. */
const busyMillisMax = 5_000

/** How far it has come: bytes that are there, and bytes that there will be. */
export type Watcher = (bytes: number, bytesExpected: number) => void

/**
 * Copies a database that may be in use to a file of its own, looks the copy through from end to end, and only then gives it its
 * name. Nothing is overwritten, and nothing is left behind by a backup that fails.
 */
export const backUpSqlite = Effect.fn("backUpSqlite")(function*(source: string, target: string, watch: Watcher) {
  if (existsSync(target)) return yield* thereAlready(target)
  const partial = `${target}.partial`
  yield* attempt(partial, () => reserve(partial))
  return yield* Effect.gen(function*() {
    yield* copy(source, partial, watch)
    const soundness = yield* verifySqlite(partial)
    yield* attempt(target, () => {
      settle(partial)
      publish(partial, target)
    })
    return soundness
  }).pipe(
    // What is wrong with the copy is so with what was copied.
    Effect.catchTag("BackupUnsound", ({ why }) => Effect.fail(new BackupUnsound({ file: source, why }))),
    Effect.ensuring(Effect.sync(() => removeDatabase(partial)))
  )
})

const copy = (source: string, target: string, watch: Watcher) =>
  Effect.tryPromise({
    try: async () => {
      const db = new DatabaseSync(source)
      const expected = sizeOf(db)
      const watching = setInterval(
        () => watch(statSync(target, { throwIfNoEntry: false })?.size ?? 0, expected),
        watchMillis
      )
      try {
        db.exec(`PRAGMA busy_timeout = ${busyMillisMax}`)
        await backup(db, target, { rate: pagesAtOnce })
      } finally {
        clearInterval(watching)
        db.close()
      }
      inOneFile(target)
    },
    catch: (cause) => failed(target, cause)
  })

const sizeOf = (db: DatabaseSync): number => {
  const of = (name: "page_count" | "page_size") => Number(db.prepare(`PRAGMA ${name}`).get()?.[name])
  return of("page_count") * of("page_size")
}

/** The copy has its source's write-ahead log in its head: without, one file is all there is to keep. */
const inOneFile = (file: string): void => {
  const db = new DatabaseSync(file)
  try {
    db.exec("PRAGMA journal_mode = DELETE")
  } finally {
    db.close()
  }
}

const attempt = (file: string, work: () => void): Effect.Effect<void, BackupRefused> =>
  Effect.try({ try: work, catch: (cause) => failed(file, cause) })

const failed = (file: string, cause: unknown): BackupRefused =>
  cause instanceof BackupRefused
    ? cause
    : new BackupRefused({ message: `The backup to ${file} failed, and nothing of it is left: ${systemWords(cause)}` })
