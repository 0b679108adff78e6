import { Effect } from "effect"
import { SqlError } from "effect/sql"
import { StorageUnavailable } from "../../../../core/kernel/StorageHealth.ts"

const outageReasons: ReadonlySet<string> = new Set([
  "ConnectionError",
  "AuthenticationError",
  "AuthorizationError",
  "LockTimeoutError",
  "StatementTimeoutError",
  "DeadlockError",
  "SerializationError"
])

/**
 * SQLSTATEs of outages to which `effect/sql` assigns no reason (PostgreSQL documentation, appendix A).
 *
 * - 53: insufficient resources
 * - 57: operator intervention, such as a restart
 * - 58: system errors
 * - 25006: read-only transactions
 * - 25P03 and 25P04: session timeouts
 * - XX001 and XX002: damaged data or indexes
 */
const outageSqlStates = /^(?:53\w{3}|57\w{3}|58\w{3}|25006|25P0[34]|XX00[12])$/

/** Reports whether the database failed, independently of the statement. */
export const isOutage = ({ reason }: SqlError.SqlError): boolean =>
  outageReasons.has(reason._tag) || outageSqlStates.test(stateOf(reason.cause))

const stateOf = (cause: unknown): string =>
  typeof cause === "object" && cause !== null && "code" in cause && typeof cause.code === "string" ? cause.code : ""

/** Returns the defect for a failed statement. It is `StorageUnavailable` for an outage, otherwise the error itself. */
export const toDefect = (error: SqlError.SqlError): StorageUnavailable | SqlError.SqlError =>
  isOutage(error) ? new StorageUnavailable({ cause: error }) : error

/**
 * Turns failed statements into the defects of `toDefect`. Other failures, such as a missing member, remain failures.
 */
export const orDie = <A, E, R>(self: Effect.Effect<A, E | SqlError.SqlError, R>) =>
  Effect.catchIf(self, SqlError.isSqlError, (error) => Effect.die(toDefect(error)))
