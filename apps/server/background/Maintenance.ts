import { Clock, Duration, Effect } from "effect"
import { Instances, type LivingInstance } from "../../../adapters/storage/sql/servers/Instances.ts"
import { Ledger } from "../../../core/credits/LedgerPort.ts"
import { lowBalanceWatch } from "../../../core/credits/LowBalances.ts"
import { Idempotency } from "../../../core/history/Idempotency.ts"
import {
  sweepAuditLog,
  sweepInvitations,
  sweepPasswordLinks,
  sweepSessions,
  sweepTries
} from "../../../core/members/administration/SweepMembers.ts"
import { sweepLeads, sweepRequests, sweepTraffic } from "../../../core/privacy/RetentionDays.ts"
import { SingleUse } from "../../../core/shield/SingleUse.ts"
import { Blocklist } from "../../../core/threats/blocklist/Blocklist.ts"

/** How soon the credits that a dead process held come back. */
export const orphanSweepSeconds = 5
export const retentionSweepMinutes = 10

/** A balance that fell below what its owners want to be told of is in the log after this. */
export const balanceLookMinutes = 1
export const singleUseSweepMinutes = 1
/** What was used once is remembered for longer than it could be used again on a machine whose clock is behind. */
export const singleUseGraceMinutes = 5

const minuteMillis = 60_000

/** What must happen now and then for as long as the server runs. Never ends. */
export const maintenance = Effect.fnUntraced(function*(historyDays: number) {
  const every = <R>(period: Duration.Duration, name: string, work: Effect.Effect<number, never, R>) =>
    work.pipe(
      Effect.tap((count) => count > 0 ? Effect.logInfo(`${name}: ${count}`) : Effect.void),
      Effect.catchCause((cause) => Effect.logError(`${name} failed; it is tried again`, cause)),
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
    every(Duration.minutes(retentionSweepMinutes), "Sessions ended that were idle or old", sweepSessions),
    every(Duration.minutes(retentionSweepMinutes), "Invitations dropped that nobody took", sweepInvitations),
    every(
      Duration.minutes(retentionSweepMinutes),
      "Links for a new password dropped that nobody used",
      sweepPasswordLinks
    ),
    every(Duration.minutes(retentionSweepMinutes), "Counts of failed sign-ins forgotten", sweepTries),
    every(Duration.minutes(retentionSweepMinutes), "Entries dropped from the audit log", sweepAuditLog),
    every(
      Duration.seconds(orphanSweepSeconds),
      "Requests refunded that a dead process left open",
      ledger.refundOrphans
    ),
    every(Duration.minutes(retentionSweepMinutes), "Idempotency keys forgotten", idempotency.sweep),
    every(Duration.minutes(retentionSweepMinutes), "Requests dropped from the history", sweepRequests(historyDays)),
    every(Duration.minutes(retentionSweepMinutes), "Leads dropped with their marks", sweepLeads(historyDays)),
    every(
      Duration.minutes(retentionSweepMinutes),
      "Hours of sites dropped from what Shield counted",
      sweepTraffic(historyDays)
    ),
    every(Duration.minutes(balanceLookMinutes), "Low balances looked for", Effect.as(yield* lowBalanceWatch, 0)),
    // Thousands in a minute on a busy site: no line of the log for each sweep.
    every(Duration.minutes(singleUseSweepMinutes), "Used tokens forgotten", Effect.as(sweepSingleUses, 0)),
    every(Duration.minutes(retentionSweepMinutes), "Expired blocklist entries removed", sweepBlocklist)
  ], { concurrency: "unbounded", discard: true })
})

/** After this time every living server has given another sign of life. */
export const secondLookSeconds = 2 * orphanSweepSeconds + 1

/**
 * Warns, once, when another server works on the same SQLite file. One on this machine is seen at once, by its process. One
 * on another, or in another container, may have died just now: it counts when it gives a further sign of life. The second
 * look also finds who started at the same moment.
 */
export const warnOfNeighbours = Effect.gen(function*() {
  const { living } = yield* Instances
  const first = yield* living
  let neighbour = first.find(({ isHere }) => isHere)
  if (neighbour === undefined) {
    yield* Effect.sleep(Duration.seconds(secondLookSeconds))
    const before = new Map(first.map(({ heartbeatAt, id }) => [id, heartbeatAt]))
    neighbour = (yield* living).find(({ heartbeatAt, id, isHere }) =>
      isHere || heartbeatAt > (before.get(id) ?? -Infinity)
    )
  }
  if (neighbour !== undefined) yield* Effect.logWarning(warning(neighbour))
}).pipe(Effect.catch((error) => Effect.logDebug("Nobody knows who else uses this database", error)))

const warning = ({ host, pid }: LivingInstance): string =>
  `Another server, process ${pid} on ${host}, uses this SQLite file. Each counts the rate limit for itself, so a key gets ` +
  "its whole limit on each. Run one server on one file, or set DATABASE_URL to PostgreSQL for several."
