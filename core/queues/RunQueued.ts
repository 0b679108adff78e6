import { Clock, Deferred, Effect, type Scope } from "effect"
import { FairQueue, type FairQueueLimits, type QueueJob, type QueueRequest } from "./FairQueue.ts"
import { makeQueueFull, QueueFull, type QueueName, type RejectionReason } from "./QueueFull.ts"
import { makeQueueMetrics } from "./QueueMetrics.ts"

export interface QueueOptions extends FairQueueLimits {
  readonly queue: QueueName
  /** Maximum milliseconds that work waits to start. No limit if absent. */
  readonly waitMillisMax?: number
  readonly retryAfterSeconds: number
}

/** Signal that is completed when a job starts. */
type Signal = Deferred.Deferred<void>

/**
 * Runs work when the requester's turn comes. Fails with `QueueFull` if the queue rejects the work, or if the work waits
 * too long.
 */
export type RunQueued = (
  request: Omit<QueueRequest<Signal>, "item">
) => <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E | QueueFull, R>

/** Creates a fair queue for effects. The slot is released when the work succeeds, fails or is interrupted. */
export const makeRunQueued = Effect.fnUntraced(
  function*(
    { queue: name, retryAfterSeconds, waitMillisMax, ...limits }: QueueOptions
  ): Effect.fn.Return<RunQueued, never, Scope.Scope> {
    const clock = yield* Clock.Clock
    const queue = new FairQueue<Signal>(limits)
    const metrics = yield* makeQueueMetrics(name, queue)

    const leave = (turn: QueueJob<Signal>): void => {
      for (const { item } of queue.release(turn)) wake(item)
    }

    const refuse = (why: RejectionReason): Effect.Effect<never, QueueFull> => {
      metrics.recordRejection(why)
      return Effect.fail(makeQueueFull(name, why, retryAfterSeconds))
    }

    /**
     * Waits until a job starts. Only the job's state shows whether the job runs, because it may start just as its wait
     * times out.
     */
    const begin = (turn: QueueJob<Signal>): Effect.Effect<void, QueueFull> => {
      const since = clock.monotonicTimeNanosUnsafe()
      const woken = Deferred.await(turn.item)
      const wait = waitMillisMax === undefined ? woken : Effect.raceFirst(woken, Effect.sleep(waitMillisMax))
      return Effect.flatMap(wait, () => {
        if (turn.state !== "running") return refuse("time")
        metrics.recordWait(Number(clock.monotonicTimeNanosUnsafe() - since) / 1e6)
        return Effect.void
      })
    }

    return (request) => (work) =>
      Effect.uninterruptibleMask((restore) => {
        const turn = queue.enqueue({ ...request, item: Deferred.makeUnsafe<void>() })
        if (typeof turn === "string") return refuse(turn)
        const whole = turn.state === "running" ? work : Effect.andThen(begin(turn), work)
        return Effect.onExit(restore(whole), () => Effect.sync(() => leave(turn)))
      })
  }
)

/**
 * Wakes a waiting fiber in a microtask. A woken fiber runs synchronously; without microtasks, each fiber would run on
 * the stack of the previous one.
 */
const wake = (signal: Signal): void => queueMicrotask(() => Deferred.doneUnsafe(signal, Effect.void))
