import { Clock, Effect, Exit } from "effect"
import { rateWindowMillis } from "../../../core/accounts/RateLimit.ts"
import { authenticate } from "../../../core/accounts/Authenticate.ts"
import { uuidV7 } from "../../../core/accounts/Uuid.ts"
import { ApiKeys } from "../../../core/ports/ApiKeys.ts"
import { Idempotency } from "../../../core/ports/Idempotency.ts"
import { Ledger } from "../../../core/ports/Ledger.ts"
import { RateLimiter } from "../../../core/ports/RateLimiter.ts"
import { RequestHistory } from "../../../core/ports/RequestHistory.ts"
import { Secrets } from "../../../core/ports/Secrets.ts"
import { type AnswerContext, answerOf, flatBody } from "./Answers.ts"
import type { Binding, Caller, Failure } from "./Binding.ts"
import type { Answer, Exchange } from "./Exchange.ts"
import { claimKey, type HeldKey } from "./IdempotencyKey.ts"
import { Observer } from "./Observer.ts"
import { readPayload } from "./Payload.ts"
import type { Invalid } from "./Validation.ts"

/** What the pipeline has found out about a request so far: everything its answer needs. */
interface Passage {
  readonly binding: Binding<unknown>
  readonly requestId: string
  readonly startedAt: number
  caller: Caller | null
  readonly context: { -readonly [K in keyof AnswerContext]: AnswerContext[K] }
}

export type KeyedServices = ApiKeys | Idempotency | Ledger | Observer | RateLimiter | RequestHistory | Secrets

/**
 * The way of every request that carries an API key (decision 1): key (401), rate limit (429), body (400, 413, 422),
 * credits (403, 422), work, one durable commit of the charge with its record and stored answer, and then the answer.
 */
export const keyedEndpoint = <R>(binding: Binding<R>) =>
  Effect.fnUntraced(function*(exchange: Exchange) {
    const secrets = yield* Secrets
    const now = yield* Clock.currentTimeMillis
    const requestId = uuidV7(now, secrets.randomBytes(10))
    const passage: Passage = {
      binding: binding as Binding<unknown>,
      requestId,
      startedAt: performance.now(),
      caller: null,
      context: { requestId, rate: undefined, headers: [], inFlight: null, closes: false }
    }
    const exit = yield* Effect.exit(pass(binding, exchange, passage, now))
    if (Exit.isSuccess(exit)) return exit.value
    yield* Effect.logError(`${binding.contract.operation} failed`, exit.cause).pipe(
      Effect.annotateLogs({ request_id: requestId })
    )
    return refuse(passage, yield* Observer, yield* RequestHistory, now, 500, serverFault)
  })

const pass = Effect.fnUntraced(function*<R>(binding: Binding<R>, exchange: Exchange, passage: Passage, now: number) {
  const { contract } = binding
  const observer = yield* Observer
  const history = yield* RequestHistory
  const refused = (status: number, text: string | Invalid) => refuse(passage, observer, history, now, status, text)

  const apiKey = exchange.header("api-key")
  const authenticated = yield* Effect.result(authenticate(apiKey ?? ""))
  if (authenticated._tag === "Failure") {
    passage.context.headers = unauthorized
    return refused(401, authenticated.failure.message)
  }
  const key = authenticated.success
  const caller: Caller = { accountId: key.accountId, keyId: key.id, requestId: passage.requestId }
  passage.caller = caller
  ;(yield* ApiKeys).used(key.id, now)

  const rate = yield* (yield* RateLimiter).take(key.id, key.requestsPerMinute, rateWindowMillis)
  passage.context.rate = rate
  if (!rate.allowed) return refused(429, `Rate limit of ${rate.limit} requests a minute exceeded.`)

  const body = yield* Effect.result(readPayload(binding, exchange))
  if (body._tag === "Failure") {
    if (body.failure._tag === "BodyTooLarge") passage.context.closes = true
    return body.failure._tag === "BodyTooLarge"
      ? refused(413, `The body may not be larger than ${body.failure.bytesMax} bytes.`)
      : refused(400, "The body did not arrive whole.")
  }
  const read = body.success
  if ("invalid" in read) return refused(422, contract.shapeErrors === "flat" ? read.invalid.message : read.invalid)

  const claim = contract.idempotent ? yield* claimKey(exchange, caller, contract, read.content) : null
  if (claim?.kind === "problem") {
    if (claim.retryAfterSeconds !== undefined) passage.context.headers = ["Retry-After", String(claim.retryAfterSeconds)]
    return refused(claim.status, claim.problem)
  }
  if (claim?.kind === "replay") {
    passage.context.headers = ["Idempotency-Replayed", "true", "X-Credits-Charged", "0"]
    observer.answered(contract.operation, claim.answer.status, performance.now() - passage.startedAt)
    return answerOf(claim.answer.status, claim.answer.body, passage.context)
  }
  const carriedOut = carryOut(binding, passage, caller, claim, read.value, now)
  if (claim === null) return yield* carriedOut
  // Only successes are stored: after anything else the key is free for another try.
  return yield* Effect.onExit(carriedOut, (exit) =>
    Exit.isFailure(exit) || exit.value.status >= 400 ? claim.release : Effect.void)
})

/** From credits to the stored answer. */
const carryOut = Effect.fnUntraced(function*<R>(
  binding: Binding<R>,
  passage: Passage,
  caller: Caller,
  held: HeldKey | null,
  payload: unknown,
  now: number
) {
  const { contract, handler } = binding
  const observer = yield* Observer
  const history = yield* RequestHistory
  const ledger = yield* Ledger
  const refused = (failure: Failure) => {
    const status = contract.failures[failure._tag]
    return status === undefined
      ? Effect.die(failure)
      : Effect.succeed(refuse(passage, observer, history, now, status, failure.message))
  }

  const input = handler.prepare(payload)
  const credits = handler.price?.(input) ?? 0
  const gate = credits > 0 ? yield* observer.affords(ledger, caller.accountId, credits) : null
  if (gate !== null) return yield* refused(gate)

  const work = yield* Effect.result(handler.work(input, caller))
  if (work._tag === "Failure") return yield* refused(work.failure)

  const body = JSON.stringify(handler.reply(work.success))
  const noted = handler.note?.(work.success, payload) ?? null
  const record = recordOf(passage, observer, now, binding.status, credits, noted)
  if (handler.price === undefined) history.record(record)
  else {
    const charge = yield* Effect.result(ledger.execute(
      {
        kind: "charge",
        accountId: caller.accountId,
        requestId: passage.requestId,
        amount: credits,
        note: contract.operation,
        keyId: caller.keyId
      },
      held === null ? { record } : { record, answer: held.answer(binding.status, body) }
    ))
    if (charge._tag === "Failure") return yield* refused(charge.failure)
    observer.balanceSeen(caller.accountId, charge.success)
    passage.context.inFlight = { requestId: passage.requestId, accountId: caller.accountId }
  }
  passage.context.headers = ["X-Credits-Charged", String(credits)]
  observer.answered(contract.operation, binding.status, performance.now() - passage.startedAt)
  return answerOf(binding.status, body, passage.context)
})

const refuse = (
  passage: Passage,
  observer: Observer["Service"],
  history: RequestHistory["Service"],
  now: number,
  status: number,
  text: string | Invalid
): Answer => {
  const { contract } = passage.binding
  if (passage.caller !== null) {
    // A flood of refused requests is for the counters: it must not fill the disk.
    if (status !== 429) history.record(recordOf(passage, observer, now, status, 0, null))
    passage.context.headers = [...passage.context.headers, "X-Credits-Charged", "0"]
  }
  observer.answered(contract.operation, status, performance.now() - passage.startedAt)
  const body = typeof text === "string" ? flatBody(contract.errorShape, text) : JSON.stringify(text)
  return answerOf(status, body, passage.context)
}

const recordOf = (
  passage: Passage,
  observer: Observer["Service"],
  now: number,
  status: number,
  credits: number,
  noted: { readonly verdict: string; readonly subject: string | null } | null
) => ({
  requestId: passage.requestId,
  accountId: passage.caller!.accountId,
  keyId: passage.caller!.keyId,
  operation: passage.binding.contract.operation,
  status,
  credits,
  at: new Date(now),
  durationMicros: Math.round((performance.now() - passage.startedAt) * 1000),
  verdict: noted?.verdict ?? null,
  subject: observer.subjectKept(noted?.subject ?? null)
})

/** RFC 9110, section 11.6.1: a 401 names its scheme. */
const unauthorized = ["WWW-Authenticate", "ApiKey realm=\"gatehouse\", header=\"API-KEY\""]

export const serverFault = "Something went wrong on our side; the request was not charged. Retry with backoff."
