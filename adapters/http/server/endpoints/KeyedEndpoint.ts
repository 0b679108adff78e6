import { Cause, Clock, Effect, Option } from "effect"
import { Ledger } from "../../../../core/credits/Ledger.ts"
import type { StoredResponse } from "../../../../core/history/Idempotency.ts"
import { type NewRequest, RequestHistory } from "../../../../core/history/RequestHistory.ts"
import { Secrets } from "../../../../core/kernel/Secrets.ts"
import { StorageHealth } from "../../../../core/kernel/StorageHealth.ts"
import { uuidV7 } from "../../../../core/kernel/Uuid.ts"
import { type RateDecision, rateWindowMillis } from "../../../../core/keys/RateLimit.ts"
import { RateLimiter } from "../../../../core/keys/RateLimiter.ts"
import {
  type ErrorResponse,
  type Failure,
  logServerFault,
  MethodNotAllowed,
  RateLimitExceeded,
  toErrorResponse,
  TooManyConcurrentRequests
} from "../messages/ErrorResponse.ts"
import { ClientDisconnected, type Endpoint, type HttpExchange, type HttpResponse } from "../messages/HttpExchange.ts"
import { buildResponse } from "../messages/Responses.ts"
import { apiKeyAuthenticator, type AuthenticatedCaller, type Authenticator } from "./Authenticator.ts"
import { claimIdempotencyKey, type HeldKey } from "./IdempotencyKey.ts"
import { Observer } from "./Observer.ts"
import type { RequestMetrics } from "./RequestMetrics.ts"
import { type RequestContext, RequestRecorder } from "./RequestRecorder.ts"
import type { Caller, KeyedCall, KeyedOutcome, KeyedRoute, KeyedTask } from "./Route.ts"

/**
 * Handles requests with an API key.
 *
 * The steps are: key (401), rate limit (429), body (400, 413, 422), idempotency key (409, 422), credits (403, 422),
 * work, charge, and response. One durable commit stores the charge, the request record and the response.
 *
 * A step that refuses the request fails, and `toErrorResponse` maps the failure to a response. The services are
 * resolved once, when the server is built, because this code is the hot path.
 *
 * @param authenticator replaces the authentication by API key
 */
export const makeKeyedEndpoint = Effect.fnUntraced(function*<R>(route: KeyedRoute<R>, authenticator?: Authenticator) {
  const observer = yield* Observer
  const handler = new KeyedEndpoint(route, {
    authenticator: authenticator ?? (yield* apiKeyAuthenticator),
    clock: yield* Clock.Clock,
    health: yield* StorageHealth,
    ledger: yield* Ledger,
    limiter: yield* RateLimiter,
    metrics: observer.metricsOf(route.contract.operation),
    observer,
    recorder: new RequestRecorder(yield* RequestHistory, observer, route.contract.operation),
    secrets: yield* Secrets
  })
  return ((exchange) => handler.handle(exchange)) satisfies Endpoint<unknown>
})

interface Services {
  readonly authenticator: Authenticator
  readonly clock: Clock.Clock
  readonly health: StorageHealth["Service"]
  readonly ledger: Ledger["Service"]
  readonly limiter: RateLimiter["Service"]
  readonly metrics: RequestMetrics
  readonly observer: Observer["Service"]
  readonly recorder: RequestRecorder
  readonly secrets: Secrets["Service"]
}

/**
 * Runs the steps of a request in order. Only `steps` and `execute` are generators, because each generator costs time on
 * the hot path.
 */
class KeyedEndpoint<R> {
  private readonly route: KeyedRoute<R>
  private readonly services: Services

  constructor(route: KeyedRoute<R>, services: Services) {
    this.route = route
    this.services = services
  }

  handle(exchange: HttpExchange) {
    const context = this.begin(exchange)
    return Effect.catchCause(Effect.gen(() => this.steps(context)), (cause) => this.fail(context, cause))
  }

  private begin(exchange: HttpExchange): RequestContext {
    const { clock, secrets } = this.services
    const at = clock.currentTimeMillisUnsafe()
    return {
      exchange,
      requestId: uuidV7(at, secrets.randomBytes(10)),
      at,
      startedAt: performance.now(),
      caller: null,
      rateDecision: undefined,
      fieldNames: []
    }
  }

  /** Runs the steps from authentication to the idempotency key, and then `execute`. */
  private *steps(context: RequestContext) {
    const { exchange } = context
    const { authenticator, limiter } = this.services
    if (exchange.method !== "POST") return yield* new MethodNotAllowed()
    if (!exchange.isWithinConcurrencyLimit) return yield* new TooManyConcurrentRequests()

    // Authenticates the caller (401).
    const admitted = yield* authenticator.authenticate(exchange)
    const caller = this.identify(context, admitted)

    // Checks the rate limit (429).
    context.rateDecision = yield* limiter.take(admitted.id, admitted.requestsPerMinute, rateWindowMillis)
    if (!context.rateDecision.allowed) return yield* this.rateLimitExceeded(context.rateDecision)

    // Reads the body (400, 413, 422).
    const call = yield* this.route.read(exchange)
    context.fieldNames = call.fieldNames

    // Claims the idempotency key (409, 422), or repeats the stored response.
    if (!this.hasIdempotencyKey(exchange)) return yield* this.execute(context, caller, call, null)
    const claim = yield* claimIdempotencyKey(exchange, caller, this.route.contract, call.content)
    return claim.kind === "replay"
      ? this.replay(context, claim.answer)
      : yield* this.executeOnce(context, caller, call, claim)
  }

  /** Runs the steps from the credit check to the response. */
  private *execute(context: RequestContext, caller: Caller, call: KeyedCall<R>, held: HeldKey | null) {
    const { ledger, observer } = this.services
    const { accountId } = caller

    // Checks the credits (403, 422) only to save work. The ledger checks the balance again when it charges.
    const task = call.prepare()
    const { credits } = task
    if (credits > 0 && !observer.isCachedBalanceEnough(accountId, credits)) {
      yield* observer.requireBalance(ledger, accountId, credits)
    }

    // Runs the use case. Its failures have the statuses of the endpoint's contract.
    const outcome = yield* this.route.reservesCredits
      ? this.executeReserved(context, caller, task)
      : task.execute(caller)

    // Records and charges the request.
    const record = this.recordOf(context, caller, task, outcome)
    if (this.route.isCharged) {
      observer.cacheBalance(accountId, yield* this.charge(caller, task, outcome, record, held))
      this.services.metrics.recordCharge(credits)
    } else yield* this.services.recorder.store(record)

    if (outcome.summary !== null) this.services.metrics.recordVerdict(outcome.summary.verdict)
    return this.succeed(context, caller, task, outcome)
  }

  private rateLimitExceeded({ limit }: RateDecision) {
    this.services.metrics.recordRateLimit("key")
    return new RateLimitExceeded({ limit })
  }

  private identify(context: RequestContext, { accountId, id }: AuthenticatedCaller): Caller {
    const caller: Caller = { accountId, keyId: id, requestId: context.requestId }
    context.caller = caller
    this.services.authenticator.recordUse(id, context.at)
    return caller
  }

  private hasIdempotencyKey(exchange: HttpExchange): boolean {
    return this.route.contract.supportsIdempotencyKey && exchange.header("idempotency-key") !== undefined
  }

  /** Executes the request. Releases the idempotency key after a failure, so that the caller can retry. */
  private executeOnce(context: RequestContext, caller: Caller, call: KeyedCall<R>, held: HeldKey) {
    return Effect.onError(Effect.gen(() => this.execute(context, caller, call, held)), () => held.release)
  }

  /** Reserves the price before the work, and interrupts the work when the caller disconnects. */
  private executeReserved({ exchange }: RequestContext, caller: Caller, task: KeyedTask<R>) {
    return Effect.flatMap(
      this.services.ledger.execute({ kind: "reserve", ...this.chargeOf(caller, task) }),
      () =>
        Effect.onError(
          Effect.raceFirst(task.execute(caller), exchange.whenDisconnected),
          (cause) => this.refund(caller, cause)
        )
    )
  }

  private recordOf(context: RequestContext, caller: Caller, { credits }: KeyedTask<R>, { summary }: KeyedOutcome) {
    return this.services.recorder.successRecord(context, caller, this.route.status, credits, summary)
  }

  /** Stores the charge, the record and the response durably, in one commit. */
  private charge(
    caller: Caller,
    task: KeyedTask<R>,
    { body }: KeyedOutcome,
    record: NewRequest,
    held: HeldKey | null
  ) {
    const { accountId, requestId } = caller
    const { reservesCredits, status } = this.route
    return this.services.ledger.execute(
      reservesCredits ? { kind: "settle", accountId, requestId } : { kind: "charge", ...this.chargeOf(caller, task) },
      held === null ? { record } : { record, answer: held.toStoredResponse(status, body) }
    )
  }

  private chargeOf({ accountId, keyId, requestId }: Caller, { credits }: KeyedTask<R>) {
    return { accountId, requestId, amount: credits, note: this.route.contract.operation, keyId }
  }

  /** Refunds the credits that were reserved for work that failed, or whose caller disconnected. */
  private refund({ accountId, requestId }: Caller, cause: Cause.Cause<unknown>) {
    const note = Cause.hasInterruptsOnly(cause) || isClientDisconnected(cause)
      ? "client disconnected"
      : "request failed"
    return Effect.ignore(this.services.ledger.execute({ kind: "refund", accountId, requestId, note }))
  }

  private succeed(
    { rateDecision, requestId, startedAt }: RequestContext,
    { accountId }: Caller,
    { credits }: KeyedTask<R>,
    { body }: KeyedOutcome
  ): HttpResponse {
    const { isCharged, status } = this.route
    this.observe(status, startedAt)
    const headers = ["X-Credits-Charged", String(credits)]
    const inFlight = isCharged ? { requestId, accountId } : null
    return buildResponse(status, body, { requestId, rateDecision, headers, inFlight, closesConnection: false })
  }

  /** Sends the response stored for the idempotency key again. */
  private replay(
    { rateDecision, requestId, startedAt }: RequestContext,
    { body, status }: StoredResponse
  ): HttpResponse {
    this.observe(status, startedAt)
    const headers = ["Idempotency-Replayed", "true", "X-Credits-Charged", "0"]
    return buildResponse(status, body, { requestId, rateDecision, headers, inFlight: null, closesConnection: false })
  }

  /** Converts a failed step to a response, and logs server faults. */
  private fail(context: RequestContext, cause: Cause.Cause<Failure>): Effect.Effect<HttpResponse> {
    const { contract } = this.route
    const refusal = toErrorResponse(cause, contract)
    const answer = Effect.sync(() => this.refuse(context, refusal))
    if (!refusal.isServerFault) return answer
    this.services.health.reportFailure(Cause.squash(cause))
    return Effect.andThen(
      Effect.annotateLogs(logServerFault(cause, contract), { request_id: context.requestId }),
      answer
    )
  }

  private refuse(
    context: RequestContext,
    { closesConnection, headers, recorded, status, body }: ErrorResponse
  ): HttpResponse {
    const { caller, rateDecision, requestId, startedAt } = context
    this.observe(status, startedAt)
    if (caller !== null) this.services.recorder.recordRefusal(context, caller, status, recorded)
    const charged = caller === null ? [] : ["X-Credits-Charged", "0"]
    return buildResponse(status, body, {
      requestId,
      rateDecision,
      headers: [...headers, ...charged],
      inFlight: null,
      closesConnection
    })
  }

  private observe(status: number, startedAt: number): void {
    this.services.metrics.recordResponse(status, performance.now() - startedAt)
  }
}

const isClientDisconnected = (cause: Cause.Cause<unknown>): boolean =>
  Option.getOrNull(Cause.findErrorOption(cause)) instanceof ClientDisconnected
