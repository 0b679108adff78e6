import { Effect, Layer } from "effect"
import { Blocklist } from "../../../core/threats/blocklist/Blocklist.ts"
import { isNonEmptyFile, sqliteFile } from "../../server/Database.ts"
import { gatehouseConfig } from "../../server/settings/Config.ts"

export const layerNoBlocklist = Layer.mock(Blocklist, { find: () => Effect.succeed([]) })

/**
 * Layer of the configured database's blocklist. A missing or empty SQLite file counts as an empty blocklist. A
 * configured PostgreSQL server must be reachable.
 */
export const layerStoredBlocklist = Layer.unwrap(Effect.map(gatehouseConfig, ({ databaseUrl }) => {
  const file = sqliteFile(databaseUrl)
  return file === null || isNonEmptyFile(file)
    ? Layer.unwrap(Effect.promise(loadStoredBlocklist))
    : layerNoBlocklist
}))

/** Loads the database drivers only when a check needs them. */
const loadStoredBlocklist = async () => {
  const BlocklistSql = await import("../../../adapters/storage/sql/screening/BlocklistSql.ts")
  const { layerConfiguredDatabase } = await import("./ConfiguredDatabase.ts")
  return Layer.provide(BlocklistSql.layer, layerConfiguredDatabase)
}
