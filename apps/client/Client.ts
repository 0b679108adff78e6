import { sendRequest } from "./Attempt.ts"
import { endpoints, type Operation, type Operations } from "./Endpoints.ts"
import { ConnectionError, ResponseError } from "./Errors.ts"
import {
  type CallOptions,
  type ClientOptions,
  type ClientSettings,
  limitsOf,
  readClientOptions,
  requireIdempotencyKey
} from "./Options.ts"
import { type Outcome, outcomeOf, type ResponseMetadata } from "./Outcome.ts"
import { documentBody, jsonBody, type RequestBody } from "./RequestBody.ts"
import { retryDelayMillis, systemTiming, type Timing } from "./Timing.ts"
import type { ScanDocumentRequest } from "./Types.ts"

/** A result, and the facts about its response. */
export interface Detailed<Result> {
  readonly result: Result
  readonly metadata: ResponseMetadata
}

/**
 * Methods named after the operation ids of the OpenAPI document. Each rejects with a `GatehouseFailure`, or with a
 * `TypeError` if an option or the document is invalid.
 */
export type ClientMethods = {
  readonly [Name in Operation]: (request: Operations[Name][0], options?: CallOptions) => Promise<Operations[Name][1]>
}

/** The same methods, whose results contain the metadata of the response. */
export type DetailedMethods = {
  readonly [Name in Operation]: (
    request: Operations[Name][0],
    options?: CallOptions
  ) => Promise<Detailed<Operations[Name][1]>>
}

export interface Client extends ClientMethods {
  readonly withMetadata: DetailedMethods
}

/**
 * Creates a client of the Gatehouse API.
 *
 * The methods repeat requests where that is safe: after responses with 408, 409, 429 and 5xx, broken connections and
 * timeouts. Calls that cost credits share one idempotency key over all retries, so they are charged once.
 *
 * @throws TypeError if an option is invalid
 */
export const createClient = (options: ClientOptions): Client => createClientWith(options, systemTiming)

/** Creates a client with another clock, for tests. */
export const createClientWith = (options: ClientOptions, timing: Timing): Client => {
  const caller = new Caller(options, timing)
  const names = Object.keys(endpoints) as ReadonlyArray<Operation>
  const methods = <Method>(method: (name: Operation) => Method) =>
    Object.fromEntries(names.map((name) => [name, method(name)]))
  return {
    ...methods((name) => async (request: unknown, options?: CallOptions) =>
      (await caller.call(name, request, options)).result
    ),
    withMetadata: methods((name) => (request: unknown, options?: CallOptions) => caller.call(name, request, options))
    // The table of endpoints has every operation.
  } as unknown as Client
}

class Caller {
  private readonly options: ClientOptions
  private readonly settings: ClientSettings
  private readonly timing: Timing

  constructor(options: ClientOptions, timing: Timing) {
    this.options = options
    this.settings = readClientOptions(options)
    this.timing = timing
  }

  async call(operation: Operation, request: unknown, options: CallOptions = {}): Promise<Detailed<unknown>> {
    const { retriesMax, timeoutMillis, totalMillisMax } = limitsOf(options, this.settings)
    const { signal } = options
    const body = operation === "scanDocument" ? documentBody(request as ScanDocumentRequest) : jsonBody(request)
    const { headers, idempotencyKey } = this.headersOf(operation, options)
    const deadline = this.timing.now() + totalMillisMax
    const millisLeft = () => deadline - this.timing.now()
    for (let attempts = 1;; attempts++) {
      const call = { operation, attempts, idempotencyKey }
      if (signal?.aborted === true) throw abortedError(call, signal)
      const attempt = await sendRequest({
        // Reads the global `fetch` on each call, because monitoring tools may replace it later.
        fetch: this.options.fetch ?? globalThis.fetch,
        url: this.settings.baseUrl + endpoints[operation].path,
        headers,
        body,
        timeoutMillis,
        millisLeft,
        signal
      })
      const outcome = outcomeOf(attempt, call)
      if (outcome.kind === "result") return outcome
      const delayMillis = this.delayBefore(outcome, attempts, body)
      if (delayMillis === null || attempts > retriesMax || delayMillis >= millisLeft()) throw outcome.failure
      this.options.onRetry?.({ operation, attempt: attempts, delayMillis, error: outcome.failure })
      await this.timing.sleep(delayMillis, signal)
    }
  }

  /** Returns the milliseconds until the next attempt, or null if the call must not be repeated. */
  private delayBefore({ canRetry, failure }: Failed, attempts: number, body: RequestBody): number | null {
    if (!canRetry || !body.canReopen) return null
    return retryDelayMillis({
      attempts,
      backoffMillis: this.settings.backoffMillis,
      retryAfterSeconds: failure instanceof ResponseError ? failure.retryAfterSeconds : null,
      random: this.timing.random()
    })
  }

  private headersOf(operation: Operation, options: CallOptions) {
    const { hasApiKey, repeatable } = endpoints[operation]
    const { apiKey } = this.settings
    if (hasApiKey && apiKey === null) throw new TypeError(`client: apiKey is missing, which ${operation} needs`)
    const idempotencyKey = repeatable === "with-key"
      ? requireIdempotencyKey(options.idempotencyKey ?? crypto.randomUUID())
      : null
    return {
      idempotencyKey,
      headers: {
        Accept: "application/json",
        ...hasApiKey && apiKey !== null ? { "API-KEY": apiKey } : {},
        ...idempotencyKey === null ? {} : { "Idempotency-Key": idempotencyKey }
      }
    }
  }
}

type Failed = Extract<Outcome, { readonly kind: "failure" }>

const abortedError = (call: ConstructorParameters<typeof ConnectionError>[2], signal: AbortSignal) =>
  new ConnectionError("The call was aborted.", "aborted", { ...call, attempts: call.attempts - 1 }, signal.reason)
