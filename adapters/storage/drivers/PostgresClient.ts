import { PgClient } from "@effect/sql-pg"
import { Effect, Layer, Redacted } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import { StorageWaitMillis } from "../../../core/kernel/StorageHealth.ts"
import { type PostgresAddress, PostgresSockets, socketLimits } from "./PostgresSockets.ts"

/**
 * How long a statement waits for a lock that another server holds, and for a PostgreSQL that is silent, as a share of
 * `StorageWaitMillis`: less than the caller, so that the answer names the cause.
 */
export const statementShare = 0.75
/** PostgreSQL ends a transaction in which a server has stopped (SIGSTOP, a network that is gone), and so frees its locks. */
export const idleTransactionMillisMax = 5_000

export interface PostgresConfig {
  readonly url: Redacted.Redacted
  readonly maxConnections: number
  readonly applicationName: string
}

/**
 * A pool of connections on which every wait ends: by default after 1.5 s for a PostgreSQL that is silent (see `PostgresSockets`), and
 * for a lock.
 *
 * The two time limits are sent as parameters of the session. PgBouncer needs them in `ignore_startup_parameters`.
 */
export const layer = (config: PostgresConfig): Layer.Layer<SqlClient.SqlClient, SqlError.SqlError> =>
  Layer.unwrap(
    Effect.gen(function*() {
      const statementMillisMax = Math.round(statementShare * (yield* StorageWaitMillis))
      const { open } = yield* sockets(config.url, statementMillisMax)
      return PgClient.layer({
        ...config,
        stream: open,
        startupParameters: {
          lock_timeout: String(statementMillisMax),
          idle_in_transaction_session_timeout: String(Math.max(idleTransactionMillisMax, statementMillisMax))
        }
      })
    })
  )

const sockets = (url: Redacted.Redacted, silentMillisMax: number) =>
  Effect.acquireRelease(
    Effect.sync(() => new PostgresSockets(addressOf(Redacted.value(url)), socketLimits(silentMillisMax))),
    (sockets) => Effect.sync(() => sockets.close())
  )

/** Where a libpq URI leads (PostgreSQL documentation, "Connection URIs"): a host that begins with a slash is a folder of sockets. */
export const addressOf = (text: string): PostgresAddress => {
  const url = new URL(text)
  const { searchParams } = url
  const given = searchParams.get("host") ?? decodeURIComponent(url.hostname).replace(/^\[|\]$/g, "")
  const host = given === "" ? "localhost" : given
  const port = Number(searchParams.get("port") ?? (url.port === "" ? 5432 : url.port))
  const path = host.startsWith("/") ? `${host}/.s.PGSQL.${port}` : undefined
  return { host, port, path, isEncrypted: !["", "disable"].includes(searchParams.get("sslmode") ?? "") }
}
