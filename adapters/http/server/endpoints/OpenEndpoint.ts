import { Cause, Clock, Effect } from "effect"
import type { RequestId } from "../../../../core/kernel/Ids.ts"
import { Secrets } from "../../../../core/kernel/Secrets.ts"
import { StorageHealth } from "../../../../core/kernel/StorageHealth.ts"
import { uuidV7 } from "../../../../core/kernel/Uuid.ts"
import { VisitorTraffic } from "../../../../core/shield/VisitorTraffic.ts"
import { answerOf } from "../messages/Answers.ts"
import type { Answer, Endpoint, Exchange } from "../messages/Exchange.ts"
import {
  type Failure,
  logFault,
  MethodNotAllowed,
  RateExceeded,
  refusalOf,
  TooManyAtOnce
} from "../messages/Refusal.ts"
import type { CountedLimit, OpenBinding } from "./Binding.ts"
import { Observer } from "./Observer.ts"
import { visitorOf } from "./Visitor.ts"

/** Retry delay in seconds after a visitor limit. */
export const limitedRetrySeconds = 20

/**
 * Handles a request without an API key, such as one from a browser or one with its credentials in the body: body (413, 422), visitor limits
 * (429, decision 30), then work. It costs no credits.
 */
export const openEndpoint = Effect.fnUntraced(function*<R>(binding: OpenBinding<R>) {
  const handler = new OpenEndpoint(binding, {
    clock: yield* Clock.Clock,
    health: yield* StorageHealth,
    observer: yield* Observer,
    secrets: yield* Secrets,
    traffic: yield* VisitorTraffic
  })
  return ((exchange) => handler.handle(exchange)) satisfies Endpoint<unknown>
})

interface Services {
  readonly clock: Clock.Clock
  readonly health: StorageHealth["Service"]
  readonly observer: Observer["Service"]
  readonly secrets: Secrets["Service"]
  readonly traffic: VisitorTraffic["Service"]
}

class OpenEndpoint<R> {
  private readonly binding: OpenBinding<R>
  private readonly services: Services
  private readonly isReadByPages: boolean

  constructor(binding: OpenBinding<R>, services: Services) {
    this.binding = binding
    this.services = services
    this.isReadByPages = binding.contract.isReadByPages === true
  }

  handle(exchange: Exchange): Effect.Effect<Answer, never, R> {
    const { clock, secrets } = this.services
    const requestId = uuidV7(clock.currentTimeMillisUnsafe(), secrets.randomBytes(10))
    if (this.isReadByPages && exchange.method === "OPTIONS") return Effect.succeed(preflight(requestId))
    const startedAt = performance.now()
    return Effect.gen(() => this.steps(exchange, requestId)).pipe(
      Effect.map((body) => this.answer(requestId, startedAt, this.binding.status, body, [], false)),
      Effect.catchCause((cause) => this.fail(requestId, startedAt, cause))
    )
  }

  /** Returns the body of a successful response. */
  private *steps(exchange: Exchange, requestId: RequestId) {
    if (exchange.method !== "POST") return yield* new MethodNotAllowed()
    if (!exchange.isWithinLimit) return yield* new TooManyAtOnce()
    const call = yield* this.binding.read(exchange)
    const visitor = visitorOf(exchange, requestId)
    yield* this.checkLimits(call.limits, visitor.address)
    const outcome = yield* call.work(visitor)
    yield* this.checkLimits(outcome.limits, visitor.address)
    return outcome.body
  }

  /** Counts the request and refuses it above a limit. */
  private *checkLimits(limits: ReadonlyArray<CountedLimit>, address: string) {
    const { clock, traffic } = this.services
    for (const { perMinute, what } of limits) {
      if (!traffic.allows(what, address, perMinute, clock.currentTimeMillisUnsafe())) {
        return yield* new RateExceeded({ limit: perMinute, retryAfterSeconds: limitedRetrySeconds })
      }
    }
  }

  private fail(requestId: RequestId, startedAt: number, cause: Cause.Cause<Failure>): Effect.Effect<Answer> {
    const { contract } = this.binding
    const { closes, headers, isFault, status, text } = refusalOf(cause, contract)
    const answer = this.answer(requestId, startedAt, status, text, headers, closes)
    if (!isFault) return Effect.succeed(answer)
    this.services.health.reportFailure(Cause.squash(cause))
    return Effect.as(Effect.annotateLogs(logFault(cause, contract), { request_id: requestId }), answer)
  }

  private answer(
    requestId: RequestId,
    startedAt: number,
    status: number,
    body: string,
    ownHeaders: ReadonlyArray<string>,
    closes: boolean
  ): Answer {
    this.services.observer.answered(this.binding.contract.operation, status, performance.now() - startedAt)
    const headers = this.isReadByPages ? [...crossOrigin, ...ownHeaders] : ownHeaders
    return answerOf(status, body, { requestId, rate: undefined, headers, inFlight: null, closes })
  }
}

/** How long a browser may cache a preflight response; Chromium caches for at most 2 hours. */
export const preflightSecondsMax = 7_200

/**
 * Headers for responses that scripts of all sites may read. The endpoints ignore cookies and every other credential that browsers add
 * automatically, so a page can do nothing that other programs cannot.
 */
const crossOrigin: ReadonlyArray<string> = [
  "Access-Control-Allow-Origin",
  "*",
  "Access-Control-Expose-Headers",
  "Retry-After, X-Request-Id"
]

/** Response to a CORS preflight request (Fetch standard, CORS-preflight fetch). */
const preflight = (requestId: RequestId): Answer => ({
  status: 204,
  headers: [
    "Access-Control-Allow-Origin",
    "*",
    "Access-Control-Allow-Methods",
    "POST",
    "Access-Control-Allow-Headers",
    "Content-Type",
    "Access-Control-Max-Age",
    String(preflightSecondsMax),
    "X-Request-Id",
    requestId
  ],
  body: "",
  inFlight: null,
  closes: false
})
