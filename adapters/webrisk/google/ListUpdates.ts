import { Effect } from "effect"
import type { HttpFailure } from "../http/Http.ts"
import { UpdateFailed } from "../ListUpdater.ts"
import { describeFailure, type Vendor } from "./Vendor.ts"

/**
 * Default update period (Web Risk, "Request Frequency"). In v5, each response specifies the time of the next request.
 */
export const updatePeriodMillis = 30 * 60_000
export const updateJitterMillis = 30_000
/**
 * Age in milliseconds up to which data counts as fresh. It covers two maximum periods, so that one update may be late,
 * as in Google's own container.
 */
export const updateFreshMillis = 2 * (updatePeriodMillis + updateJitterMillis)
/** Timeout of an update request in milliseconds, long enough for megabytes on a slow line. */
export const updateResponseMillisMax = 2 * 60_000
/** Number of consecutive responses after which a suspicious list is accepted. Three responses take about an hour. */
export const suspicionsMax = 3

export const updateTimes = {
  periodMillis: updatePeriodMillis,
  jitterMillis: updateJitterMillis,
  freshMillis: updateFreshMillis
}

/** Fails an update because of an unusable response. */
export const failUpdate = (message: string): Effect.Effect<never, UpdateFailed> =>
  Effect.fail(new UpdateFailed({ message, isReached: true, retryAfterMillis: null }))

/** Converts a missing response or an error status to the failure of an update. */
export const toUpdateFailed = (failure: HttpFailure, vendor: Vendor): UpdateFailed =>
  new UpdateFailed({
    message: describeFailure(failure, vendor),
    isReached: failure.problem !== "unreached",
    retryAfterMillis: failure.retryAfterMillis
  })
