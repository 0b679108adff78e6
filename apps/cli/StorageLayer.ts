import { Effect, Layer } from "effect"
import * as SecretsNode from "../../adapters/crypto/SecretsNode.ts"
import { migrate } from "../../adapters/storage/sql/Migrations.ts"
import * as StorageSql from "../../adapters/storage/sql/StorageSql.ts"
import { gatehouseConfig } from "../server/Config.ts"
import { layerDatabase } from "../server/Database.ts"
import { thisInstance } from "../server/ThisInstance.ts"

/** The database of the settings, as it is. */
export const layerConfiguredDatabase = Layer.unwrap(
  Effect.map(gatehouseConfig, ({ databaseUrl }) => layerDatabase(databaseUrl))
)

/** Every storage port. The schema is brought up to date first, so that an empty database is enough. */
export const layerStorage = Layer.suspend(() => StorageSql.layer(thisInstance())).pipe(
  Layer.provideMerge(Layer.effectDiscard(migrate)),
  Layer.provideMerge(layerConfiguredDatabase),
  Layer.provideMerge(SecretsNode.layer)
)
