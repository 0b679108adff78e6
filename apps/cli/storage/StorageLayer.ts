import { Effect, Layer, Schema } from "effect"
import * as SecretsNode from "../../../adapters/crypto/SecretsNode.ts"
import { migrate } from "../../../adapters/storage/sql/migrations/Migrations.ts"
import * as StorageSql from "../../../adapters/storage/sql/StorageSql.ts"
import { StorageWaitMillis } from "../../../core/kernel/StorageHealth.ts"
import { describeDatabase, isNonEmptyFile, layerDatabase, sqliteFile } from "../../server/Database.ts"
import { thisInstance } from "../../server/process/ThisInstance.ts"
import { gatehouseConfig } from "../../server/settings/Config.ts"

/** Provides `StorageWaitMillis` from the settings. */
const layerStorageWait = Layer.unwrap(
  Effect.map(gatehouseConfig, ({ storageWaitMillis }) => Layer.succeed(StorageWaitMillis, storageWaitMillis))
)

/** The configured database without migrations. */
export const layerConfiguredDatabase = Layer.unwrap(
  Effect.map(gatehouseConfig, ({ databaseUrl }) => layerDatabase(databaseUrl))
).pipe(Layer.provide(layerStorageWait))

/** All storage ports. Migrations run first, so that an empty database is sufficient. */
export const layerStorage = Layer.suspend(() => StorageSql.layer(thisInstance())).pipe(
  Layer.provideMerge(Layer.effectDiscard(migrate)),
  Layer.provideMerge(layerConfiguredDatabase),
  Layer.provide(layerStorageWait),
  Layer.provideMerge(SecretsNode.layer)
)

export class NoDatabase extends Schema.TaggedError<NoDatabase>()("NoDatabase", { file: Schema.String }) {
  override get message(): string {
    return `There is no database at ${this.file}. Start the server or run \`gatehouse migrate\` to create it, ` +
      "or set DATABASE_URL to another database."
  }
}

/** All storage ports on an existing database; fails without one. */
export const layerExistingStorage = Layer.unwrap(Effect.gen(function*() {
  const file = sqliteFile((yield* gatehouseConfig).databaseUrl)
  return file === null || isNonEmptyFile(file) ? layerStorage : yield* new NoDatabase({ file })
}))

/** Runs the pending migrations. Returns their names in order. */
export const migrateDatabase = Effect.gen(function*() {
  const { databaseUrl } = yield* gatehouseConfig
  const appliedMigrations = yield* Effect.provide(migrate, layerConfiguredDatabase)
  return { database: describeDatabase(databaseUrl), ran: appliedMigrations }
})
