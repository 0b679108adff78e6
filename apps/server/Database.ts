import { Effect, Layer, Redacted, Schema } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { mkdirSync, statSync } from "node:fs"
import { dirname, resolve } from "node:path"
import * as SqliteClient from "../../adapters/storage/drivers/SqliteClient.ts"
import type { RateLimiter } from "../../core/keys/RateLimiter.ts"

export class InvalidDatabaseUrl extends Schema.TaggedError<InvalidDatabaseUrl>()("InvalidDatabaseUrl", {
  message: Schema.String
}) {}

/** Maximum number of PostgreSQL connections per process. */
export const postgresConnectionsMax = 10

/** Layer of the database at a URL. Creates the folder of an SQLite file if needed. */
export const layerDatabase = (
  url: Redacted.Redacted
): Layer.Layer<SqlClient.SqlClient, InvalidDatabaseUrl | SqlError.SqlError> => {
  const text = Redacted.value(url)
  if (text.startsWith("sqlite:")) return Layer.unwrap(Effect.sync(() => sqlite(sqliteFile(url))))
  if (/^postgres(?:ql)?:\/\//.test(text)) {
    return Layer.unwrap(Effect.promise(() => loadPostgres(url)))
  }
  return Layer.effect(
    SqlClient.SqlClient,
    new InvalidDatabaseUrl({ message: "DATABASE_URL must begin with sqlite: or postgres://" })
  )
}

/** Loads the driver of PostgreSQL, which takes longer than that of SQLite. */
const loadPostgres = async (url: Redacted.Redacted) => {
  const { layer } = await import("../../adapters/storage/drivers/PostgresClient.ts")
  return layer({ url, maxConnections: postgresConnectionsMax, applicationName: "gatehouse" })
}

/** Returns the absolute path of an SQLite file. Returns null for an in-memory database and for PostgreSQL. */
export const sqliteFile = (url: Redacted.Redacted): string | null => {
  const [, path] = /^sqlite:(.*)$/s.exec(Redacted.value(url)) ?? []
  return path === undefined || path === ":memory:" ? null : resolve(path)
}

/** Reports whether a file has content. SQLite accepts an empty file as a new database. */
export const isNonEmptyFile = (file: string): boolean => (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 0

/** Reports whether several servers may share the database, so that they must count requests together. */
export const isSharedDatabase = (url: Redacted.Redacted): boolean => !Redacted.value(url).startsWith("sqlite:")

/** Describes the database without its password. */
export const describeDatabase = (url: Redacted.Redacted): string => {
  const text = Redacted.value(url)
  if (text.startsWith("sqlite:")) return `SQLite, ${text.slice("sqlite:".length)}`
  const { host, pathname } = new URL(text)
  return `PostgreSQL, ${host}${pathname}`
}

const sqlite = (file: string | null) => {
  if (file !== null) mkdirSync(dirname(file), { recursive: true })
  return SqliteClient.layer({ filename: file ?? ":memory:" })
}

/** Layer that counts requests in Valkey. While Valkey is unavailable, the provided limiter counts them. */
export const layerValkey = (url: Redacted.Redacted): Layer.Layer<RateLimiter, never, RateLimiter> =>
  // Loading the client takes 0.1 s of CPU time and 22 MB, so it is loaded only for servers with Valkey.
  Layer.unwrap(Effect.promise(async () => {
    const { layer } = await import("../../adapters/storage/valkey/RateLimiterValkey.ts")
    const { ValkeyClient } = await import("../../adapters/storage/valkey/ValkeyClient.ts")
    return layer.pipe(Layer.provide(ValkeyClient.layer(url)))
  }))

/** Describes the Valkey server without its password. */
export const describeValkey = (url: Redacted.Redacted): string => {
  const { host, pathname } = new URL(Redacted.value(url))
  return `${host}${pathname === "/" ? "" : pathname}`
}
