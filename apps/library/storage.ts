/**
 * Everything with state: accounts, credits, keys, sites, Shield, history, rules, reports and members.
 *
 * `layerSqlite`, `layerPostgres` and `layerMemory` provide all ports with state, and cryptography. The other modules
 * are for programs that combine adapters in another way.
 *
 * @example
 * import { Effect } from "effect"
 * import { createAccount, grantCredits } from "gatehouse/core"
 * import { layerSqlite } from "gatehouse/storage"
 *
 * const program = Effect.gen(function*() {
 *   const { id } = yield* createAccount("shop")
 *   yield* grantCredits({ accountId: id, amount: 1_000, note: "start" })
 * })
 *
 * Effect.runPromise(Effect.provide(program, layerSqlite({ filename: "./data/shop.db" })))
 */
export {
  layerMemory,
  layerPostgres,
  layerSqlite,
  postgresConnectionsMax,
  type PostgresOptions,
  type SqliteOptions,
  type StorageOptions
} from "./EmbeddedStorage.ts"

// Drivers, and the storage on a SqlClient
export * as PostgresClient from "../../adapters/storage/drivers/PostgresClient.ts"
export * as SqliteClient from "../../adapters/storage/drivers/SqliteClient.ts"
export { GroupCommit, PostedMillisMax } from "../../adapters/storage/sql/commits/GroupCommit.ts"
export { migrate, runMigrations } from "../../adapters/storage/sql/migrations/Migrations.ts"
export { type InstanceConfig, Instances } from "../../adapters/storage/sql/servers/Instances.ts"
export { describeThisInstance } from "../../adapters/storage/sql/servers/ThisInstance.ts"
export * as StorageSql from "../../adapters/storage/sql/StorageSql.ts"

// Storage in memory
export * as RateLimiterMemory from "../../adapters/storage/memory/RateLimiterMemory.ts"
export * as StorageMemory from "../../adapters/storage/memory/StorageMemory.ts"
export * as RateLimiterPg from "../../adapters/storage/sql/accounts/RateLimiterPg.ts"

// Backups
export { BackupRefused, InvalidBackup } from "../../adapters/storage/backup/BackupFailure.ts"
export { backUpSqlite } from "../../adapters/storage/backup/BackUpSqlite.ts"
export { verifySqlite } from "../../adapters/storage/backup/VerifySqlite.ts"

// Cryptography
export * as PasswordsNode from "../../adapters/crypto/PasswordsNode.ts"
export * as SealsNode from "../../adapters/crypto/SealsNode.ts"
export * as SecretsNode from "../../adapters/crypto/SecretsNode.ts"

// Shield's checks in the process
export * as PuzzleCheckThreads from "../../adapters/puzzles/PuzzleCheckThreads.ts"
export * as VisitorTrafficMemory from "../../adapters/traffic/VisitorTrafficMemory.ts"
