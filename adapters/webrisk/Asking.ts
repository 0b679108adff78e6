import { Deferred, Effect, Exit, Semaphore } from "effect"
import type { Scope } from "effect"
import { CircuitBreaker } from "effect/persistence"
import { WebRiskUnavailable } from "../../core/threats/WebRisk.ts"

/** The longest that whoever screens a URL waits for a vendor. */
export const answerMillisMax = 5_000
/** Questions to one vendor at the same time; others wait for their turn, within their time. */
export const questionsAtOnceMax = 32
/** Failures in a row after which a vendor is left alone for a while. */
export const failuresInARowMax = 5
/** How long it is left alone, until one question is let through to see. */
export const restMillis = 30_000

/** How a vendor is asked while somebody waits for the answer. */
export interface Asking<A> {
  /**
   * Asks once, whoever else asks the same meanwhile: all get the one answer. Fails at the deadline; and at once, without a
   * question, while the vendor is left alone because it failed again and again.
   *
   * @param key what makes two questions one
   */
  readonly ask: (key: string, question: Effect.Effect<A, WebRiskUnavailable>) => Effect.Effect<A, WebRiskUnavailable>
  /** Why it is left alone, in a sentence; null when it is not. */
  readonly problem: Effect.Effect<string | null>
}

/** Deadline, circuit breaker (Nygard, "Release It!") and single flight around the questions to one vendor. */
export const asking = Effect.fnUntraced(function*<A>(source: string): Effect.fn.Return<Asking<A>, never, Scope.Scope> {
  const scope = yield* Effect.scope
  const turns = yield* Semaphore.make(questionsAtOnceMax)
  const breaker = yield* CircuitBreaker.make({
    tripPolicy: CircuitBreaker.consecutive(failuresInARowMax),
    openDuration: restMillis
  }).pipe(Effect.provide(CircuitBreaker.layerStoreMemory()))
  const running = new Map<string, Deferred.Deferred<A, WebRiskUnavailable>>()
  let last = ""

  const unavailable = (message: string) => new WebRiskUnavailable({ source, message })
  const leftAlone = () =>
    `${source} is left alone for ${
      restMillis / 1_000
    } seconds since it failed ${failuresInARowMax} times in a row. ${last}`.trimEnd()

  const guarded = (question: Effect.Effect<A, WebRiskUnavailable>) =>
    turns.withPermits(1)(question).pipe(
      Effect.timeoutOrElse({
        duration: answerMillisMax,
        orElse: () => Effect.fail(unavailable(`${source} did not answer within ${answerMillisMax} ms.`))
      }),
      Effect.tapError((failure) => Effect.sync(() => last = failure.message)),
      breaker.execute({ key: source }),
      Effect.catchTag("CircuitBreakerError", () => Effect.suspend(() => Effect.fail(unavailable(leftAlone()))))
    )

  return {
    ask: (key, question) =>
      Effect.suspend(() => {
        const standing = running.get(key)
        if (standing !== undefined) return Deferred.await(standing)
        const answer = Deferred.makeUnsafe<A, WebRiskUnavailable>()
        running.set(key, answer)
        // Apart from whoever asked first: when that one leaves, the others still wait.
        return guarded(question).pipe(
          Effect.onExit((exit) =>
            Effect.sync(() => {
              running.delete(key)
              Deferred.doneUnsafe(
                answer,
                Exit.isFailure(exit) && exit.cause.reasons.some(({ _tag }) => _tag === "Interrupt")
                  ? Effect.fail(unavailable("Gatehouse is stopping."))
                  : exit
              )
            })
          ),
          Effect.forkIn(scope),
          Effect.andThen(Deferred.await(answer))
        )
      }),
    problem: Effect.map(
      Effect.orDie(breaker.state(source)),
      (state) => state._tag === "Closed" ? null : leftAlone()
    )
  }
})
