import { Effect } from "effect"
import { migrate } from "../../../adapters/storage/sql/migrations/Migrations.ts"
import { gatehouseConfig } from "../../server/Config.ts"
import { describeDatabase } from "../../server/Database.ts"
import { layerConfiguredDatabase } from "./StorageLayer.ts"

/** Runs what is missing. Returns the names of the migrations that ran, in their order. */
export const migrateDatabase = Effect.gen(function*() {
  const { databaseUrl } = yield* gatehouseConfig
  const ran = yield* Effect.provide(migrate, layerConfiguredDatabase)
  return { database: describeDatabase(databaseUrl), ran }
})
