import { Clock, Context, Effect, Random } from "effect"
import {
  FetchHttpClient,
  HttpClient,
  type HttpClientError,
  HttpClientRequest,
  type HttpClientResponse
} from "effect/http"
import { type AttemptResult, mayHaveBeenSent } from "../client/Attempt.ts"
import { endpoints, type Operation } from "../client/Endpoints.ts"
import { type GatehouseFailure, ResponseError } from "../client/Errors.ts"
import { type ClientSettings, requireIdempotencyKey } from "../client/Options.ts"
import { outcomeOf } from "../client/Outcome.ts"
import { retryDelayMillis } from "../client/Timing.ts"
import { errorName } from "../shield/PostJson.ts"

/**
 * Idempotency key of the calls in an effect; null for a random key for each call.
 *
 * @example
 * Effect.provideService(client.scanUrl({ url }), IdempotencyKey, "order-4711")
 */
export const IdempotencyKey = Context.Reference<string | null>("gatehouse/apps/effect/IdempotencyKey", {
  defaultValue: () => null
})

/** Attempts of the current call, which the retries count. */
export const CallProgress = Context.Reference<{ attempts: number }>("gatehouse/apps/effect/CallProgress", {
  defaultValue: () => ({ attempts: 0 })
})

const idempotencyHeader = "idempotency-key"

/** Returns an HTTP client that repeats requests as `gatehouse/client` does, and fails as it does. */
export const retrying = (
  client: HttpClient.HttpClient,
  settings: ClientSettings
): HttpClient.HttpClient.With<GatehouseFailure | HttpClientError.HttpClientError> =>
  client.pipe(
    HttpClient.mapRequest(HttpClientRequest.prependUrl(settings.baseUrl)),
    HttpClient.mapRequestEffect((request) => withIdempotencyKey(request, settings)),
    HttpClient.transform((attempt, request) =>
      retry(Effect.provideService(attempt, FetchHttpClient.RequestInit, { redirect: "manual" }), request, settings)
    )
  )

const operationOf = (url: string, { baseUrl }: ClientSettings): Operation => {
  const name = (Object.keys(endpoints) as ReadonlyArray<Operation>)
    .find((name) => url === baseUrl + endpoints[name].path)
  if (name === undefined) throw new Error(`The client has no operation for ${url}.`)
  return name
}

const withIdempotencyKey = Effect.fnUntraced(function*(
  request: HttpClientRequest.HttpClientRequest,
  settings: ClientSettings
) {
  if (endpoints[operationOf(request.url, settings)].repeatable !== "with-key") return request
  const key = (yield* IdempotencyKey) ?? crypto.randomUUID()
  return HttpClientRequest.setHeader(request, idempotencyHeader, requireIdempotencyKey(key))
})

const retry = Effect.fnUntraced(function*<E, R>(
  send: Effect.Effect<HttpClientResponse.HttpClientResponse, E, R>,
  request: HttpClientRequest.HttpClientRequest,
  settings: ClientSettings
) {
  const operation = operationOf(request.url, settings)
  const idempotencyKey = request.headers[idempotencyHeader] ?? null
  const deadline = (yield* Clock.currentTimeMillis) + settings.totalMillisMax
  const progress = yield* CallProgress
  for (let attempts = 1;; attempts++) {
    progress.attempts = attempts
    const left = deadline - (yield* Clock.currentTimeMillis)
    const { response, result } = yield* attemptOnce(send, Math.min(settings.timeoutMillis, Math.max(0, left)))
    const outcome = outcomeOf(result, { operation, attempts, idempotencyKey })
    if (outcome.kind === "result" && response !== null) return response
    if (outcome.kind === "result") return yield* Effect.die(new Error("A result without a response."))
    const delayMillis = retryDelayMillis({
      attempts,
      backoffMillis: settings.backoffMillis,
      retryAfterSeconds: outcome.failure instanceof ResponseError ? outcome.failure.retryAfterSeconds : null,
      random: yield* Random.next
    })
    const millisLeft = deadline - (yield* Clock.currentTimeMillis)
    if (!outcome.canRetry || attempts > settings.retriesMax || delayMillis >= millisLeft) {
      return yield* Effect.fail(outcome.failure)
    }
    yield* Effect.sleep(delayMillis)
  }
})

interface Attempt {
  readonly response: HttpClientResponse.HttpClientResponse | null
  readonly result: AttemptResult
}

const attemptOnce = <E, R>(
  send: Effect.Effect<HttpClientResponse.HttpClientResponse, E, R>,
  timeoutMillis: number
): Effect.Effect<Attempt, never, R> =>
  Effect.gen(function*() {
    const response = yield* send
    const { headers, status } = response
    // The response keeps the text, so that the declaration's decoder can read it again.
    const text = yield* response.text
    return { response, result: { kind: "response" as const, status, headers: new Headers(headers), json: parse(text) } }
  }).pipe(
    Effect.catch((error) => Effect.succeed(failed("connection_failed", connectionMessage(error), error))),
    Effect.timeoutOrElse({
      duration: timeoutMillis,
      orElse: () =>
        Effect.succeed(failed("timeout", `Gatehouse sent no complete response within ${timeoutMillis} ms.`, undefined))
    })
  )

const connectionMessage = (error: unknown): string =>
  `The connection to Gatehouse failed: ${errorName(causeOf(error))}.`

/** Returns the error of the runtime, which Effect's error wraps. */
const causeOf = (error: unknown): unknown => error instanceof Error && error.cause !== undefined ? error.cause : error

const failed = (code: "connection_failed" | "timeout", message: string, error: unknown): Attempt => ({
  response: null,
  result: { kind: "failed", code, message, cause: error, mayBeProcessed: mayHaveBeenSent(causeOf(error)) }
})

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
