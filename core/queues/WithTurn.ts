import { Clock, Deferred, Effect, type Scope } from "effect"
import { FairQueue, type FairQueueLimits, type Turn, type TurnRequest } from "./FairQueue.ts"
import { QueueFull, queueFull, type QueueName, type RefusedTurn } from "./QueueFull.ts"
import { queueMetrics } from "./QueueMetrics.ts"

export interface TurnOptions extends FairQueueLimits {
  readonly queue: QueueName
  /** How long work waits for its turn; without limit when absent. */
  readonly waitMillisMax?: number
  readonly retryAfterSeconds: number
}

/** Opened when the turn runs. */
type Signal = Deferred.Deferred<void>

/** Runs work when it is the requester's turn, and fails with `QueueFull` when there is no place or no turn in time. */
export type WithTurn = (
  request: Omit<TurnRequest<Signal>, "item">
) => <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E | QueueFull, R>

/** Makes a fair queue for effects. The slot is free when the work has ended, failed, or was interrupted. */
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

    /** Whether the turn runs is decided by the queue alone: a turn may begin in the moment in which its time ends. */
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

/** In a microtask: woken fibers run at once, and each would run on top of the one that has just left. */
const wake = (signal: Signal): void => queueMicrotask(() => Deferred.doneUnsafe(signal, Effect.void))
