import { Clock, Deferred, Effect, Exit, Result, type Scope, Semaphore } from "effect"
import { CircuitBreaker } from "effect/persistence"
import { WebRiskUnavailable } from "../../../core/threats/WebRisk.ts"
import { hostAndPath, type HttpFailure, type HttpResponse, parseJsonBody } from "../http/Http.ts"
import { describeFailure, headersFor, isRefusal, type Vendor } from "./Vendor.ts"

/** Maximum time in milliseconds that a URL check waits for a vendor. */
export const vendorMillisMax = 5_000
/** Maximum concurrent requests per vendor. Further requests wait for their turn, at most until their deadline. */
const concurrentRequestsMax = 32
/** Number of consecutive failures that open the circuit breaker. */
export const consecutiveFailuresMax = 5
/** Time in milliseconds for which the circuit breaker stays open before it lets one request through. */
export const breakerOpenMillis = 30_000

/** Sends requests to a vendor for callers that wait for the response. */
interface GuardedRequests<A> {
  /**
   * Sends a request. Concurrent requests with the same key share one response. Fails at the deadline. While the circuit
   * breaker is open, fails immediately without a request.
   *
   * @param key identifies equal requests
   */
  readonly send: (key: string, question: Effect.Effect<A, WebRiskUnavailable>) => Effect.Effect<A, WebRiskUnavailable>
  /** Reason why the circuit breaker is open, as a sentence; null if it is closed. */
  readonly problem: Effect.Effect<string | null>
}

/** Wraps requests to one vendor in a deadline, a circuit breaker (Nygard, "Release It!") and single flight. */
export const guardRequests = Effect.fnUntraced(
  function*<A>(source: string): Effect.fn.Return<GuardedRequests<A>, never, Scope.Scope> {
    const scope = yield* Effect.scope
    const turns = yield* Semaphore.make(concurrentRequestsMax)
    const breaker = yield* CircuitBreaker.make({
      tripPolicy: CircuitBreaker.consecutive(consecutiveFailuresMax),
      openDuration: breakerOpenMillis
    }).pipe(Effect.provide(CircuitBreaker.layerStoreMemory()))
    const inFlight = new Map<string, Deferred.Deferred<A, WebRiskUnavailable>>()
    let lastFailure = ""

    const unavailable = (message: string) => new WebRiskUnavailable({ source, message })
    const pausedMessage = () =>
      `${source} is paused for ${
        breakerOpenMillis / 1_000
      } seconds after ${consecutiveFailuresMax} consecutive failures. ${lastFailure}`.trimEnd()

    const guard = (question: Effect.Effect<A, WebRiskUnavailable>) =>
      turns.withPermits(1)(question).pipe(
        Effect.timeoutOrElse({
          duration: vendorMillisMax,
          orElse: () => Effect.fail(unavailable(`${source} did not answer within ${vendorMillisMax} ms.`))
        }),
        Effect.tapError((failure) => Effect.sync(() => lastFailure = failure.message)),
        breaker.execute({ key: source }),
        Effect.catchTag("CircuitBreakerError", () => Effect.suspend(() => Effect.fail(unavailable(pausedMessage()))))
      )

    return {
      send: (key, question) =>
        Effect.suspend(() => {
          const pending = inFlight.get(key)
          if (pending !== undefined) return Deferred.await(pending)
          const answer = Deferred.makeUnsafe<A, WebRiskUnavailable>()
          inFlight.set(key, answer)
          // Forked into the scope, so that the other callers still get the response if the first caller is interrupted.
          return guard(question).pipe(
            Effect.onExit((exit) =>
              Effect.sync(() => {
                inFlight.delete(key)
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
        (state) => state._tag === "Closed" ? null : pausedMessage()
      )
    }
  }
)

/** Maximum pause in milliseconds after a `Retry-After` header, because URL checks need the vendor. */
export const requestPauseMillisMax = 60 * 60_000
/**
 * Timeout of a request in milliseconds. It is shorter than the caller's deadline, so that the failure can be reported.
 */
export const requestMillisMax = vendorMillisMax - 500
/** Milliseconds for which the status shows a failure. Failures are logged at most once in this time. */
export const problemShownMillisMax = 10 * 60_000

export interface ResponseFormat<B> {
  readonly accept: Parameters<typeof headersFor>[1]
  readonly bodyOf: (url: URL, answer: HttpResponse) => Effect.Effect<B, HttpFailure>
}

const json: ResponseFormat<unknown> = { accept: "application/json", bodyOf: parseJsonBody }

/** One API request: the URL to request, and a function that parses the response. */
export interface VendorRequest<A, B = unknown> {
  /** Identifies equal requests, which share one response. */
  readonly key: string
  readonly url: URL
  readonly bytesMax: number
  /** Parses the body. Returns null if it is not a valid response. */
  readonly read: (body: B) => A | null
}

/** Client of a vendor's API for callers that wait for the response. */
export interface VendorClient<A, B = unknown> {
  /**
   * Sends a request. The failure's message is for the API caller. Details for the operator are in the log and in
   * `problem`.
   */
  readonly send: (question: VendorRequest<A, B>) => Effect.Effect<A, WebRiskUnavailable>
  /** Reason why a recent request failed, or why the circuit breaker is open; null otherwise. */
  readonly problem: Effect.Effect<string | null>
  readonly isPaused: Effect.Effect<boolean>
}

/** Creates a client for requests with JSON responses. */
export const makeJsonVendorClient = <A>(vendor: Vendor): Effect.Effect<VendorClient<A>, never, Scope.Scope> =>
  makeVendorClient<A, unknown>(vendor, json)

export const makeVendorClient = Effect.fnUntraced(
  function*<A, B>(vendor: Vendor, form: ResponseFormat<B>): Effect.fn.Return<VendorClient<A, B>, never, Scope.Scope> {
    const { name } = vendor
    const { send, problem: breakerProblem } = yield* guardRequests<Result.Result<A, WebRiskUnavailable>>(name)
    const unavailable = (message: string) => new WebRiskUnavailable({ source: name, message })
    const never = Number.NEGATIVE_INFINITY
    let pausedUntil = never
    let last = { problem: "", at: never }
    let warnedAt = never

    const recordProblem = Effect.fnUntraced(function*(problem: string) {
      const at = yield* Clock.currentTimeMillis
      last = { problem, at }
      if (at - warnedAt < problemShownMillisMax) return
      warnedAt = at
      yield* Effect.logWarning(`${name} did not answer: ${problem}`)
    })

    const exchange = Effect.fnUntraced(function*({ bytesMax, read, url }: VendorRequest<A, B>) {
      const left = pausedUntil - (yield* Clock.currentTimeMillis)
      if (left > 0) {
        return yield* unavailable(`${name} asked for no requests for another ${Math.ceil(left / 1_000)} seconds.`)
      }
      const response = yield* vendor.http({
        url,
        headers: headersFor(vendor, form.accept),
        millisMax: requestMillisMax,
        bytesMax
      }).pipe(Effect.flatMap((answer) => form.bodyOf(url, answer)), Effect.result)
      if (Result.isFailure(response)) {
        const rest = Math.min(response.failure.retryAfterMillis ?? 0, requestPauseMillisMax)
        // A request in flight may end after another one began a pause. It must not end the pause.
        pausedUntil = Math.max(pausedUntil, (yield* Clock.currentTimeMillis) + rest)
        yield* recordProblem(describeFailure(response.failure, vendor))
        // The vendor rejected only this request. An unusual URL must not open the circuit breaker for all requests.
        if (isRefusal(response.failure)) return Result.fail(unavailable(`${name} rejected the request for this URL.`))
        return yield* unavailable(`${name} did not answer.`)
      }
      const answer = read(response.success)
      if (answer !== null) {
        // During a pause, the status still shows its reason.
        if ((yield* Clock.currentTimeMillis) >= pausedUntil) last = { problem: "", at: never }
        return Result.succeed(answer)
      }
      yield* recordProblem(`${hostAndPath(url)} returned an invalid response.`)
      return yield* unavailable(`${name} did not answer.`)
    })

    return {
      send: (question) => Effect.flatMap(send(question.key, exchange(question)), Effect.fromResult),
      problem: Effect.gen(function*() {
        const now = yield* Clock.currentTimeMillis
        const resting = yield* breakerProblem
        return now - last.at < problemShownMillisMax || now < pausedUntil ? last.problem : resting
      }),
      isPaused: Effect.gen(function*() {
        return (yield* breakerProblem) !== null || (yield* Clock.currentTimeMillis) < pausedUntil
      })
    }
  }
)
