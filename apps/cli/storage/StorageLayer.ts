import { Effect, Layer, Schema } from "effect"
import * as SecretsNode from "../../../adapters/crypto/SecretsNode.ts"
import { migrate } from "../../../adapters/storage/sql/migrations/Migrations.ts"
import { describeThisInstance } from "../../../adapters/storage/sql/servers/ThisInstance.ts"
import * as StorageSql from "../../../adapters/storage/sql/StorageSql.ts"
import { describeDatabase, isNonEmptyFile, sqliteFile } from "../../server/Database.ts"
import { gatehouseConfig } from "../../server/settings/Config.ts"
import { layerConfiguredDatabase, layerStorageWait } from "./ConfiguredDatabase.ts"

/** Layer of all storage ports. It first runs the pending migrations, also on an empty database. */
export const layerStorage = Layer.suspend(() => StorageSql.layer(describeThisInstance())).pipe(
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

/** Layer of all storage ports. It fails if the configured SQLite file is missing or empty. */
export const layerExistingStorage = Layer.unwrap(Effect.gen(function*() {
  const file = sqliteFile((yield* gatehouseConfig).databaseUrl)
  return file === null || isNonEmptyFile(file) ? layerStorage : yield* new NoDatabase({ file })
}))

/** Runs the pending migrations. Returns the database's name, and the names of the migrations in order. */
export const migrateDatabase = Effect.gen(function*() {
  const { databaseUrl } = yield* gatehouseConfig
  const appliedMigrations = yield* Effect.provide(migrate, layerConfiguredDatabase)
  return { database: describeDatabase(databaseUrl), ran: appliedMigrations }
})
