import { Effect, FiberSet, Latch } from "effect"

/** Runs work a while after it was asked for. */
export type Later = (work: Effect.Effect<void>, millis: number) => Effect.Effect<void>

/**
 * What runs work a while later, for as long as the layer that makes it is open: what still waits when it closes runs then, and what it
 * stands on closes after it. Work that fails is told by the log.
 */
export const makeLater = Effect.gen(function*() {
  const ending = yield* Latch.make(false)
  const waiting = yield* FiberSet.make<void>()
  yield* Effect.addFinalizer(() => Effect.andThen(ending.open, FiberSet.awaitEmpty(waiting)))
  const later: Later = (work, millis) =>
    Effect.raceFirst(Effect.sleep(millis), ending.await).pipe(
      Effect.andThen(work),
      Effect.catchCause((cause) => Effect.logError("What was to be written later is lost", cause)),
      FiberSet.run(waiting),
      Effect.asVoid
    )
  return later
})
