import { Effect } from "effect"
import { BackupRefused } from "../../../adapters/storage/backup/BackupFailure.ts"
import { backUpSqlite } from "../../../adapters/storage/backup/BackUpSqlite.ts"
import { restoreSqlite } from "../../../adapters/storage/backup/RestoreSqlite.ts"
import { describeDatabase, isFilled, isShared, sqliteFile } from "../../server/Database.ts"
import { thisInstance } from "../../server/process/ThisInstance.ts"
import { gatehouseConfig } from "../../server/settings/Config.ts"
import { progress } from "../terminal/Progress.ts"
import { environmentOfTools } from "./Config.ts"
import { NoDatabase } from "./StorageLayer.ts"

const inMemory = new BackupRefused({
  message: "DATABASE_URL names an in-memory database, which cannot be backed up."
})

/** Copies the configured database to a file and verifies the copy. */
export const backUpDatabase = Effect.fn("backUpDatabase")(function*(file: string) {
  const { databaseUrl } = yield* gatehouseConfig
  const database = describeDatabase(databaseUrl)
  if (isShared(databaseUrl)) {
    const { backUpPostgres } = yield* Effect.promise(() => import("../../../adapters/storage/backup/BackUpPostgres.ts"))
    return {
      database,
      ...(yield* watched((watch) => backUpPostgres({ databaseUrl, environment: environmentOfTools() }, file, watch)))
    }
  }
  const source = sqliteFile(databaseUrl)
  if (source === null) return yield* inMemory
  if (!isFilled(source)) return yield* new NoDatabase({ file: source })
  return { database, ...(yield* watched((watch) => backUpSqlite(source, file, watch))) }
})

/** Replaces the configured database with a backup. */
export const restoreDatabase = Effect.fn("restoreDatabase")(function*(file: string, force: boolean) {
  const { databaseUrl } = yield* gatehouseConfig
  const database = describeDatabase(databaseUrl)
  const instance = thisInstance()
  if (isShared(databaseUrl)) {
    const login = { databaseUrl, environment: environmentOfTools() }
    const { restorePostgres } = yield* Effect.promise(() =>
      import("../../../adapters/storage/backup/RestorePostgres.ts")
    )
    return { database, ...(yield* watched((watch) => restorePostgres({ login, file, force, instance, watch }))) }
  }
  const target = sqliteFile(databaseUrl)
  if (target === null) return yield* inMemory
  return { database, ...(yield* watched((watch) => restoreSqlite({ file, target, force, instance, watch }))) }
})

const bytesOfMegabyte = 1_000_000

/** Shows a progress bar on a terminal from the first byte copied until the verification ends. */
const watched = <A, E, R>(work: (watch: (bytes: number, expected: number) => void) => Effect.Effect<A, E, R>) =>
  Effect.suspend(() => {
    let bar = progress(null)
    const watch = (bytes: number, expected: number) => {
      bar = progress(expected)
      const isCopied = bytes >= expected
      bar.show(bytes, isCopied ? "copied; verifying" : `${Math.round(bytes / bytesOfMegabyte)} MB`)
    }
    return Effect.ensuring(work(watch), Effect.sync(() => bar.end()))
  })
