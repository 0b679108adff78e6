import { Effect, Layer, type Redacted } from "effect"
import { mkdirSync } from "node:fs"
import { dirname } from "node:path"
import * as PasswordsNode from "../../adapters/crypto/PasswordsNode.ts"
import * as SealsNode from "../../adapters/crypto/SealsNode.ts"
import * as SecretsNode from "../../adapters/crypto/SecretsNode.ts"
import * as PuzzleCheckThreads from "../../adapters/puzzles/PuzzleCheckThreads.ts"
import * as PostgresClient from "../../adapters/storage/drivers/PostgresClient.ts"
import * as SqliteClient from "../../adapters/storage/drivers/SqliteClient.ts"
import * as RateLimiterMemory from "../../adapters/storage/memory/RateLimiterMemory.ts"
import * as StorageMemory from "../../adapters/storage/memory/StorageMemory.ts"
import * as RateLimiterPg from "../../adapters/storage/sql/accounts/RateLimiterPg.ts"
import { migrate } from "../../adapters/storage/sql/migrations/Migrations.ts"
import { describeThisInstance } from "../../adapters/storage/sql/servers/ThisInstance.ts"
import * as StorageSql from "../../adapters/storage/sql/StorageSql.ts"
import * as VisitorTrafficMemory from "../../adapters/traffic/VisitorTrafficMemory.ts"
import { LeadQueue } from "../../core/leads/LeadQueue.ts"
import { historyDaysDefault, runMaintenance } from "../../core/maintenance/RunMaintenance.ts"

export interface StorageOptions {
  /** Maximum retention period of the request history, in days. By default, 30. */
  readonly historyDays?: number
}

export interface SqliteOptions extends StorageOptions {
  /** Path of the database file, or `:memory:`. The layer creates the file and its folder. */
  readonly filename: string
}

export interface PostgresOptions extends StorageOptions {
  /** URL of the database: `postgres://USER:PASSWORD@HOST/DATABASE`. */
  readonly url: Redacted.Redacted
  /** Maximum number of connections. By default, 10. */
  readonly connectionsMax?: number
}

/** Default maximum number of PostgreSQL connections of a process. */
export const postgresConnectionsMax = 10

/**
 * Runs the periodic tasks while the layer is open: refunds of credits that terminated processes held, and retention.
 *
 * `layerSqlite`, `layerPostgres` and `layerMemory` include it.
 */
const layerMaintenance = ({ historyDays = historyDaysDefault }: StorageOptions) =>
  Layer.effectDiscard(Effect.forkScoped(runMaintenance(historyDays)))

/** Cryptography, Shield's checks and queues, which need no database of their own. */
const layerProcess = Layer.mergeAll(
  SealsNode.layer,
  PasswordsNode.layer,
  PuzzleCheckThreads.layer(),
  VisitorTrafficMemory.layer,
  LeadQueue.layer()
)

const layerSql = (options: StorageOptions) =>
  layerMaintenance(options).pipe(
    Layer.provideMerge(layerProcess),
    Layer.provideMerge(Layer.suspend(() => StorageSql.layer(describeThisInstance()))),
    Layer.provideMerge(Layer.effectDiscard(migrate)),
    Layer.provideMerge(SecretsNode.layer)
  )

/**
 * Layer of all ports with state, in an SQLite file: accounts, ledger, keys, sites, Shield, history, rules and reports.
 *
 * Migrates the database first. Every commit is on disk before it returns. Several processes may open the file, but each
 * counts rate limits separately. Includes cryptography and the periodic tasks. Fails with `SqlError` if the file cannot
 * be opened, and with `MigrationError` if it cannot be migrated.
 *
 * @example
 * Effect.provide(createAccount("shop"), layerSqlite({ filename: "./data/shop.db" }))
 */
export const layerSqlite = (options: SqliteOptions) =>
  Layer.merge(layerSql(options), RateLimiterMemory.layer).pipe(
    Layer.provideMerge(Layer.suspend(() => {
      if (options.filename !== ":memory:") mkdirSync(dirname(options.filename), { recursive: true })
      return SqliteClient.layer({ filename: options.filename })
    }))
  )

/**
 * Layer of all ports with state, in a PostgreSQL database that several processes may share.
 *
 * Migrates the database first. Includes cryptography and the periodic tasks. Fails with `SqlError` if the database
 * cannot be reached, and with `MigrationError` if it cannot be migrated.
 *
 * @example
 * layerPostgres({ url: Redacted.make("postgres://shop:secret@db.internal/shop") })
 */
export const layerPostgres = (options: PostgresOptions) =>
  RateLimiterPg.layer.pipe(
    Layer.provideMerge(layerSql(options)),
    Layer.provideMerge(PostgresClient.layer({
      url: options.url,
      maxConnections: options.connectionsMax ?? postgresConnectionsMax,
      applicationName: "gatehouse library"
    }))
  )

/**
 * Layer of all ports with state, in memory. The data is lost when the layer closes. For tests and demonstrations.
 *
 * @example
 * Effect.provide(createAccount("test"), layerMemory())
 */
export const layerMemory = (options: StorageOptions = {}) =>
  layerMaintenance(options).pipe(
    Layer.provideMerge(layerProcess),
    Layer.provideMerge(StorageMemory.layer),
    Layer.provideMerge(SecretsNode.layer)
  )
