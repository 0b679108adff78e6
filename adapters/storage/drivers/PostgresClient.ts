import { PgClient } from "@effect/sql-pg"
import { Effect, Layer, Redacted } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import { StorageWaitMillis } from "../../../core/kernel/StorageHealth.ts"
import { type PostgresAddress, PostgresSockets, socketLimits } from "./PostgresSockets.ts"

/**
 * Maximum time that a statement waits for a lock or a silent PostgreSQL, as a share of `StorageWaitMillis`. It is
 * shorter than the caller's wait, so that the caller gets an error that names the cause.
 */
export const statementWaitShare = 0.75
/**
 * Time after which PostgreSQL ends an idle transaction and releases its locks. Transactions become idle if their server
 * is stopped (SIGSTOP) or has lost its network.
 */
export const idleTransactionMillisMax = 5_000

export interface PostgresConfig {
  readonly url: Redacted.Redacted
  readonly maxConnections: number
  readonly applicationName: string
}

/**
 * Creates a connection pool whose statements never wait forever. By default, a statement waits at most 1.5 s for a lock
 * or for a silent PostgreSQL (see `PostgresSockets`).
 *
 * Two time limits are sent as session parameters. PgBouncer must list both in `ignore_startup_parameters`.
 */
export const layer = (config: PostgresConfig): Layer.Layer<SqlClient.SqlClient, SqlError.SqlError> =>
  Layer.unwrap(
    Effect.gen(function*() {
      const statementMillisMax = Math.round(statementWaitShare * (yield* StorageWaitMillis))
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
    Effect.sync(() => new PostgresSockets(parseAddress(Redacted.value(url)), socketLimits(silentMillisMax))),
    (sockets) => Effect.sync(() => sockets.close())
  )

/**
 * Parses the address in a libpq URI (PostgreSQL documentation, "Connection URIs"). A host that starts with a slash is a
 * directory of Unix sockets.
 */
export const parseAddress = (text: string): PostgresAddress => {
  const url = new URL(text)
  const { searchParams } = url
  const hostText = searchParams.get("host") ?? decodeURIComponent(url.hostname).replace(/^\[|\]$/g, "")
  const host = hostText === "" ? "localhost" : hostText
  const port = Number(searchParams.get("port") ?? (url.port === "" ? 5432 : url.port))
  const path = host.startsWith("/") ? `${host}/.s.PGSQL.${port}` : undefined
  return { host, port, path, isEncrypted: !["", "disable"].includes(searchParams.get("sslmode") ?? "") }
}
