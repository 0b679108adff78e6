import { Effect, Layer } from "effect"
import * as BlocklistSql from "../../../adapters/storage/sql/screening/BlocklistSql.ts"
import { Blocklist } from "../../../core/threats/blocklist/Blocklist.ts"
import { isNonEmptyFile, sqliteFile } from "../../server/Database.ts"
import { gatehouseConfig } from "../../server/settings/Config.ts"
import { layerConfiguredDatabase } from "./StorageLayer.ts"

export const layerNoBlocklist = Layer.mock(Blocklist, { find: () => Effect.succeed([]) })

/**
 * Layer of the configured database's blocklist. A missing or empty SQLite file counts as an empty blocklist. A
 * configured PostgreSQL server must be reachable.
 */
export const layerStoredBlocklist = Layer.unwrap(Effect.map(gatehouseConfig, ({ databaseUrl }) => {
  const file = sqliteFile(databaseUrl)
  return file === null || isNonEmptyFile(file)
    ? Layer.provide(BlocklistSql.layer, layerConfiguredDatabase)
    : layerNoBlocklist
}))
