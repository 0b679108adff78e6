import { Effect, Layer } from "effect"
import * as BlocklistSql from "../../../adapters/storage/sql/screening/BlocklistSql.ts"
import { Blocklist } from "../../../core/threats/blocklist/Blocklist.ts"
import { isFilled, sqliteFile } from "../../server/Database.ts"
import { gatehouseConfig } from "../../server/settings/Config.ts"
import { layerConfiguredDatabase } from "./StorageLayer.ts"

export const layerNoBlocklist = Layer.mock(Blocklist, { find: () => Effect.succeed([]) })

/** An SQLite file that is not there, or empty, holds nothing; a server that is configured has to answer. */
export const layerStoredBlocklist = Layer.unwrap(Effect.map(gatehouseConfig, ({ databaseUrl }) => {
  const file = sqliteFile(databaseUrl)
  return file === null || isFilled(file)
    ? Layer.provide(BlocklistSql.layer, layerConfiguredDatabase)
    : layerNoBlocklist
}))
