import { Cause, Clock, Effect, Option } from "effect"
import { Ledger } from "../../../../core/credits/LedgerPort.ts"
import type { StoredAnswer } from "../../../../core/history/Idempotency.ts"
import { RequestHistory } from "../../../../core/history/RequestHistory.ts"
import { Secrets } from "../../../../core/kernel/Secrets.ts"
import { StorageHealth } from "../../../../core/kernel/StorageHealth.ts"
import { uuidV7 } from "../../../../core/kernel/Uuid.ts"
import { rateWindowMillis } from "../../../../core/keys/RateLimit.ts"
import { RateLimiter } from "../../../../core/keys/RateLimiter.ts"
import { answerOf } from "../messages/Answers.ts"
import { type Answer, CallerGone, type Endpoint, type Exchange } from "../messages/Exchange.ts"
import {
  type Failure,
  logFault,
  MethodNotAllowed,
  RateExceeded,
  type Refusal,
  refusalOf,
  TooManyAtOnce
} from "../messages/Refusal.ts"
import { type Admission, byApiKey } from "./Admission.ts"
import type { Caller, KeyedBinding, KeyedCall, KeyedOutcome, KeyedTask } from "./Binding.ts"
import { claimKey, type HeldKey } from "./IdempotencyKey.ts"
import { Observer } from "./Observer.ts"
import { type RequestContext, RequestRecorder } from "./RequestRecord.ts"

/**
 * Handles every request that carries an API key (decision 1), in this order: key (401), rate limit (429), body (400, 413,
 * 422), idempotency key (409, 422), credits (403, 422), work, one durable commit of the charge with its record and stored
 * response, and then the response.
 *
 * A step that refuses the request fails, and one table turns failures into responses. The services are taken once, when the
 * server is built: this is the hot path.
 *
 * @param admission authenticates callers in place of the API key
 */
export const keyedEndpoint = Effect.fnUntraced(function*<R>(binding: KeyedBinding<R>, admission?: Admission) {
  const observer = yield* Observer
  const handler = new KeyedEndpoint(binding, {
    admission: admission ?? (yield* byApiKey),
    clock: yield* Clock.Clock,
    health: yield* StorageHealth,
    ledger: yield* Ledger,
    limiter: yield* RateLimiter,
    observer,
    recorder: new RequestRecorder(yield* RequestHistory, observer, binding.contract.operation),
    secrets: yield* Secrets
  })
  return ((exchange) => handler.handle(exchange)) satisfies Endpoint<unknown>
})

interface Services {
  readonly admission: Admission
  readonly clock: Clock.Clock
  readonly health: StorageHealth["Service"]
  readonly ledger: Ledger["Service"]
  readonly limiter: RateLimiter["Service"]
  readonly observer: Observer["Service"]
  readonly recorder: RequestRecorder
  readonly secrets: Secrets["Service"]
}

/** The steps of a request, in their order. They are generators, not effects: `yield*` then costs no turn of the fiber. */
class KeyedEndpoint<R> {
  private readonly binding: KeyedBinding<R>
  private readonly services: Services

  constructor(binding: KeyedBinding<R>, services: Services) {
    this.binding = binding
    this.services = services
  }

  handle(exchange: Exchange) {
    const context = this.begin(exchange)
    return Effect.catchCause(Effect.gen(() => this.steps(context)), (cause) => this.fail(context, cause))
  }

  private *steps(context: RequestContext) {
    const { exchange } = context
    if (exchange.method !== "POST") return yield* new MethodNotAllowed()
    if (!exchange.isWithinLimit) return yield* new TooManyAtOnce()
    const caller = yield* this.admit(context)
    const call = yield* this.readBody(context)
    const claim = yield* this.claimIdempotencyKey(context, caller, call)
    if (claim === null) return yield* this.carryOut(context, caller, call, null)
    if (claim.kind === "replay") return this.replay(context, claim.answer)
    // Only successes are stored: after anything else the key is free for another attempt.
    return yield* Effect.onError(
      Effect.gen(() => this.carryOut(context, caller, call, claim)),
      () => claim.release
    )
  }

  private begin(exchange: Exchange): RequestContext {
    const { clock, secrets } = this.services
    const at = clock.currentTimeMillisUnsafe()
    return {
      exchange,
      requestId: uuidV7(at, secrets.randomBytes(10)),
      at,
      startedAt: performance.now(),
      caller: null,
      rate: undefined,
      sent: []
    }
  }

  /** Key and rate limit. */
  private *admit(context: RequestContext) {
    const { admission, limiter } = this.services
    const { accountId, id, requestsPerMinute } = yield* admission.admit(context.exchange)
    const caller: Caller = { accountId, keyId: id, requestId: context.requestId }
    context.caller = caller
    admission.used(id, context.at)
    const rate = yield* limiter.take(id, requestsPerMinute, rateWindowMillis)
    context.rate = rate
    if (!rate.allowed) return yield* new RateExceeded({ limit: rate.limit })
    return caller
  }

  private *readBody(context: RequestContext) {
    const call = yield* this.binding.read(context.exchange)
    context.sent = call.sent
    return call
  }

  /** Null for a request without an idempotency key, and for an endpoint that takes none. */
  private *claimIdempotencyKey({ exchange }: RequestContext, caller: Caller, { content }: KeyedCall<R>) {
    const { contract } = this.binding
    if (!contract.idempotent || exchange.header("idempotency-key") === undefined) return null
    return yield* claimKey(exchange, caller, contract, content)
  }

  /** From the credits to the stored response. */
  private *carryOut(context: RequestContext, caller: Caller, call: KeyedCall<R>, held: HeldKey | null) {
    const task = call.prepare()
    yield* this.checkBalance(caller, task)
    const outcome = yield* this.work(context, caller, task)
    yield* this.commit(context, caller, task, outcome, held)
    return this.succeed(context, caller, task, outcome)
  }

  /** Refuses an account that cannot pay before any work is done for it. The ledger decides when it charges. */
  private *checkBalance({ accountId }: Caller, { credits }: KeyedTask<R>) {
    const { ledger, observer } = this.services
    if (credits > 0 && !observer.seemsToAfford(accountId, credits)) {
      yield* observer.affords(ledger, accountId, credits)
    }
  }

  private *work({ exchange }: RequestContext, caller: Caller, task: KeyedTask<R>) {
    if (!this.binding.reserves) return yield* task.work(caller)
    yield* this.services.ledger.execute({ kind: "reserve", ...this.chargeOf(caller, task) })
    // Long work ends when the caller disconnects.
    const work = Effect.raceFirst(task.work(caller), exchange.whenGone)
    return yield* Effect.onError(work, (cause) => this.refund(caller, cause))
  }

  /** Stores charge, record and response durably, in one commit. */
  private *commit(
    context: RequestContext,
    caller: Caller,
    task: KeyedTask<R>,
    { body, note }: KeyedOutcome,
    held: HeldKey | null
  ) {
    const { isCharged, reserves, status } = this.binding
    const { ledger, observer, recorder } = this.services
    const record = recorder.success(context, caller, status, task.credits, note)
    if (!isCharged) return recorder.store(record)
    const { accountId, requestId } = caller
    const balance = yield* ledger.execute(
      reserves ? { kind: "settle", accountId, requestId } : { kind: "charge", ...this.chargeOf(caller, task) },
      held === null ? { record } : { record, answer: held.answer(status, body) }
    )
    observer.balanceSeen(accountId, balance)
  }

  private chargeOf({ accountId, keyId, requestId }: Caller, { credits }: KeyedTask<R>) {
    return { accountId, requestId, amount: credits, note: this.binding.contract.operation, keyId }
  }

  /** Returns the credits that were reserved for work that failed or that the caller abandoned. */
  private refund({ accountId, requestId }: Caller, cause: Cause.Cause<unknown>) {
    const note = Cause.hasInterruptsOnly(cause) || isCallerGone(cause) ? "the caller had gone" : "the work failed"
    return Effect.ignore(this.services.ledger.execute({ kind: "refund", accountId, requestId, note }))
  }

  private succeed(
    { rate, requestId, startedAt }: RequestContext,
    { accountId }: Caller,
    { credits }: KeyedTask<R>,
    { body }: KeyedOutcome
  ): Answer {
    const { isCharged, status } = this.binding
    this.observe(status, startedAt)
    const headers = ["X-Credits-Charged", String(credits)]
    const inFlight = isCharged ? { requestId, accountId } : null
    return answerOf(status, body, { requestId, rate, headers, inFlight, closes: false })
  }

  /** Repeats the response that was stored for the idempotency key. */
  private replay({ rate, requestId, startedAt }: RequestContext, { body, status }: StoredAnswer): Answer {
    this.observe(status, startedAt)
    const headers = ["Idempotency-Replayed", "true", "X-Credits-Charged", "0"]
    return answerOf(status, body, { requestId, rate, headers, inFlight: null, closes: false })
  }

  /** Turns a failure of any step into a response. Faults of the server are logged as well. */
  private fail(context: RequestContext, cause: Cause.Cause<Failure>): Effect.Effect<Answer> {
    const { contract } = this.binding
    const refusal = refusalOf(cause, contract)
    const answer = Effect.sync(() => this.refuse(context, refusal))
    if (!refusal.isFault) return answer
    this.services.health.failed(Cause.squash(cause))
    return Effect.andThen(Effect.annotateLogs(logFault(cause, contract), { request_id: context.requestId }), answer)
  }

  private refuse(context: RequestContext, { closes, headers, said, status, text }: Refusal): Answer {
    const { caller, rate, requestId, startedAt } = context
    this.observe(status, startedAt)
    if (caller !== null) this.services.recorder.refusal(context, caller, status, said)
    const charged = caller === null ? [] : ["X-Credits-Charged", "0"]
    return answerOf(status, text, { requestId, rate, headers: [...headers, ...charged], inFlight: null, closes })
  }

  private observe(status: number, startedAt: number): void {
    this.services.observer.answered(this.binding.contract.operation, status, performance.now() - startedAt)
  }
}

const isCallerGone = (cause: Cause.Cause<unknown>): boolean =>
  Option.getOrNull(Cause.findErrorOption(cause)) instanceof CallerGone
