import { Clock, Deferred, Effect, type Scope } from "effect"
import { FairQueue, type FairQueueLimits, type Turn, type TurnRequest } from "./FairQueue.ts"
import { QueueFull, queueFull, type QueueName, type RefusedTurn } from "./QueueFull.ts"
import { queueMetrics } from "./QueueMetrics.ts"

export interface TurnOptions extends FairQueueLimits {
  readonly queue: QueueName
  /** Maximum wait for a turn. Absent: no limit. */
  readonly waitMillisMax?: number
  readonly retryAfterSeconds: number
}

/** Completed when the turn starts. */
type Signal = Deferred.Deferred<void>

/** Runs work in the requester's turn. Fails with `QueueFull` if there is no place or no turn in time. */
export type WithTurn = (
  request: Omit<TurnRequest<Signal>, "item">
) => <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E | QueueFull, R>

/** Creates a fair queue for effects. The slot is released when the work succeeds, fails or is interrupted. */
export const makeWithTurn = Effect.fnUntraced(
  function*(
    { queue: name, retryAfterSeconds, waitMillisMax, ...limits }: TurnOptions
  ): Effect.fn.Return<WithTurn, never, Scope.Scope> {
    const clock = yield* Clock.Clock
    const queue = new FairQueue<Signal>(limits)
    const metrics = yield* queueMetrics(name, queue)

    const leave = (turn: Turn<Signal>): void => {
      for (const { item } of queue.leave(turn)) wake(item)
    }

    const refuse = (why: RefusedTurn): Effect.Effect<never, QueueFull> => {
      metrics.refused(why)
      return Effect.fail(queueFull(name, why, retryAfterSeconds))
    }

    /** Waits for the turn. Only the queue decides whether it runs, because it may start just as the wait times out. */
    const begin = (turn: Turn<Signal>): Effect.Effect<void, QueueFull> => {
      const since = clock.monotonicTimeNanosUnsafe()
      const woken = Deferred.await(turn.item)
      const wait = waitMillisMax === undefined ? woken : Effect.raceFirst(woken, Effect.sleep(waitMillisMax))
      return Effect.flatMap(wait, () => {
        if (turn.state !== "running") return refuse("time")
        metrics.waited(Number(clock.monotonicTimeNanosUnsafe() - since) / 1e6)
        return Effect.void
      })
    }

    return (request) => (work) =>
      Effect.uninterruptibleMask((restore) => {
        const turn = queue.enter({ ...request, item: Deferred.makeUnsafe<void>() })
        if (typeof turn === "string") return refuse(turn)
        const whole = turn.state === "running" ? work : Effect.andThen(begin(turn), work)
        return Effect.onExit(restore(whole), () => Effect.sync(() => leave(turn)))
      })
  }
)

/** Wakes a fiber in a microtask. Woken fibers run synchronously, and each would otherwise run on the stack of the previous one. */
const wake = (signal: Signal): void => queueMicrotask(() => Deferred.doneUnsafe(signal, Effect.void))
