import { Cause, Clock, Effect } from "effect"
import type { RequestId } from "../../../../core/kernel/Ids.ts"
import { Secrets } from "../../../../core/kernel/Secrets.ts"
import { StorageHealth } from "../../../../core/kernel/StorageHealth.ts"
import { uuidV7 } from "../../../../core/kernel/Uuid.ts"
import { VisitorTraffic } from "../../../../core/shield/VisitorTraffic.ts"
import { answerOf } from "../messages/Answers.ts"
import { payloadReader } from "../messages/Body.ts"
import type { Answer, Exchange } from "../messages/Exchange.ts"
import { logFault, MethodNotAllowed, RateExceeded, refusalOf, TooManyAtOnce } from "../messages/Refusal.ts"
import type { Binding, Visitor } from "./Binding.ts"
import { Observer } from "./Observer.ts"
import { visitorOf } from "./Visitor.ts"

/** When to ask again after too much in a minute. */
export const limitedRetrySeconds = 20

/**
 * The way of a request that carries no API key, such as a browser's or one with its credentials in the body: body (413, 422),
 * how often this address asked (429, decision 30), then work. No credits.
 */
export const openEndpoint = Effect.fnUntraced(function*<R>(binding: Binding<R, Visitor>) {
  const { contract, handler } = binding
  const [observer, health, secrets, traffic, clock] = [
    yield* Observer,
    yield* StorageHealth,
    yield* Secrets,
    yield* VisitorTraffic,
    yield* Clock.Clock
  ]
  const readPayload = payloadReader(binding)
  const limits = handler.limits ?? []
  const own = contract.isReadByPages === true ? crossOrigin : []

  const [before, after] = [
    limits.filter(({ counts }) => counts === undefined),
    limits.filter(({ counts }) => counts !== undefined)
  ]

  /** Counts this request; null while that is within the limits. */
  const exceeded = (counted: typeof limits, address: string, payload: unknown): RateExceeded | null => {
    for (const { perMinute, what } of counted) {
      if (!traffic.allows(what(payload), address, perMinute, clock.currentTimeMillisUnsafe())) {
        return new RateExceeded({ limit: perMinute, retryAfterSeconds: limitedRetrySeconds })
      }
    }
    return null
  }

  const pass = Effect.fnUntraced(function*(exchange: Exchange, requestId: RequestId) {
    if (exchange.method !== "POST") return yield* new MethodNotAllowed()
    if (!exchange.isWithinLimit) return yield* new TooManyAtOnce()
    const { value } = yield* readPayload(exchange)
    const visitor = visitorOf(exchange, requestId)
    const { address } = visitor
    const tooMuch = exceeded(before, address, value)
    if (tooMuch !== null) return yield* tooMuch
    const reply = handler.reply(yield* handler.work(handler.prepare(value), visitor))
    const tooMuchOfThat = exceeded(after.filter(({ counts }) => counts?.(reply) === true), address, value)
    if (tooMuchOfThat !== null) return yield* tooMuchOfThat
    return JSON.stringify(reply)
  })

  return (exchange: Exchange) => {
    const requestId = uuidV7(clock.currentTimeMillisUnsafe(), secrets.randomBytes(10))
    if (contract.isReadByPages === true && exchange.method === "OPTIONS") return Effect.succeed(preflight(requestId))
    const startedAt = performance.now()
    const answer = (status: number, body: string, headers: ReadonlyArray<string>, closes: boolean) => {
      observer.answered(contract.operation, status, performance.now() - startedAt)
      return answerOf(status, body, {
        requestId,
        rate: undefined,
        headers: [...own, ...headers],
        inFlight: null,
        closes
      })
    }
    return pass(exchange, requestId).pipe(
      Effect.map((body) => answer(binding.status, body, [], false)),
      Effect.catchCause((cause) => {
        const { closes, headers, isFault, status, text } = refusalOf(cause, contract)
        if (isFault) health.failed(Cause.squash(cause))
        const log = logFault(cause, contract)
        return Effect.as(
          isFault ? Effect.annotateLogs(log, { request_id: requestId }) : Effect.void,
          answer(status, text, headers, closes)
        )
      })
    )
  }
})

/** How long a browser may remember that it may ask; the longest that Chromium keeps to (2 hours). */
export const preflightSecondsMax = 7_200

/**
 * For answers that scripts of all pages may read. No cookie and no other credential that a browser adds by itself is looked
 * at, so that a page can do nothing here that any program cannot.
 */
const crossOrigin: ReadonlyArray<string> = [
  "Access-Control-Allow-Origin",
  "*",
  "Access-Control-Expose-Headers",
  "Retry-After, X-Request-Id"
]

/** What a browser asks before a request that is not simple (Fetch standard, CORS-preflight fetch). */
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
