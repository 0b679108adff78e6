import { Cause, Clock, Effect, Option } from "effect"
import { Ledger } from "../../../../core/credits/Ledger.ts"
import type { StoredResponse } from "../../../../core/history/Idempotency.ts"
import { type NewRequest, RequestHistory } from "../../../../core/history/RequestHistory.ts"
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
import { type Admission, type Admitted, byApiKey } from "./Admission.ts"
import type { Caller, KeyedBinding, KeyedCall, KeyedOutcome, KeyedTask } from "./Binding.ts"
import { claimKey, type HeldKey } from "./IdempotencyKey.ts"
import { Observer } from "./Observer.ts"
import { type RequestContext, RequestRecorder } from "./RequestRecord.ts"

/**
 * Handles every request with an API key (decision 1), in this order: key (401), rate limit (429), body (400, 413, 422), idempotency key
 * (409, 422), credits (403, 422), work, one durable commit of the charge with its record and stored response, and then the response.
 *
 * A step that refuses the request fails, and one table maps failures to responses. The services are resolved once, when the server is
 * built, because this is the hot path.
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

/** The steps of a request, in order. Only the two lists of steps are generators, because each generator costs time on the hot path. */
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

  /** Steps from the key to the idempotency key. */
  private *steps(context: RequestContext) {
    const { exchange } = context
    const { admission, limiter } = this.services
    if (exchange.method !== "POST") return yield* new MethodNotAllowed()
    if (!exchange.isWithinLimit) return yield* new TooManyAtOnce()

    // Key: 401.
    const admitted = yield* admission.admit(exchange)
    const caller = this.identify(context, admitted)

    // Rate limit: 429.
    context.rate = yield* limiter.take(admitted.id, admitted.requestsPerMinute, rateWindowMillis)
    if (!context.rate.allowed) return yield* new RateExceeded({ limit: context.rate.limit })

    // Body: 400, 413, 422.
    const call = yield* this.binding.read(exchange)
    context.sent = call.sent

    // Idempotency key: 409, 422, or the stored response.
    if (!this.hasIdempotencyKey(exchange)) return yield* this.carryOut(context, caller, call, null)
    const claim = yield* claimKey(exchange, caller, this.binding.contract, call.content)
    return claim.kind === "replay"
      ? this.replay(context, claim.answer)
      : yield* this.carryOutOnce(context, caller, call, claim)
  }

  /** Steps from the credits to the response. */
  private *carryOut(context: RequestContext, caller: Caller, call: KeyedCall<R>, held: HeldKey | null) {
    const { ledger, observer } = this.services
    const { accountId } = caller

    // Credits: 403, 422. This balance check only saves work; the ledger decides when it charges.
    const task = call.prepare()
    const { credits } = task
    if (credits > 0 && !observer.seemsToAfford(accountId, credits)) yield* observer.affords(ledger, accountId, credits)

    // Work: the statuses of the use case.
    const outcome = yield* this.binding.reserves ? this.reservedWork(context, caller, task) : task.work(caller)

    // Record and charge.
    const record = this.recordOf(context, caller, task, outcome)
    if (this.binding.isCharged) {
      observer.balanceSeen(accountId, yield* this.charge(caller, task, outcome, record, held))
    } else this.services.recorder.store(record)

    return this.succeed(context, caller, task, outcome)
  }

  private identify(context: RequestContext, { accountId, id }: Admitted): Caller {
    const caller: Caller = { accountId, keyId: id, requestId: context.requestId }
    context.caller = caller
    this.services.admission.used(id, context.at)
    return caller
  }

  private hasIdempotencyKey(exchange: Exchange): boolean {
    return this.binding.contract.idempotent && exchange.header("idempotency-key") !== undefined
  }

  /** Releases the idempotency key after a failure, so that the caller can retry: only successes are stored. */
  private carryOutOnce(context: RequestContext, caller: Caller, call: KeyedCall<R>, held: HeldKey) {
    return Effect.onError(Effect.gen(() => this.carryOut(context, caller, call, held)), () => held.release)
  }

  /** Reserves the price before the work, and ends the work when the caller disconnects. */
  private reservedWork({ exchange }: RequestContext, caller: Caller, task: KeyedTask<R>) {
    return Effect.flatMap(
      this.services.ledger.execute({ kind: "reserve", ...this.chargeOf(caller, task) }),
      () =>
        Effect.onError(Effect.raceFirst(task.work(caller), exchange.whenGone), (cause) => this.refund(caller, cause))
    )
  }

  private recordOf(context: RequestContext, caller: Caller, { credits }: KeyedTask<R>, { note }: KeyedOutcome) {
    return this.services.recorder.success(context, caller, this.binding.status, credits, note)
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
    const { reserves, status } = this.binding
    return this.services.ledger.execute(
      reserves ? { kind: "settle", accountId, requestId } : { kind: "charge", ...this.chargeOf(caller, task) },
      held === null ? { record } : { record, answer: held.answer(status, body) }
    )
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

  /** Repeats the response stored for the idempotency key. */
  private replay({ rate, requestId, startedAt }: RequestContext, { body, status }: StoredResponse): Answer {
    this.observe(status, startedAt)
    const headers = ["Idempotency-Replayed", "true", "X-Credits-Charged", "0"]
    return answerOf(status, body, { requestId, rate, headers, inFlight: null, closes: false })
  }

  /** Converts a failure of any step to a response. Server faults are logged too. */
  private fail(context: RequestContext, cause: Cause.Cause<Failure>): Effect.Effect<Answer> {
    const { contract } = this.binding
    const refusal = refusalOf(cause, contract)
    const answer = Effect.sync(() => this.refuse(context, refusal))
    if (!refusal.isFault) return answer
    this.services.health.reportFailure(Cause.squash(cause))
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
