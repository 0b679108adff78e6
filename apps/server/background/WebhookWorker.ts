import { Clock, Effect } from "effect"
import { Secrets } from "../../../core/kernel/Secrets.ts"
import { uuidV7 } from "../../../core/kernel/Uuid.ts"
import { reportSources, sourceReportSeconds } from "../../../core/threats/WatchSources.ts"
import { runDeliveries } from "../../../core/webhooks/DeliverWebhooks.ts"

/**
 * Delivers webhooks, and reports the state of the threat sources for their events. Never ends.
 *
 * @param server name of this server, which stays the same after a restart
 */
export const runWebhooks = Effect.fnUntraced(function*(server: string) {
  const claimant = uuidV7(yield* Clock.currentTimeMillis, (yield* Secrets).randomBytes(10))
  const watchSources = reportSources(server).pipe(
    Effect.catchCause((cause) => Effect.logError("The state of the threat sources could not be stored", cause)),
    Effect.andThen(Effect.sleep(sourceReportSeconds * 1_000)),
    Effect.forever,
    Effect.withTracerEnabled(false)
  )
  return yield* Effect.all([runDeliveries(claimant), watchSources], { concurrency: "unbounded", discard: true })
})
