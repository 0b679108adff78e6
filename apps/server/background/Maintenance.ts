import { Clock, Duration, Effect } from "effect"
import { Instances, type RunningServer } from "../../../adapters/storage/sql/servers/Instances.ts"
import { Ledger } from "../../../core/credits/Ledger.ts"
import { makeLowBalanceCheck } from "../../../core/credits/LowBalanceCheck.ts"
import { Idempotency } from "../../../core/history/Idempotency.ts"
import {
  sweepAttempts,
  sweepAuditLog,
  sweepInvitations,
  sweepPasswordLinks,
  sweepSessions
} from "../../../core/members/administration/SweepMembers.ts"
import { sweepLeads, sweepRequests, sweepTraffic } from "../../../core/privacy/RetentionDays.ts"
import { SingleUse } from "../../../core/shield/SingleUse.ts"
import { Blocklist } from "../../../core/threats/blocklist/Blocklist.ts"

/** Interval in seconds after which the credits held by a dead process are refunded. */
export const orphanSweepSeconds = 5
export const retentionSweepMinutes = 10

/** Interval of the check for balances below the owners' notice level, which are logged. */
export const balanceCheckMinutes = 1
export const singleUseSweepMinutes = 1
/** Additional retention of used IDs, so that a server whose clock is behind cannot accept one again. */
export const singleUseGraceMinutes = 5

const minuteMillis = 60_000

/** Runs the periodic tasks of the server. Never ends. */
export const runMaintenance = Effect.fnUntraced(function*(historyDays: number) {
  const every = <R>(period: Duration.Duration, name: string, work: Effect.Effect<number, never, R>) =>
    work.pipe(
      Effect.tap((count) => count > 0 ? Effect.logInfo(`${name}: ${count}`) : Effect.void),
      Effect.catchCause((cause) => Effect.logError(`${name} failed and will be retried`, cause)),
      Effect.andThen(Effect.sleep(period)),
      Effect.forever
    )
  const ledger = yield* Ledger
  const idempotency = yield* Idempotency
  const blocklist = yield* Blocklist
  const sweepBlocklist = Effect.flatMap(Clock.currentTimeMillis, (now) => blocklist.sweep(new Date(now)))
  const singleUse = yield* SingleUse
  const sweepSingleUses = Effect.flatMap(
    Clock.currentTimeMillis,
    (now) => singleUse.sweep(new Date(now - singleUseGraceMinutes * minuteMillis))
  )
  return yield* Effect.all([
    every(Duration.minutes(retentionSweepMinutes), "Deleted expired sessions", sweepSessions),
    every(Duration.minutes(retentionSweepMinutes), "Deleted expired invitations", sweepInvitations),
    every(
      Duration.minutes(retentionSweepMinutes),
      "Deleted expired password reset links",
      sweepPasswordLinks
    ),
    every(Duration.minutes(retentionSweepMinutes), "Deleted counts of failed sign-ins", sweepAttempts),
    every(Duration.minutes(retentionSweepMinutes), "Deleted old audit log entries", sweepAuditLog),
    every(
      Duration.seconds(orphanSweepSeconds),
      "Refunded requests of terminated processes",
      ledger.refundOrphans
    ),
    every(Duration.minutes(retentionSweepMinutes), "Deleted expired idempotency keys", idempotency.sweep),
    every(Duration.minutes(retentionSweepMinutes), "Deleted old history entries", sweepRequests(historyDays)),
    every(Duration.minutes(retentionSweepMinutes), "Deleted old leads and their marks", sweepLeads(historyDays)),
    every(
      Duration.minutes(retentionSweepMinutes),
      "Deleted old hourly Shield statistics",
      sweepTraffic(historyDays)
    ),
    every(Duration.minutes(balanceCheckMinutes), "Checked for low balances", Effect.as(yield* makeLowBalanceCheck, 0)),
    // A busy site has thousands per minute, so sweeps are not logged individually.
    every(
      Duration.minutes(singleUseSweepMinutes),
      "Deleted expired records of used tokens",
      Effect.as(sweepSingleUses, 0)
    ),
    every(Duration.minutes(retentionSweepMinutes), "Deleted expired blocklist entries", sweepBlocklist)
  ], { concurrency: "unbounded", discard: true })
})

/** Time within which every running server writes another heartbeat. */
export const secondCheckSeconds = 2 * orphanSweepSeconds + 1

/**
 * Warns once if another server uses the same SQLite file. A server on this host is detected immediately by its process. One on another host
 * or in another container may have just died, so it counts only after another heartbeat. The second check also detects a server that
 * started at the same moment. Commands of the command line do not count.
 */
export const warnOfOtherServers = Effect.gen(function*() {
  const { servers } = yield* Instances
  const initialServers = yield* servers
  let otherServer = initialServers.find(({ isOnThisHost }) => isOnThisHost)
  if (otherServer === undefined) {
    yield* Effect.sleep(Duration.seconds(secondCheckSeconds))
    const before = new Map(initialServers.map(({ heartbeatAt, id }) => [id, heartbeatAt]))
    otherServer = (yield* servers).find(({ heartbeatAt, id, isOnThisHost }) =>
      isOnThisHost || heartbeatAt > (before.get(id) ?? -Infinity)
    )
  }
  if (otherServer !== undefined) yield* Effect.logWarning(otherServerWarning(otherServer))
}).pipe(Effect.catch((error) => Effect.logDebug("Cannot check for other servers on this database", error)))

const otherServerWarning = ({ host, pid }: RunningServer): string =>
  `Another server, process ${pid} on ${host}, uses this SQLite file. Each server counts the rate limit separately, so a key gets ` +
  "the full limit on each. Run one server per file, or use PostgreSQL for several."
