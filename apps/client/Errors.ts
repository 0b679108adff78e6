import type { Operation } from "./Endpoints.ts"

/** Requests that the API key may still make, from the `RateLimit` headers. */
export interface RateLimit {
  /** Requests allowed in each window. */
  readonly limit: number
  readonly windowSeconds: number
  readonly remaining: number
  /** Seconds until more requests are allowed. */
  readonly resetSeconds: number
}

/** Facts about the request of a failed call. */
export interface CallDetails {
  readonly operation: Operation
  /** Requests sent, including retries. */
  readonly attempts: number
  /** Idempotency key of the call. A later call with this key and the same input is not charged twice. */
  readonly idempotencyKey: string | null
}

/** Base of all failures of a call. `GatehouseFailure` is the union of its subclasses, distinguished by `code`. */
export abstract class GatehouseError extends Error implements CallDetails {
  abstract readonly code: string
  readonly operation: Operation
  readonly attempts: number
  readonly idempotencyKey: string | null

  constructor(message: string, { attempts, idempotencyKey, operation }: CallDetails, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.operation = operation
    this.attempts = attempts
    this.idempotencyKey = idempotencyKey
  }
}

/**
 * Reason for an error response:
 * - `bad_request` (400): for example, neither `file` nor `url` was sent.
 * - `unauthorized` (401): the API key is missing, unknown or revoked.
 * - `insufficient_credits` (403): the account does not have enough credits. Bulk email checks report
 *   `unprocessable` instead.
 * - `conflict` (409): another request with the same idempotency key is still running.
 * - `too_large` (413): the request exceeds the size limit.
 * - `invalid_request` (422): the request has an invalid shape. `fields` lists the messages of each field.
 * - `unprocessable` (422): the check could not be completed, for example because the address is invalid.
 * - `rate_limited` (429): too many requests. Wait for `retryAfterSeconds`.
 * - `server_error` (500), `unavailable` (502, 503, 504 and other 5xx): retry later.
 */
export type ResponseErrorCode =
  | "bad_request"
  | "unauthorized"
  | "insufficient_credits"
  | "conflict"
  | "too_large"
  | "invalid_request"
  | "unprocessable"
  | "rate_limited"
  | "server_error"
  | "unavailable"

/** Facts about an error response. Each is null if the response does not report it. */
export interface ResponseErrorDetails {
  readonly status: number
  /** Messages by field name. Empty unless `code` is `invalid_request`. */
  readonly fields: Readonly<Record<string, ReadonlyArray<string>>>
  readonly requestId: string | null
  readonly retryAfterSeconds: number | null
  /** Always 0 or null: Gatehouse does not charge failed requests. */
  readonly creditsCharged: number | null
  readonly rateLimit: RateLimit | null
}

/** Gatehouse, or a proxy in front of it, responded with an error status. `message` is the server's explanation. */
export class ResponseError extends GatehouseError implements ResponseErrorDetails {
  override readonly name = "ResponseError"
  /** Tag for `Effect.catchTag`. */
  readonly _tag = "ResponseError"
  readonly code: ResponseErrorCode
  readonly status: number
  readonly fields: Readonly<Record<string, ReadonlyArray<string>>>
  readonly requestId: string | null
  readonly retryAfterSeconds: number | null
  readonly creditsCharged: number | null
  readonly rateLimit: RateLimit | null

  constructor(message: string, code: ResponseErrorCode, details: ResponseErrorDetails, call: CallDetails) {
    super(message, call)
    this.code = code
    this.status = details.status
    this.fields = details.fields
    this.requestId = details.requestId
    this.retryAfterSeconds = details.retryAfterSeconds
    this.creditsCharged = details.creditsCharged
    this.rateLimit = details.rateLimit
  }
}

/** The response is not one of Gatehouse: a redirect, a web page, incomplete JSON, or an unknown status. */
export class UnexpectedResponseError extends GatehouseError {
  override readonly name = "UnexpectedResponseError"
  /** Tag for `Effect.catchTag`. */
  readonly _tag = "UnexpectedResponseError"
  readonly code = "unexpected_response"
  /** Status of the response; 0 for a redirect in a browser. */
  readonly status: number
  readonly requestId: string | null

  constructor(message: string, status: number, requestId: string | null, call: CallDetails) {
    super(message, call)
    this.status = status
    this.requestId = requestId
  }
}

/**
 * There was no complete response:
 * - `connection_failed`: the connection could not be opened, or it broke.
 * - `timeout`: the response took too long.
 * - `source_failed`: the stream that you passed failed. `cause` is its error.
 * - `aborted`: your `AbortSignal` ended the call. `cause` is the signal's reason.
 */
export type ConnectionErrorCode = "connection_failed" | "timeout" | "aborted" | "source_failed"

export class ConnectionError extends GatehouseError {
  override readonly name = "ConnectionError"
  /** Tag for `Effect.catchTag`. */
  readonly _tag = "ConnectionError"
  readonly code: ConnectionErrorCode

  constructor(message: string, code: ConnectionErrorCode, call: CallDetails, cause?: unknown) {
    super(message, call, cause)
    this.code = code
  }
}

/** Every failure of a call. Switch on `code` to distinguish them. */
export type GatehouseFailure = ResponseError | UnexpectedResponseError | ConnectionError

export const isGatehouseError = (error: unknown): error is GatehouseFailure => error instanceof GatehouseError
