import { Clock, Duration, Effect } from "effect"
import { Blocklist } from "../../core/ports/Blocklist.ts"
import { Idempotency } from "../../core/ports/Idempotency.ts"
import { Leads } from "../../core/ports/Leads.ts"
import { Ledger } from "../../core/ports/Ledger.ts"
import { RequestHistory } from "../../core/ports/RequestHistory.ts"

/** How soon the credits that a dead process held come back. */
export const orphanSweepSeconds = 5
export const retentionSweepMinutes = 10

const dayMillis = 86_400_000

/** What must happen now and then for as long as the server runs. Never ends. */
export const maintenance = Effect.fnUntraced(function*(historyDays: number) {
  const every = (period: Duration.Duration, name: string, work: Effect.Effect<number>) =>
    work.pipe(
      Effect.tap((count) => count > 0 ? Effect.logInfo(`${name}: ${count}`) : Effect.void),
      Effect.catchCause((cause) => Effect.logError(`${name} failed; it is tried again`, cause)),
      Effect.andThen(Effect.sleep(period)),
      Effect.forever
    )
  const ledger = yield* Ledger
  const idempotency = yield* Idempotency
  const history = yield* RequestHistory
  const blocklist = yield* Blocklist
  const sweepBlocklist = Effect.flatMap(Clock.currentTimeMillis, (now) => blocklist.sweep(new Date(now)))
  const leads = yield* Leads
  const historyBegin = Effect.map(Clock.currentTimeMillis, (now) => new Date(now - historyDays * dayMillis))
  return yield* Effect.all([
    every(
      Duration.seconds(orphanSweepSeconds),
      "Requests refunded that a dead process left open",
      ledger.refundOrphans
    ),
    every(Duration.minutes(retentionSweepMinutes), "Idempotency keys forgotten", idempotency.sweep),
    every(
      Duration.minutes(retentionSweepMinutes),
      "Requests dropped from the history",
      Effect.flatMap(historyBegin, history.sweep)
    ),
    every(
      Duration.minutes(retentionSweepMinutes),
      "Leads dropped with their marks",
      Effect.flatMap(historyBegin, leads.sweep)
    ),
    every(Duration.minutes(retentionSweepMinutes), "Expired blocklist entries removed", sweepBlocklist)
  ], { concurrency: "unbounded", discard: true })
})
