import { PgClient } from "@effect/sql-pg"
import { Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { inject } from "vitest"
import * as SecretsNode from "../../adapters/crypto/SecretsNode.ts"
import * as SqliteClient from "../../adapters/storage/drivers/SqliteClient.ts"
import * as StorageMemory from "../../adapters/storage/memory/StorageMemory.ts"
import type { InstanceConfig } from "../../adapters/storage/sql/Instances.ts"
import { migrate } from "../../adapters/storage/sql/Migrations.ts"
import * as StorageSql from "../../adapters/storage/sql/StorageSql.ts"

/** An instance of the tests' own; dead as soon as somebody asks, unless it says otherwise. */
export const testInstance = (changes: Partial<InstanceConfig> = {}): InstanceConfig => ({
  id: randomUUID(),
  host: "test",
  pid: 0,
  isAlive: () => true,
  ...changes
})

export const layerSqlite = (filename: string) => SqliteClient.layer({ filename })

/** A database of its own on the tests' PostgreSQL server. */
export const layerFreshPostgres = (url: string) =>
  Layer.unwrap(Effect.gen(function*() {
    const name = `test_${randomUUID().replaceAll("-", "")}`
    yield* SqlClient.SqlClient.use((sql) => sql.unsafe(`CREATE DATABASE ${name}`)).pipe(
      Effect.provide(PgClient.layer({ url: Redacted.make(url) }))
    )
    const fresh = new URL(url)
    fresh.pathname = `/${name}`
    return PgClient.layer({ url: Redacted.make(fresh.toString()) })
  }))

export const layerStorageSql = <E>(database: Layer.Layer<SqlClient.SqlClient, E>, instance = testInstance()) =>
  StorageSql.layer(instance).pipe(
    Layer.provideMerge(Layer.effectDiscard(migrate)),
    Layer.provideMerge(database),
    Layer.provideMerge(SecretsNode.layer)
  )

const postgresUrl = inject("postgresUrl")

/** Every adapter of the storage ports; those that this machine has no server for are skipped, by name. */
export const storages = [
  { name: "memory", skip: false, layer: () => StorageMemory.layer.pipe(Layer.provideMerge(SecretsNode.layer)) },
  { name: "SQLite", skip: false, layer: () => layerStorageSql(layerSqlite(":memory:")) },
  {
    name: postgresUrl === null ? "PostgreSQL (not installed here)" : "PostgreSQL",
    skip: postgresUrl === null,
    layer: () => layerStorageSql(layerFreshPostgres(postgresUrl!))
  }
] as const
