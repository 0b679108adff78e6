import { Clock, Deferred, Effect, Exit, Result, type Scope, Semaphore } from "effect"
import { CircuitBreaker } from "effect/persistence"
import { WebRiskUnavailable } from "../../../core/threats/WebRisk.ts"
import { type HttpAnswer, type HttpFailure, jsonOf, placeOf } from "../http/Http.ts"
import { failureSentence, headersFor, isRefusal, type Vendor } from "./Vendor.ts"

/** Maximum time in milliseconds that a URL check waits for a vendor. */
export const answerMillisMax = 5_000
/** Maximum concurrent requests per vendor; further requests wait within their deadline. */
const questionsAtOnceMax = 32
/** Number of consecutive failures that open the circuit breaker. */
export const failuresInARowMax = 5
/** Time in milliseconds for which the circuit breaker stays open before it lets one request through. */
export const restMillis = 30_000

/** Sends requests to a vendor while a caller waits for the response. */
interface Asking<A> {
  /**
   * Sends a request once: concurrent requests with the same key share its response. Fails at the deadline, and immediately without a
   * request while the circuit breaker is open.
   *
   * @param key identifies equal requests
   */
  readonly ask: (key: string, question: Effect.Effect<A, WebRiskUnavailable>) => Effect.Effect<A, WebRiskUnavailable>
  /** Reason for the open circuit breaker as a sentence; null if it is closed. */
  readonly problem: Effect.Effect<string | null>
}

/** Wraps requests to one vendor in a deadline, a circuit breaker (Nygard, "Release It!") and single flight. */
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
        // Forked from the first caller, so that the others still get the response if that caller is interrupted.
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

/** Maximum effect of `Retry-After` in milliseconds, because requests are waiting. */
export const questionRestMillisMax = 60 * 60_000
/** Timeout of a request, shorter than the caller's deadline, so that the failure can be reported. */
export const questionMillisMax = answerMillisMax - 500
/** Maximum time for which a failure is reported without further requests. */
export const problemMillisMax = 10 * 60_000

/** Response format of a vendor. */
export interface AnswerForm<B> {
  readonly accept: Parameters<typeof headersFor>[1]
  readonly bodyOf: (url: URL, answer: HttpAnswer) => Effect.Effect<B, HttpFailure>
}

const json: AnswerForm<unknown> = { accept: "application/json", bodyOf: jsonOf }

/** One API request: what to send, and how to interpret the response. */
export interface Question<A, B = unknown> {
  /** Identifies equal requests, which share one response. */
  readonly key: string
  readonly url: URL
  readonly bytesMax: number
  /** Returns null if the body is not a valid response. */
  readonly read: (body: B) => A | null
}

/** Requests to a vendor while a caller waits. */
export interface Questions<A, B = unknown> {
  /** Fails with a message for the caller who screens a URL; details go to the log and to `problem`, for the operator. */
  readonly ask: (question: Question<A, B>) => Effect.Effect<A, WebRiskUnavailable>
  /** Reason why the last request failed a moment ago or the circuit breaker is open; null otherwise. */
  readonly problem: Effect.Effect<string | null>
  readonly isResting: Effect.Effect<boolean>
}

/** Requests with JSON responses. */
export const questions = <A>(vendor: Vendor): Effect.Effect<Questions<A>, never, Scope.Scope> =>
  questionsIn<A, unknown>(vendor, json)

export const questionsIn = Effect.fnUntraced(
  function*<A, B>(vendor: Vendor, form: AnswerForm<B>): Effect.fn.Return<Questions<A, B>, never, Scope.Scope> {
    const { name } = vendor
    const { ask, problem: breaking } = yield* asking<Result.Result<A, WebRiskUnavailable>>(name)
    const unavailable = (message: string) => new WebRiskUnavailable({ source: name, message })
    const never = Number.NEGATIVE_INFINITY
    let restsUntil = never
    let last = { problem: "", at: never }
    let warnedAt = never

    const note = Effect.fnUntraced(function*(problem: string) {
      const at = yield* Clock.currentTimeMillis
      last = { problem, at }
      if (at - warnedAt < problemMillisMax) return
      warnedAt = at
      yield* Effect.logWarning(`${name} did not answer: ${problem}`)
    })

    const exchange = Effect.fnUntraced(function*({ bytesMax, read, url }: Question<A, B>) {
      const left = restsUntil - (yield* Clock.currentTimeMillis)
      if (left > 0) {
        return yield* unavailable(`${name} asked to be left alone for another ${Math.ceil(left / 1_000)} seconds.`)
      }
      const answered = yield* vendor.http({
        url,
        headers: headersFor(vendor, form.accept),
        millisMax: questionMillisMax,
        bytesMax
      }).pipe(Effect.flatMap((answer) => form.bodyOf(url, answer)), Effect.result)
      if (Result.isFailure(answered)) {
        const rest = Math.min(answered.failure.retryAfterMillis ?? 0, questionRestMillisMax)
        restsUntil = (yield* Clock.currentTimeMillis) + rest
        yield* note(failureSentence(answered.failure, vendor))
        // The vendor rejected this request only; an unusual URL must not open the circuit breaker for all.
        if (isRefusal(answered.failure)) return Result.fail(unavailable(`${name} refused a question about this URL.`))
        return yield* unavailable(`${name} did not answer.`)
      }
      const answer = read(answered.success)
      if (answer !== null) {
        last = { problem: "", at: never }
        return Result.succeed(answer)
      }
      yield* note(`${placeOf(url)} answered something that is not its answer.`)
      return yield* unavailable(`${name} did not answer.`)
    })

    return {
      ask: (question) => Effect.flatMap(ask(question.key, exchange(question)), Effect.fromResult),
      problem: Effect.gen(function*() {
        const now = yield* Clock.currentTimeMillis
        const resting = yield* breaking
        return now - last.at < problemMillisMax || now < restsUntil ? last.problem : resting
      }),
      isResting: Effect.gen(function*() {
        return (yield* breaking) !== null || (yield* Clock.currentTimeMillis) < restsUntil
      })
    }
  }
)
