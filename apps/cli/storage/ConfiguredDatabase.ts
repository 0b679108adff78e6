import { Effect, Layer } from "effect"
import { StorageWaitMillis } from "../../../core/kernel/StorageHealth.ts"
import { layerDatabase } from "../../server/Database.ts"
import { gatehouseConfig } from "../../server/settings/Config.ts"

/** Layer of the time that a query may wait for the database. */
export const layerStorageWait = Layer.unwrap(
  Effect.map(gatehouseConfig, ({ storageWaitMillis }) => Layer.succeed(StorageWaitMillis, storageWaitMillis))
)

/** Layer of the configured database. It runs no migrations. */
export const layerConfiguredDatabase = Layer.unwrap(
  Effect.map(gatehouseConfig, ({ databaseUrl }) => layerDatabase(databaseUrl))
).pipe(Layer.provide(layerStorageWait))
