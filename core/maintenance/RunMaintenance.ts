import { Clock, Duration, Effect } from "effect"
import { Ledger } from "../credits/Ledger.ts"
import { makeLowBalanceCheck } from "../credits/LowBalanceCheck.ts"
import { Idempotency } from "../history/Idempotency.ts"
import {
  sweepAttempts,
  sweepAuditLog,
  sweepInvitations,
  sweepPasswordLinks,
  sweepSessions
} from "../members/administration/SweepMembers.ts"
import { sweepDeliveries, sweepLeads, sweepRequests, sweepTraffic } from "../privacy/RetentionDays.ts"
import { SingleUse } from "../shield/SingleUse.ts"
import { Blocklist } from "../threats/blocklist/Blocklist.ts"
import { disableOverloaded } from "../webhooks/DeliverWebhooks.ts"

/** Seconds between refunds of the credits that terminated processes held. */
export const orphanSweepSeconds = 5
export const retentionSweepMinutes = 10

/** Minutes between checks for webhook endpoints with too many pending deliveries. */
export const webhookCheckMinutes = 1
/** Minutes between checks for accounts below their notice balance, which are logged. */
export const balanceCheckMinutes = 1
export const singleUseSweepMinutes = 1
/**
 * Minutes to keep the IDs of used tokens after they expire. A server whose clock is behind would still accept the
 * tokens.
 */
export const singleUseGraceMinutes = 5

/** Default retention period of the history, in days. */
export const historyDaysDefault = 30

const minuteMillis = 60_000

/**
 * Runs the periodic tasks of a process with storage, such as refunds of credits that terminated processes held,
 * retention, and warnings about low balances. Never ends. Every process that shares a database runs these tasks.
 *
 * @param historyDays maximum retention period of the history, in days
 */
export const runMaintenance = Effect.fnUntraced(function*(historyDays: number = historyDaysDefault) {
  const every = <R>(period: Duration.Duration, name: string, work: Effect.Effect<number, never, R>) =>
    work.pipe(
      Effect.withSpan(name, { root: true }),
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
    every(
      Duration.minutes(retentionSweepMinutes),
      "Deleted old webhook deliveries",
      sweepDeliveries(historyDays)
    ),
    every(Duration.minutes(webhookCheckMinutes), "Disabled overloaded webhook endpoints", disableOverloaded),
    every(Duration.minutes(balanceCheckMinutes), "Checked for low balances", Effect.as(yield* makeLowBalanceCheck, 0)),
    // The count is not logged: a busy site has thousands of used tokens per minute.
    every(
      Duration.minutes(singleUseSweepMinutes),
      "Deleted expired records of used tokens",
      Effect.as(sweepSingleUses, 0)
    ),
    every(Duration.minutes(retentionSweepMinutes), "Deleted expired blocklist entries", sweepBlocklist)
  ], { concurrency: "unbounded", discard: true })
})
