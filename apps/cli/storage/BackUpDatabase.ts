import { Effect } from "effect"
import { BackupRefused } from "../../../adapters/storage/backup/BackupFailure.ts"
import { backUpSqlite } from "../../../adapters/storage/backup/BackUpSqlite.ts"
import { restoreSqlite } from "../../../adapters/storage/backup/RestoreSqlite.ts"
import { describeThisInstance } from "../../../adapters/storage/sql/servers/ThisInstance.ts"
import { describeDatabase, isNonEmptyFile, isSharedDatabase, sqliteFile } from "../../server/Database.ts"
import { gatehouseConfig } from "../../server/settings/Config.ts"
import { progress } from "../terminal/Progress.ts"
import { processEnvironment } from "./Config.ts"
import { NoDatabase } from "./StorageLayer.ts"

const inMemoryRefused = new BackupRefused({
  message: "DATABASE_URL names an in-memory database, which cannot be backed up."
})

/** Copies the configured database to a file and verifies the copy. */
export const backUpDatabase = Effect.fn("backUpDatabase")(function*(file: string) {
  const { databaseUrl } = yield* gatehouseConfig
  const database = describeDatabase(databaseUrl)
  if (isSharedDatabase(databaseUrl)) {
    const { backUpPostgres } = yield* Effect.promise(() => import("../../../adapters/storage/backup/BackUpPostgres.ts"))
    return {
      database,
      ...(yield* withProgressBar((watch) =>
        backUpPostgres({ databaseUrl, environment: processEnvironment() }, file, watch)
      ))
    }
  }
  const source = sqliteFile(databaseUrl)
  if (source === null) return yield* inMemoryRefused
  if (!isNonEmptyFile(source)) return yield* new NoDatabase({ file: source })
  return { database, ...(yield* withProgressBar((watch) => backUpSqlite(source, file, watch))) }
})

/** Replaces the configured database with a backup. */
export const restoreDatabase = Effect.fn("restoreDatabase")(function*(file: string, force: boolean) {
  const { databaseUrl } = yield* gatehouseConfig
  const database = describeDatabase(databaseUrl)
  const instance = describeThisInstance()
  if (isSharedDatabase(databaseUrl)) {
    const login = { databaseUrl, environment: processEnvironment() }
    const { restorePostgres } = yield* Effect.promise(() =>
      import("../../../adapters/storage/backup/RestorePostgres.ts")
    )
    return {
      database,
      ...(yield* withProgressBar((watch) => restorePostgres({ login, file, force, instance, watch })))
    }
  }
  const target = sqliteFile(databaseUrl)
  if (target === null) return yield* inMemoryRefused
  return { database, ...(yield* withProgressBar((watch) => restoreSqlite({ file, target, force, instance, watch }))) }
})

const megabyteBytes = 1_000_000

/** Shows a progress bar on a terminal from the first byte copied until the verification ends. */
const withProgressBar = <A, E, R>(work: (watch: (bytes: number, expected: number) => void) => Effect.Effect<A, E, R>) =>
  Effect.suspend(() => {
    let bar = progress(null)
    const watch = (bytes: number, expected: number) => {
      bar = progress(expected)
      const isCopied = bytes >= expected
      bar.show(bytes, isCopied ? "copied; verifying" : `${Math.round(bytes / megabyteBytes)} MB`)
    }
    return Effect.ensuring(work(watch), Effect.sync(() => bar.end()))
  })
