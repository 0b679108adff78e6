import { Effect, FiberSet, Latch } from "effect"

/** Runs work after a delay. */
export type ScheduleTask = (work: Effect.Effect<void>, millis: number) => Effect.Effect<void>

/**
 * Creates a scheduler for delayed work. When its layer closes, pending work runs immediately, before the layer's
 * dependencies close. Failed work is logged.
 */
export const makeTaskScheduler = Effect.gen(function*() {
  const ending = yield* Latch.make(false)
  const waiting = yield* FiberSet.make<void>()
  yield* Effect.addFinalizer(() => Effect.andThen(ending.open, FiberSet.awaitEmpty(waiting)))
  const later: ScheduleTask = (work, millis) =>
    Effect.raceFirst(Effect.sleep(millis), ending.await).pipe(
      Effect.andThen(work),
      Effect.catchCause((cause) => Effect.logError("A delayed task failed", cause)),
      FiberSet.run(waiting),
      Effect.asVoid
    )
  return later
})
