import { Clock, Deferred, Effect, Exit, Result, type Scope, Semaphore } from "effect"
import { CircuitBreaker } from "effect/persistence"
import { WebRiskUnavailable } from "../../../core/threats/WebRisk.ts"
import { type HttpAnswer, type HttpFailure, jsonOf, placeOf } from "../http/Http.ts"
import { failureSentence, headersFor, isRefusal, type Vendor } from "./Vendor.ts"

/** The longest that whoever screens a URL waits for a vendor. */
export const answerMillisMax = 5_000
/** Questions to one vendor at the same time; others wait for their turn, within their time. */
const questionsAtOnceMax = 32
/** Failures in a row after which a vendor is left alone for a while. */
export const failuresInARowMax = 5
/** How long it is left alone, until one question is let through to see. */
export const restMillis = 30_000

/** How a vendor is asked while somebody waits for the answer. */
interface Asking<A> {
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

/** `Retry-After` is obeyed for so long at most: somebody waits for what is asked about here. */
export const questionRestMillisMax = 60 * 60_000
/** Within the deadline of whoever waits, so that it can be told what came of it. */
export const questionMillisMax = answerMillisMax - 500
/** A failure is told for so long, if nothing is asked meanwhile: it says nothing of an hour later. */
export const problemMillisMax = 10 * 60_000

/** In which form a vendor answers. */
export interface AnswerForm<B> {
  readonly accept: Parameters<typeof headersFor>[1]
  readonly bodyOf: (url: URL, answer: HttpAnswer) => Effect.Effect<B, HttpFailure>
}

const json: AnswerForm<unknown> = { accept: "application/json", bodyOf: jsonOf }

/** One question, as the two halves of a method: what to ask, and what the answer means. */
export interface Question<A, B = unknown> {
  /** What makes two questions one. */
  readonly key: string
  readonly url: URL
  readonly bytesMax: number
  /** Null for what is no answer. */
  readonly read: (body: B) => A | null
}

/** Questions to a vendor while somebody waits. */
export interface Questions<A, B = unknown> {
  /** Fails with what whoever screens a URL may read; what went wrong is for the operator, in the log and in `problem`. */
  readonly ask: (question: Question<A, B>) => Effect.Effect<A, WebRiskUnavailable>
  /** Why the last question came to nothing, a moment ago, or the vendor is left alone; null when neither is so. */
  readonly problem: Effect.Effect<string | null>
  /** Whether the vendor is left alone now. */
  readonly isResting: Effect.Effect<boolean>
}

/** Those whose answers are JSON. */
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
        // What is refused is this one question: whoever asks strange ones must not have the vendor left alone for all.
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
