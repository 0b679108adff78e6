import { Clock, Context, Effect, Layer } from "effect"
import type { QueueFull } from "../queues/QueueFull.ts"
import type { Requester } from "../queues/Requester.ts"
import { makeRunQueued } from "../queues/RunQueued.ts"

/**
 * Milliseconds of CPU time for leads after which the event loop serves other requests. The lead in progress is
 * completed first.
 */
export const leadMillisPerYield = 5
/** Value of `Retry-After` when the queue is full. A full queue is processed in less time. */
export const leadRetryAfterSeconds = 1

export interface LeadQueueLimits {
  /** Maximum number of waiting leads. */
  readonly queuedMax: number
  /** Maximum number of waiting leads per key. */
  readonly queuedPerKeyMax: number
}

const limitsDefault: LeadQueueLimits = { queuedMax: 256, queuedPerKeyMax: 64 }

/** Schedules the analysis of leads on the main thread, which also serves all requests. */
export class LeadQueue extends Context.Service<LeadQueue, {
  /** Runs synchronous work in the requester's turn. Fails with `QueueFull` if too many leads wait. */
  readonly runQueued: (
    requester: Requester
  ) => <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E | QueueFull, R>
}>()("gatehouse/core/leads/LeadQueue") {
  static readonly layer = (limits: LeadQueueLimits = limitsDefault): Layer.Layer<LeadQueue> =>
    Layer.effect(LeadQueue, make(limits))
}

const nanosPerYield = BigInt(leadMillisPerYield) * 1_000_000n

const make = Effect.fnUntraced(function*({ queuedMax, queuedPerKeyMax }: LeadQueueLimits) {
  const clock = yield* Clock.Clock
  const runQueued = yield* makeRunQueued({
    queue: "leads",
    slots: 1,
    waitingMax: queuedMax,
    waitingPerKeyMax: queuedPerKeyMax,
    retryAfterSeconds: leadRetryAfterSeconds
  })
  let spent = 0n

  const withYields = <A, E, R>(work: Effect.Effect<A, E, R>) =>
    Effect.suspend(() => {
      const since = clock.monotonicTimeNanosUnsafe()
      return Effect.tap(work, () => {
        spent += clock.monotonicTimeNanosUnsafe() - since
        if (spent < nanosPerYield) return Effect.void
        spent = 0n
        // Keeps the slot while it yields, so that leads that arrive now wait for their turn.
        return Effect.yieldNow
      })
    })

  return LeadQueue.of({
    runQueued: (requester) => {
      const take = runQueued({ requester })
      return (work) => take(withYields(work))
    }
  })
})
