import { parseBaseUrl } from "../shield/BaseUrl.ts"
import type { Operation } from "./Endpoints.ts"
import type { GatehouseFailure } from "./Errors.ts"

/** Default time limit in milliseconds for one attempt. Reading a document takes at most 5 seconds. */
export const timeoutMillisDefault = 30_000
/** Default time limit in milliseconds for a call with all its retries. */
export const totalMillisMaxDefault = 120_000
/** Default maximum number of retries. */
export const retriesMaxDefault = 3
/** Default upper bound of the first retry delay in milliseconds. It doubles with each retry. */
export const backoffMillisDefault = 500
/** Highest time limit in milliseconds that an option accepts: one day. */
export const timeLimitMillisMax = 86_400_000
/** Highest number of retries that an option accepts. */
export const retriesLimit = 100
/** Maximum characters of an idempotency key, which consists of printable ASCII characters. */
export const idempotencyKeyCharsMax = 255

/** Limits of a call. Options of a call replace those of the client. */
export interface CallLimits {
  /** Time limit in milliseconds for one attempt, including the body. For a stream, it restarts with each chunk. */
  readonly timeoutMillis?: number | undefined
  /** Time limit in milliseconds for all attempts and the delays between them. */
  readonly totalMillisMax?: number | undefined
  /** Maximum number of retries after the first attempt. */
  readonly retriesMax?: number | undefined
}

/** A retry that the client is about to make. */
export interface Retry {
  readonly operation: Operation
  /** Number of the attempt that failed, starting at 1. */
  readonly attempt: number
  /** Milliseconds until the next attempt. */
  readonly delayMillis: number
  readonly error: GatehouseFailure
}

export interface ClientOptions extends CallLimits {
  /** URL of Gatehouse, such as `https://gatehouse.example.com`. */
  readonly baseUrl: string
  /** API key. Only `verifyShieldToken` does not need it. Never send the key to a browser. */
  readonly apiKey?: string | undefined
  /** Upper bound in milliseconds of the first retry delay. It doubles with each retry. */
  readonly backoffMillis?: number | undefined
  readonly fetch?: typeof fetch | undefined
  /** Called before each retry, for your log. */
  readonly onRetry?: ((retry: Retry) => void) | undefined
}

export interface CallOptions extends CallLimits {
  /** Ends the call. The call then fails with the code `aborted`. */
  readonly signal?: AbortSignal | undefined
  /**
   * Key that prevents a second charge, of 1 to 255 characters. By default, each call has a random key, which all its
   * retries share. Set it to repeat a call after your own process restarted.
   */
  readonly idempotencyKey?: string | undefined
}

export interface Limits {
  readonly timeoutMillis: number
  readonly totalMillisMax: number
  readonly retriesMax: number
}

export interface ClientSettings extends Limits {
  readonly baseUrl: string
  readonly apiKey: string | null
  readonly backoffMillis: number
}

/** @throws TypeError if an option is invalid */
export const readClientOptions = (options: ClientOptions): ClientSettings => {
  const { apiKey = null, backoffMillis = backoffMillisDefault } = options
  if (apiKey !== null && (typeof apiKey !== "string" || !/^[\x21-\x7e]+$/.test(apiKey))) {
    throw new TypeError("client: apiKey is empty, or contains a space or a line break")
  }
  requireRange("backoffMillis", backoffMillis, 0, timeLimitMillisMax)
  return {
    ...limitsOf(options, {
      timeoutMillis: timeoutMillisDefault,
      totalMillisMax: totalMillisMaxDefault,
      retriesMax: retriesMaxDefault
    }),
    baseUrl: parseBaseUrl("client", options.baseUrl),
    apiKey,
    backoffMillis
  }
}

/** @throws TypeError if a limit is invalid */
export const limitsOf = (given: CallLimits, defaults: Limits): Limits => {
  const limits = {
    timeoutMillis: given.timeoutMillis ?? defaults.timeoutMillis,
    totalMillisMax: given.totalMillisMax ?? defaults.totalMillisMax,
    retriesMax: given.retriesMax ?? defaults.retriesMax
  }
  requireRange("timeoutMillis", limits.timeoutMillis, 1, timeLimitMillisMax)
  requireRange("totalMillisMax", limits.totalMillisMax, 1, timeLimitMillisMax)
  requireRange("retriesMax", limits.retriesMax, 0, retriesLimit)
  return limits
}

/** @throws TypeError if the key is invalid */
export const requireIdempotencyKey = (key: string): string => {
  if (key.length === 0 || key.length > idempotencyKeyCharsMax || !/^[\x20-\x7e]+$/.test(key)) {
    throw new TypeError(`client: idempotencyKey is not 1 to ${idempotencyKeyCharsMax} printable ASCII characters`)
  }
  return key
}

const requireRange = (name: string, value: number, min: number, max: number): void => {
  if (!(value >= min && value <= max)) throw new TypeError(`client: ${name} is not ${min} to ${max}`)
}
