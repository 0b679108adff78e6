import { Clock, Context, Effect, Layer } from "effect"
import type { QueueFull } from "../queues/QueueFull.ts"
import type { Requester } from "../queues/Requester.ts"
import { makeWithTurn } from "../queues/WithTurn.ts"

/** Processor time that leads take before other requests get a turn of the event loop; the lead that exceeds it is finished. */
export const leadMillisInOneGo = 5
/** A queue of this length is worked off sooner. */
export const leadRetryAfterSeconds = 1

export interface LeadQueueLimits {
  /** Leads that wait. */
  readonly queuedMax: number
  /** Of them, of one key. */
  readonly queuedPerKeyMax: number
}

const limitsDefault: LeadQueueLimits = { queuedMax: 256, queuedPerKeyMax: 64 }

/** Turns of the leads of all keys at the processor: texts are judged in the thread that answers every request. */
export class LeadQueue extends Context.Service<LeadQueue, {
  /** Runs synchronous work when it is the requester's turn. Fails with `QueueFull` when no more leads may wait. */
  readonly inTurn: (
    requester: Requester
  ) => <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E | QueueFull, R>
}>()("gatehouse/core/leads/LeadQueue") {
  static readonly layer = (limits: LeadQueueLimits = limitsDefault): Layer.Layer<LeadQueue> =>
    Layer.effect(LeadQueue, make(limits))
}

const nanosInOneGo = BigInt(leadMillisInOneGo) * 1_000_000n

const make = Effect.fnUntraced(function*({ queuedMax, queuedPerKeyMax }: LeadQueueLimits) {
  const clock = yield* Clock.Clock
  const withTurn = yield* makeWithTurn({
    queue: "leads",
    slots: 1,
    waitingMax: queuedMax,
    waitingPerKeyMax: queuedPerKeyMax,
    retryAfterSeconds: leadRetryAfterSeconds
  })
  let spent = 0n

  const inOneGo = <A, E, R>(work: Effect.Effect<A, E, R>) =>
    Effect.suspend(() => {
      const since = clock.monotonicTimeNanosUnsafe()
      return Effect.tap(work, () => {
        spent += clock.monotonicTimeNanosUnsafe() - since
        if (spent < nanosInOneGo) return Effect.void
        spent = 0n
        // The slot is held meanwhile: leads that arrive now wait for their turn.
        return Effect.yieldNow
      })
    })

  return LeadQueue.of({
    inTurn: (requester) => {
      const take = withTurn({ requester })
      return (work) => take(inOneGo(work))
    }
  })
})
