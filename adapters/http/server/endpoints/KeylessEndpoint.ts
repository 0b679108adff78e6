import { Cause, Clock, Effect } from "effect"
import type { RequestId } from "../../../../core/kernel/Ids.ts"
import { Secrets } from "../../../../core/kernel/Secrets.ts"
import { StorageHealth } from "../../../../core/kernel/StorageHealth.ts"
import { uuidV7 } from "../../../../core/kernel/Uuid.ts"
import { VisitorTraffic } from "../../../../core/shield/VisitorTraffic.ts"
import {
  type Failure,
  logServerFault,
  MethodNotAllowed,
  RateLimitExceeded,
  toErrorResponse,
  TooManyConcurrentRequests
} from "../messages/ErrorResponse.ts"
import type { Endpoint, HttpExchange, HttpResponse } from "../messages/HttpExchange.ts"
import { buildResponse } from "../messages/Responses.ts"
import { Observer } from "./Observer.ts"
import type { RequestMetrics } from "./RequestMetrics.ts"
import type { CountedLimit, KeylessRoute } from "./Route.ts"
import { visitorOf } from "./Visitor.ts"

/** `Retry-After` in seconds for requests that a visitor limit refuses. */
export const visitorLimitRetrySeconds = 20

/**
 * Handles requests without an API key, in this order: body (413, 422), visitor limits (429), work, visitor limits that
 * depend on the response (429).
 *
 * The requests come from browsers, or contain their credentials in the body. They cost no credits. The limits count per
 * client address.
 */
export const makeKeylessEndpoint = Effect.fnUntraced(function*<R>(route: KeylessRoute<R>) {
  const handler = new KeylessEndpoint(route, {
    clock: yield* Clock.Clock,
    health: yield* StorageHealth,
    metrics: (yield* Observer).metricsOf(route.contract.operation),
    secrets: yield* Secrets,
    traffic: yield* VisitorTraffic
  })
  return ((exchange) => handler.handle(exchange)) satisfies Endpoint<unknown>
})

interface Services {
  readonly clock: Clock.Clock
  readonly health: StorageHealth["Service"]
  readonly metrics: RequestMetrics
  readonly secrets: Secrets["Service"]
  readonly traffic: VisitorTraffic["Service"]
}

class KeylessEndpoint<R> {
  private readonly route: KeylessRoute<R>
  private readonly services: Services
  private readonly isCrossOrigin: boolean

  constructor(route: KeylessRoute<R>, services: Services) {
    this.route = route
    this.services = services
    this.isCrossOrigin = route.contract.isCrossOrigin === true
  }

  handle(exchange: HttpExchange): Effect.Effect<HttpResponse, never, R> {
    const { clock, secrets } = this.services
    const requestId = uuidV7(clock.currentTimeMillisUnsafe(), secrets.randomBytes(10))
    if (this.isCrossOrigin && exchange.method === "OPTIONS") return Effect.succeed(preflightResponse(requestId))
    const startedAt = performance.now()
    return Effect.gen(() => this.steps(exchange, requestId)).pipe(
      Effect.map((body) => this.respond(requestId, startedAt, this.route.status, body, [], false)),
      Effect.catchCause((cause) => this.fail(requestId, startedAt, cause))
    )
  }

  /** Runs the steps of a request, and returns the body of a successful response. */
  private *steps(exchange: HttpExchange, requestId: RequestId) {
    if (exchange.method !== "POST") return yield* new MethodNotAllowed()
    if (!exchange.isWithinConcurrencyLimit) return yield* new TooManyConcurrentRequests()
    const call = yield* this.route.read(exchange)
    const visitor = visitorOf(exchange, requestId)
    yield* this.checkLimits(call.limits, visitor.address)
    const outcome = yield* call.execute(visitor)
    yield* this.checkLimits(outcome.limits, visitor.address)
    return outcome.body
  }

  /** Counts the request toward each limit, and fails if a limit is exceeded. */
  private *checkLimits(limits: ReadonlyArray<CountedLimit>, address: string) {
    const { clock, metrics, traffic } = this.services
    for (const { perMinute, counterName } of limits) {
      if (!traffic.allows(counterName, address, perMinute, clock.currentTimeMillisUnsafe())) {
        metrics.recordRateLimit("address")
        return yield* new RateLimitExceeded({ limit: perMinute, retryAfterSeconds: visitorLimitRetrySeconds })
      }
    }
  }

  private fail(requestId: RequestId, startedAt: number, cause: Cause.Cause<Failure>): Effect.Effect<HttpResponse> {
    const { contract } = this.route
    const { closesConnection, headers, isServerFault, status, body } = toErrorResponse(cause, contract)
    const answer = this.respond(requestId, startedAt, status, body, headers, closesConnection)
    if (!isServerFault) return Effect.succeed(answer)
    this.services.health.reportFailure(Cause.squash(cause))
    return Effect.as(Effect.annotateLogs(logServerFault(cause, contract), { request_id: requestId }), answer)
  }

  private respond(
    requestId: RequestId,
    startedAt: number,
    status: number,
    body: string,
    ownHeaders: ReadonlyArray<string>,
    closes: boolean
  ): HttpResponse {
    this.services.metrics.recordResponse(status, performance.now() - startedAt)
    const headers = this.isCrossOrigin ? [...crossOriginHeaders, ...ownHeaders] : ownHeaders
    return buildResponse(status, body, {
      requestId,
      rateDecision: undefined,
      headers,
      inFlight: null,
      closesConnection: closes
    })
  }
}

/** Seconds for which a browser may cache a preflight response. Chromium caches it for at most 2 hours. */
export const preflightSecondsMax = 7_200

/**
 * Headers of responses that scripts of all sites may read.
 *
 * The endpoints ignore cookies and other credentials that browsers add automatically. A page therefore has the same
 * access as any other program.
 */
const crossOriginHeaders: ReadonlyArray<string> = [
  "Access-Control-Allow-Origin",
  "*",
  "Access-Control-Expose-Headers",
  "Retry-After, X-Request-Id"
]

/** Returns the response to a CORS preflight request (Fetch standard, CORS-preflight fetch). */
const preflightResponse = (requestId: RequestId): HttpResponse => ({
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
  closesConnection: false
})
