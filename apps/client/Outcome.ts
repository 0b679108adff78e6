import type { AttemptResult } from "./Attempt.ts"
import { type Endpoint, endpoints } from "./Endpoints.ts"
import {
  type CallDetails,
  ConnectionError,
  type GatehouseFailure,
  type RateLimit,
  ResponseError,
  type ResponseErrorCode,
  UnexpectedResponseError
} from "./Errors.ts"

/** Facts about the response of a successful call. */
export interface ResponseMetadata {
  readonly status: number
  /** Id of the request in Gatehouse's request history. */
  readonly requestId: string | null
  /** Credits charged for this response. 0 if it repeats an earlier response, which was charged. */
  readonly creditsCharged: number | null
  /** Whether the response repeats that of an earlier request with the same idempotency key. */
  readonly isReplayed: boolean
  readonly rateLimit: RateLimit | null
  readonly attempts: number
  readonly idempotencyKey: string | null
}

export type Outcome =
  | { readonly kind: "result"; readonly result: unknown; readonly metadata: ResponseMetadata }
  | { readonly kind: "failure"; readonly failure: GatehouseFailure; readonly canRetry: boolean }

/** Converts an attempt to the result or the failure of its call. */
export const outcomeOf = (attempt: AttemptResult, call: CallDetails): Outcome => {
  const endpoint = endpoints[call.operation]
  const isRepeatable = endpoint.repeatable !== "unprocessed"
  if (attempt.kind === "failed") {
    const { cause, code, mayBeProcessed, message } = attempt
    const isTransient = code === "connection_failed" || code === "timeout"
    const canRetry = isTransient && (isRepeatable || !mayBeProcessed)
    return { kind: "failure", failure: new ConnectionError(message, code, call, cause), canRetry }
  }
  const { headers, json, status } = attempt
  const requestId = headers.get("X-Request-Id")
  const isSuccess = status >= 200 && status < 300
  if (isSuccess && isResult(json, endpoint)) {
    const { attempts, idempotencyKey } = call
    const isReplayed = headers.get("Idempotency-Replayed") === "true"
    return {
      kind: "result",
      result: json,
      metadata: { status, requestId, ...accountHeaders(headers), isReplayed, attempts, idempotencyKey }
    }
  }
  const failure = isSuccess ? null : responseError(status, headers, json, call)
  if (failure !== null) {
    const canRetry = status === 429 || isRepeatable && (status === 409 || status >= 500)
    return { kind: "failure", failure, canRetry }
  }
  return {
    kind: "failure",
    failure: new UnexpectedResponseError(unexpectedMessage(status, headers), status, requestId, call),
    // A proxy or the server may have ended a response early (2xx), or a request that arrived slowly (408).
    canRetry: isRepeatable && (isSuccess || status === 408)
  }
}

const isResult = (json: unknown, { resultFields }: Endpoint): boolean => {
  const body = fieldsOf(json)
  return Object.entries(resultFields).every(([name, type]) => Object.hasOwn(body, name) && typeOf(body[name]) === type)
}

const typeOf = (value: unknown): string => Array.isArray(value) ? "array" : value === null ? "null" : typeof value

const fieldsOf = (json: unknown): Readonly<Record<string, unknown>> =>
  typeof json === "object" && json !== null && !Array.isArray(json) ? json as Record<string, unknown> : {}

const codes: Readonly<Record<number, ResponseErrorCode>> = {
  400: "bad_request",
  401: "unauthorized",
  403: "insufficient_credits",
  409: "conflict",
  413: "too_large",
  429: "rate_limited",
  500: "server_error"
}

/** Returns the error of a response, or null if the response is not one of Gatehouse. */
const responseError = (status: number, headers: Headers, json: unknown, call: CallDetails): ResponseError | null => {
  const body = fieldsOf(json)
  const text = [body["message"], body["error"]].find((text) => typeof text === "string" && text !== "")
  // A proxy may refuse a request without Gatehouse's body: 429 and 5xx have the same meaning there, other statuses not.
  const isKnown = status >= 500 || status === 429 || text !== undefined && (status === 422 || status in codes)
  if (!isKnown) return null
  const fields = fieldErrors(body["errors"])
  const code = status === 422
    ? Object.keys(fields).length > 0 ? "invalid_request" : "unprocessable"
    : codes[status] ?? "unavailable"
  const message = text === undefined ? `The server or a proxy responded with HTTP ${status}.` : String(text)
  const requestId = headers.get("X-Request-Id")
  const retryAfterSeconds = parseRetryAfter(headers.get("Retry-After"))
  return new ResponseError(
    message,
    code,
    { status, fields, requestId, retryAfterSeconds, ...accountHeaders(headers) },
    call
  )
}

const fieldErrors = (errors: unknown): Readonly<Record<string, ReadonlyArray<string>>> =>
  Object.fromEntries(
    Object.entries(fieldsOf(errors)).flatMap(([name, messages]) =>
      Array.isArray(messages) ? [[name, messages.filter((text) => typeof text === "string")]] : []
    )
  )

const unexpectedMessage = (status: number, headers: Headers): string => {
  // Browsers hide redirects and their target: the status is 0.
  if (status < 200 || status >= 300 && status < 400) {
    const target = headers.get("Location")
    return `The server redirected the request${
      target === null ? "" : ` to ${target}`
    }. Set baseUrl to the final address.`
  }
  return status < 300
    ? `The server responded with HTTP ${status}, but the body is not a result of Gatehouse.`
    : `The server responded with HTTP ${status}, but not as Gatehouse does. Check baseUrl and the proxies.`
}

const accountHeaders = (headers: Headers) => ({
  creditsCharged: parseCount(headers.get("X-Credits-Charged")),
  rateLimit: parseRateLimit(headers)
})

const parseCount = (header: string | null): number | null =>
  header !== null && /^\d{1,15}$/.test(header) ? Number(header) : null

/** Parses the headers `RateLimit-Policy: "default";q=60;w=60` and `RateLimit: "default";r=59;t=1`. */
const parseRateLimit = (headers: Headers): RateLimit | null => {
  const [, limit, windowSeconds] = /;q=(\d{1,15});w=(\d{1,15})/.exec(headers.get("RateLimit-Policy") ?? "") ?? []
  const [, remaining, resetSeconds] = /;r=(\d{1,15});t=(\d{1,15})/.exec(headers.get("RateLimit") ?? "") ?? []
  return limit === undefined || remaining === undefined ? null : {
    limit: Number(limit),
    windowSeconds: Number(windowSeconds),
    remaining: Number(remaining),
    resetSeconds: Number(resetSeconds)
  }
}

/** Parses seconds, or a date, which some proxies send (RFC 9110, section 10.2.3). */
export const parseRetryAfter = (header: string | null, now = Date.now()): number | null => {
  if (header === null) return null
  if (/^\d{1,9}$/.test(header)) return Number(header)
  const at = Date.parse(header)
  return /[a-z]/i.test(header) && !Number.isNaN(at) ? Math.max(0, Math.ceil((at - now) / 1_000)) : null
}
