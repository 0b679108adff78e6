import { Effect } from "effect"
import type { HttpFailure } from "../http/Http.ts"
import { UpdateFailed } from "../Updating.ts"
import { failureSentence, type Vendor } from "./Vendor.ts"

/** Web Risk, "Request Frequency": where the vendor does not ask for longer. v5 leaves it to each answer when to ask again. */
export const updatePeriodMillis = 30 * 60_000
export const updateJitterMillis = 30_000
/** One update may be late, as Google's own container has it: two periods, each as long as it may be. */
export const updateFreshMillis = 2 * (updatePeriodMillis + updateJitterMillis)
/** For megabytes over a slow line. */
export const updateAnswerMillisMax = 2 * 60_000
/** A list that looks like a mistake is believed when the vendor has said so this many times in a row, about an hour. */
export const suspicionsMax = 3

/** How often lists are asked for, and for how long they are as fresh as they should be. */
export const updateTimes = {
  periodMillis: updatePeriodMillis,
  jitterMillis: updateJitterMillis,
  freshMillis: updateFreshMillis
}

/** The vendor was reached, and what it said is of no use. */
export const notUpdated = (message: string): Effect.Effect<never, UpdateFailed> =>
  Effect.fail(new UpdateFailed({ message, reached: true, retryAfterMillis: null }))

/** The vendor did not answer, or with an error. */
export const updateFailed = (failure: HttpFailure, vendor: Vendor): UpdateFailed =>
  new UpdateFailed({
    message: failureSentence(failure, vendor),
    reached: failure.problem !== "unreached",
    retryAfterMillis: failure.retryAfterMillis
  })
