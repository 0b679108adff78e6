import { Cause, Clock, Effect, Option } from "effect"
import { Ledger } from "../../../../core/credits/LedgerPort.ts"
import { refusalKept } from "../../../../core/history/RefusalKept.ts"
import { type NewRequest, RequestHistory } from "../../../../core/history/RequestHistory.ts"
import type { RequestId } from "../../../../core/kernel/Ids.ts"
import { Secrets } from "../../../../core/kernel/Secrets.ts"
import { StorageHealth } from "../../../../core/kernel/StorageHealth.ts"
import { uuidV7 } from "../../../../core/kernel/Uuid.ts"
import { type RateDecision, rateWindowMillis } from "../../../../core/keys/RateLimit.ts"
import { RateLimiter } from "../../../../core/keys/RateLimiter.ts"
import { sentFields } from "../../../../core/requests/SentFields.ts"
import { apiKeyOf } from "../../../../core/requests/TriedBy.ts"
import { answerOf } from "../messages/Answers.ts"
import { payloadReader } from "../messages/Body.ts"
import { type Answer, CallerGone, type Exchange } from "../messages/Exchange.ts"
import {
  logFault,
  MethodNotAllowed,
  RateExceeded,
  type Refusal,
  refusalOf,
  TooManyAtOnce
} from "../messages/Refusal.ts"
import { type Admission, byApiKey } from "./Admission.ts"
import type { Binding, Caller, Noted } from "./Binding.ts"
import { claimKey, type HeldKey } from "./IdempotencyKey.ts"
import { Observer } from "./Observer.ts"

/** What has been found out about a request so far: everything its answer needs, whatever comes of it. */
interface Passage {
  readonly requestId: RequestId
  readonly at: number
  readonly startedAt: number
  caller: Caller | null
  rate: RateDecision | undefined
  /** Names of the body's fields, as far as it was read. */
  sent: ReadonlyArray<string>
}

/**
 * The way of every request that carries an API key (decision 1): key (401), rate limit (429), body (400, 413, 422),
 * credits (403, 422), work, one durable commit of the charge with its record and stored answer, and then the answer.
 *
 * Whatever refuses it on the way fails, and one table turns failures into answers. The services are taken once, when the
 * server is built: this is the hot path.
 *
 * @param admission who may ask, where that is not for API keys to say
 */
export const keyedEndpoint = Effect.fnUntraced(function*<R>(binding: Binding<R>, admission?: Admission) {
  const { contract, handler } = binding
  const { admit, used } = admission ?? (yield* byApiKey)
  const [ledger, limiter, health] = [yield* Ledger, yield* RateLimiter, yield* StorageHealth]
  const [history, observer, secrets, clock] = [
    yield* RequestHistory,
    yield* Observer,
    yield* Secrets,
    yield* Clock.Clock
  ]
  const readPayload = payloadReader(binding)

  const pass = Effect.fnUntraced(function*(exchange: Exchange, passage: Passage) {
    if (exchange.method !== "POST") return yield* new MethodNotAllowed()
    if (!exchange.isWithinLimit) return yield* new TooManyAtOnce()
    const { requestId } = passage
    const key = yield* admit(exchange)
    const caller = passage.caller = { accountId: key.accountId, keyId: key.id, requestId }
    used(key.id, passage.at)

    const rate = yield* limiter.take(key.id, key.requestsPerMinute, rateWindowMillis)
    passage.rate = rate
    if (!rate.allowed) return yield* new RateExceeded({ limit: rate.limit })

    const { content, value } = yield* readPayload(exchange)
    passage.sent = sentFields(value)
    const claim = contract.idempotent && exchange.header("idempotency-key") !== undefined
      ? yield* claimKey(exchange, caller, contract, content)
      : null
    if (claim === null) return yield* carryOut(exchange, passage, caller, null, value)
    if (claim.kind === "replay") return replayed(passage, claim.answer.status, claim.answer.body)
    // Only successes are stored: after anything else the key is free for another try.
    return yield* Effect.onError(
      Effect.gen(() => carryOut(exchange, passage, caller, claim, value)),
      () => claim.release
    )
  })

  /** From credits to the stored answer. */
  const carryOut = function*(
    exchange: Exchange,
    passage: Passage,
    caller: Caller,
    held: HeldKey | null,
    payload: unknown
  ) {
    const { accountId, keyId, requestId } = caller
    const input = handler.prepare(payload)
    const credits = handler.price?.(input) ?? 0
    if (credits > 0 && !observer.seemsToAfford(accountId, credits)) {
      yield* observer.affords(ledger, accountId, credits)
    }

    const note = contract.operation
    const isReserved = handler.reserves === true
    const open = { accountId, requestId, amount: credits, note, keyId }
    if (isReserved) yield* ledger.execute({ kind: "reserve", ...open })
    const work = handler.work(input, caller)
    // Work that takes long is given up when nobody waits for it.
    const result = yield* isReserved
      ? Effect.onError(Effect.raceFirst(work, exchange.whenGone), (cause) => giveBack(caller, cause))
      : work
    const body = JSON.stringify(handler.reply(result))
    const record = recordOf(passage, binding.status, credits, handler.note?.(result, payload) ?? null)
    if (handler.price === undefined) history.record(record)
    else {
      const companions = held === null ? { record } : { record, answer: held.answer(binding.status, body) }
      const balance = yield* ledger.execute(
        isReserved ? { kind: "settle", accountId, requestId } : { kind: "charge", ...open },
        companions
      )
      observer.balanceSeen(accountId, balance)
    }
    observer.answered(contract.operation, binding.status, performance.now() - passage.startedAt)
    const inFlight = handler.price === undefined ? null : { requestId, accountId }
    const headers = ["X-Credits-Charged", String(credits)]
    return answerOf(binding.status, body, { requestId, rate: passage.rate, headers, inFlight, closes: false })
  }

  /** What was set aside for work that failed, or that nobody waits for any more. */
  const giveBack = ({ accountId, requestId }: Caller, cause: Cause.Cause<unknown>) =>
    Effect.ignore(ledger.execute({
      kind: "refund",
      accountId,
      requestId,
      note: Cause.hasInterruptsOnly(cause) || isGone(cause) ? "the caller had gone" : "the work failed"
    }))

  const isGone = (cause: Cause.Cause<unknown>): boolean =>
    Option.getOrNull(Cause.findErrorOption(cause)) instanceof CallerGone

  const replayed = (passage: Passage, status: number, body: string): Answer => {
    observer.answered(contract.operation, status, performance.now() - passage.startedAt)
    const headers = ["Idempotency-Replayed", "true", "X-Credits-Charged", "0"]
    const { rate, requestId } = passage
    return answerOf(status, body, { requestId, rate, headers, inFlight: null, closes: false })
  }

  const refused = (passage: Passage, refusal: Refusal): Answer => {
    const { closes, headers, status, text } = refusal
    observer.answered(contract.operation, status, performance.now() - passage.startedAt)
    if (passage.caller !== null) keep(passage, passage.caller, refusal)
    const charged = passage.caller === null ? [] : ["X-Credits-Charged", "0"]
    const { rate, requestId } = passage
    return answerOf(status, text, { requestId, rate, headers: [...headers, ...charged], inFlight: null, closes })
  }

  /** A flood of what a limit refused is for the counters: it must not fill the disk. Members of the dashboard see theirs there. */
  const keep = (passage: Passage, { accountId, keyId }: Caller, { said, status }: Refusal) => {
    if (status !== 429) {
      const details = { score: null, reasons: [], facts: {}, sent: passage.sent, refusal: refusalKept(said) }
      return history.record({ ...recordWithout(passage, status, 0, null), details })
    }
    if (apiKeyOf(keyId) === null) return
    history.limited({ accountId, keyId, operation: contract.operation, at: new Date(passage.at) })
  }

  const recordOf = (passage: Passage, status: number, credits: number, noted: Noted | null): NewRequest => {
    const details = observer.detailsKept(noted?.details)
    const record = recordWithout(passage, status, credits, noted)
    return details === undefined ? record : { ...record, details: { ...details, sent: passage.sent } }
  }

  const recordWithout = (passage: Passage, status: number, credits: number, noted: Noted | null): NewRequest => ({
    requestId: passage.requestId,
    accountId: passage.caller!.accountId,
    keyId: passage.caller!.keyId,
    operation: contract.operation,
    status,
    credits,
    at: new Date(passage.at),
    durationMicros: Math.round((performance.now() - passage.startedAt) * 1000),
    verdict: noted?.verdict ?? null,
    subject: observer.subjectKept(noted?.subject ?? null)
  })

  return (exchange: Exchange) => {
    const at = clock.currentTimeMillisUnsafe()
    const requestId = uuidV7(at, secrets.randomBytes(10))
    const passage: Passage = { requestId, at, startedAt: performance.now(), caller: null, rate: undefined, sent: [] }
    return Effect.catchCause(pass(exchange, passage), (cause) => {
      const refusal = refusalOf(cause, contract)
      const answer = Effect.sync(() => refused(passage, refusal))
      if (!refusal.isFault) return answer
      health.failed(Cause.squash(cause))
      const log = logFault(cause, contract)
      return Effect.andThen(Effect.annotateLogs(log, { request_id: requestId }), answer)
    })
  }
})
