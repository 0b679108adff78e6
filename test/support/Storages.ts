import { Effect, Layer, ManagedRuntime, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { createHash, randomUUID } from "node:crypto"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, describe, it } from "vitest"
import * as SecretsNode from "../../adapters/crypto/SecretsNode.ts"
import * as PostgresClient from "../../adapters/storage/drivers/PostgresClient.ts"
import * as SqliteClient from "../../adapters/storage/drivers/SqliteClient.ts"
import * as StorageMemory from "../../adapters/storage/memory/StorageMemory.ts"
import { PostedMillisMax } from "../../adapters/storage/sql/commits/GroupCommit.ts"
import { migrate } from "../../adapters/storage/sql/migrations/Migrations.ts"
import type { InstanceConfig } from "../../adapters/storage/sql/servers/Instances.ts"
import * as StorageSql from "../../adapters/storage/sql/StorageSql.ts"
import { StorageWaitMillis } from "../../core/kernel/StorageHealth.ts"
import type { Contract } from "../contracts/kit/Contract.ts"
import { requestResource } from "./OnDemand.ts"
import { needs } from "./TestRun.ts"

/**
 * Returns an instance with a unique id. Instances with the same host and process id, as here, consider each other dead.
 */
export const testInstance = (changes: Partial<InstanceConfig> = {}): InstanceConfig => ({
  id: randomUUID(),
  host: "test",
  pid: 0,
  isAlive: () => true,
  ...changes
})

export const layerSqlite = (filename: string) => SqliteClient.layer({ filename })

/**
 * Maximum connections of a test database: enough for a test's statements to run concurrently.
 *
 * Each connection costs PostgreSQL 4 ms of CPU time.
 */
export const connectionsMax = 6

const layerOn = (server: string, database: string, maxConnections = connectionsMax) => {
  const url = new URL(server)
  url.pathname = `/${database}`
  return PostgresClient.layer({
    url: Redacted.make(url.toString()),
    maxConnections,
    applicationName: "gatehouse tests"
  })
}

/** Runs statements on a single connection to the server's database `postgres`. */
const administer = <A, E>(server: string, work: (sql: SqlClient.SqlClient) => Effect.Effect<A, E>) =>
  Effect.provide(Effect.flatMap(SqlClient.SqlClient, work), layerOn(server, "postgres", 1))

const newDatabase = Effect.fnUntraced(function*(from: string) {
  const server = yield* Effect.promise(() => requestResource("postgres"))
  const template = from === migratedName ? yield* Effect.promise(() => migratedTemplate ??= makeTemplate(server)) : from
  const name = `test_${randomUUID().replaceAll("-", "")}`
  yield* Effect.acquireRelease(
    administer(server, (sql) => sql.unsafe(createDatabaseSql(template, name))),
    () => Effect.ignore(administer(server, (sql) => sql.unsafe(`DROP DATABASE ${name} WITH (FORCE)`)))
  )
  return layerOn(server, name)
})

/**
 * Returns the statement that creates a database by copying the template's files.
 *
 * This takes a third of the CPU time of copying through the write-ahead log. No test changes a template during the
 * copy.
 */
const createDatabaseSql = (template: string, name: string) =>
  `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`

/** An empty database on the tests' PostgreSQL server. Closing the layer drops it. */
export const layerEmptyPostgres = () => Layer.unwrap(newDatabase("template0"))

/** A database with the newest schema on the tests' PostgreSQL server. Closing the layer drops it. */
export const layerFreshPostgres = () => Layer.unwrap(newDatabase(migratedName))

/** Name of the template. It contains a hash of the migrations, so runs with different schemas can share a server. */
const migratedName = (() => {
  const folder = join(import.meta.dirname, "../../adapters/storage/sql/migrations")
  const hash = createHash("sha256")
  for (const file of readdirSync(folder).toSorted()) hash.update(file).update(readFileSync(join(folder, file)))
  return `template_${hash.digest("hex").slice(0, 16)}`
})()

let migratedTemplate: Promise<string> | undefined

/** Creates the template if it does not exist. A lock makes concurrent workers wait until the first has created it. */
const makeTemplate = (server: string): Promise<string> =>
  Effect.runPromise(administer(server, (sql) =>
    Effect.gen(function*() {
      yield* sql`SELECT pg_advisory_lock(17)`
      const existing = yield* sql`SELECT 1 FROM pg_database WHERE datname = ${migratedName}`
      if (existing.length === 0) {
        // Only a complete template gets the final name.
        const draft = `draft_${randomUUID().replaceAll("-", "")}`
        yield* sql.unsafe(createDatabaseSql("template0", draft))
        yield* Effect.provide(migrate, layerOn(server, draft))
        yield* sql.unsafe(`ALTER DATABASE ${draft} RENAME TO ${migratedName}`)
      }
      yield* sql`SELECT pg_advisory_unlock(17)`
      return migratedName
    })))

/** Maximum delay of posted writes. It is short because tests wait for these writes. */
const postedMillis = 5

/** Maximum milliseconds of a commit: long enough for a busy machine. Tests of outages use their own limits. */
export const testStorageWaitMillis = 60_000

/**
 * Storage on a database, which the layer migrates to the newest schema. Posted writes reach the database within 5 ms.
 */
export const layerStorageSql = <E>(database: Layer.Layer<SqlClient.SqlClient, E>, instance = testInstance()) =>
  StorageSql.layer(instance).pipe(
    Layer.provide(Layer.succeed(PostedMillisMax, postedMillis)),
    Layer.provideMerge(Layer.effectDiscard(migrate)),
    Layer.provideMerge(database),
    Layer.provide(Layer.succeed(StorageWaitMillis, testStorageWaitMillis)),
    Layer.provideMerge(SecretsNode.layer)
  )

/** Every adapter of the storage ports. */
export const storages = [
  {
    name: "memory",
    tags: [] as ReadonlyArray<string>,
    layer: () => StorageMemory.layer.pipe(Layer.provideMerge(SecretsNode.layer))
  },
  { name: "SQLite", tags: [] as ReadonlyArray<string>, layer: () => layerStorageSql(layerSqlite(":memory:")) },
  {
    name: "PostgreSQL",
    tags: [needs.postgres] as ReadonlyArray<string>,
    layer: () => layerStorageSql(layerFreshPostgres())
  }
] as const

export type StoragePorts = Layer.Success<ReturnType<(typeof storages)[number]["layer"]>>

type Test = (title: string, body: Effect.Effect<void, unknown, StoragePorts>) => void

export interface StorageSuite {
  /** Declares a test on the storage that all tests of the suite share. Each test uses its own accounts. */
  readonly test: Test
  /** Declares a test with its own storage, for ports whose data does not belong to accounts. */
  readonly testIsolated: Test
  /** Declares a test with its own storage and a `TestClock`, for deadlines and expiry. */
  readonly testWithClock: Test
  /** Returns the layer of an empty storage. */
  readonly layer: () => Layer.Layer<StoragePorts, unknown>
}

/** Declares a suite for each storage: `Leads on memory`, `Leads on SQLite`, `Leads on PostgreSQL`. */
export const describeOnEveryStorage = (port: string, body: (suite: StorageSuite) => void): void => {
  for (const storage of storages) {
    describe(`${port} on ${storage.name}`, { tags: [...storage.tags] }, () => {
      const layer = () => storage.layer() as Layer.Layer<StoragePorts, unknown>
      const shared = ManagedRuntime.make(layer())
      afterAll(() => shared.dispose())
      const testOn = (make: () => Layer.Layer<StoragePorts, unknown>): Test => (title, effect) =>
        it(title, () => Effect.runPromise(Effect.provide(effect, make())))
      body({
        test: (title, effect) => it(title, () => shared.runPromise(effect)),
        testIsolated: testOn(layer),
        testWithClock: testOn(() => Layer.provideMerge(layer(), TestClock.layer())),
        layer
      })
    })
  }
}

/** Declares the cases of a contract on every storage. */
export const describeContract = (contract: Contract<StoragePorts>): void => {
  describeOnEveryStorage(contract.port, ({ test, testIsolated, testWithClock }) => {
    const declare = { shared: test, isolated: testIsolated, clock: testWithClock }
    for (const { name, run, storage } of contract.cases) declare[storage](name, run)
  })
}

/** Declares a suite on an empty database for SQLite and for PostgreSQL. */
export const describeOnEveryDatabase = (
  name: string,
  body: (layer: () => Layer.Layer<SqlClient.SqlClient, unknown>) => void
): void => {
  describe(`${name} on SQLite`, () => body(() => layerSqlite(":memory:")))
  describe(`${name} on PostgreSQL`, { tags: [needs.postgres] }, () => body(layerEmptyPostgres))
}
