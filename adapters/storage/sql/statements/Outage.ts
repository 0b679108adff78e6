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
 * SQLSTATEs to which `effect/sql` assigns no reason (PostgreSQL documentation, appendix A): insufficient resources (53), operator
 * intervention such as a restart (57), system errors (58), read-only transaction (25006), session timeouts (25P03, 25P04), and damaged data
 * or indexes (XX001, XX002).
 */
const outageSqlStates = /^(?:53\w{3}|57\w{3}|58\w{3}|25006|25P0[34]|XX00[12])$/

/** Reports whether the database failed independently of the statement. */
export const isOutage = ({ reason }: SqlError.SqlError): boolean =>
  outageReasons.has(reason._tag) || outageSqlStates.test(stateOf(reason.cause))

const stateOf = (cause: unknown): string =>
  typeof cause === "object" && cause !== null && "code" in cause && typeof cause.code === "string" ? cause.code : ""

/** Returns the defect that the storage ports promise for a failed statement. */
export const toDefect = (error: SqlError.SqlError): StorageUnavailable | SqlError.SqlError =>
  isOutage(error) ? new StorageUnavailable({ cause: error }) : error

/**
 * Turns failed statements into defects: `StorageUnavailable` for an outage, the error itself otherwise. Other failures, such as a
 * missing member, remain.
 */
export const orDie = <A, E, R>(self: Effect.Effect<A, E | SqlError.SqlError, R>) =>
  Effect.catchIf(self, SqlError.isSqlError, (error) => Effect.die(toDefect(error)))
