import { Cause, Data, Effect, Option } from "effect"
import type { RecordedRefusal } from "../../../../core/history/RequestDetails.ts"
import { StorageUnavailable } from "../../../../core/kernel/StorageHealth.ts"
import type { EndpointProperties } from "../../api/EndpointContract.ts"
import { flatErrorBody, validationErrorBody } from "./Responses.ts"
import type { ValidationError } from "./Validation.ts"

/** Failure of a use case. The tag determines the response status, and the caller gets the message. */
export interface Failure {
  readonly _tag: string
  readonly message: string
}

/** The method is not POST, which every endpoint requires. */
export class MethodNotAllowed extends Data.TaggedError("MethodNotAllowed")<{}> {
  override get message(): string {
    return "This endpoint accepts POST requests only."
  }
}

/** The API key or the visitor exceeded the allowed requests per minute. */
export class RateLimitExceeded extends Data.TaggedError("RateLimitExceeded")<{
  readonly limit: number
  /** Retry delay in seconds, for limits that report no reset time. */
  readonly retryAfterSeconds?: number
}> {
  override get message(): string {
    return `Rate limit exceeded: at most ${this.limit} requests per minute. Wait for Retry-After, then retry.`
  }
}

/** Retry delay in seconds after too many concurrent requests. */
export const concurrencyRetrySeconds = 1

/** A client behind a trusted proxy has too many requests in progress. */
export class TooManyConcurrentRequests extends Data.TaggedError("TooManyConcurrentRequests")<{}> {
  readonly retryAfterSeconds = concurrencyRetrySeconds

  override get message(): string {
    return "Too many requests from this address are in progress. Wait for their responses, then retry."
  }
}

/** The body or the `Idempotency-Key` header is invalid. */
export class InvalidRequest extends Data.TaggedError("InvalidRequest")<{ readonly error: ValidationError }> {
  override get message(): string {
    return this.error.message
  }
}

/** A request with the same idempotency key is still in progress. */
export class IdempotencyKeyInUse
  extends Data.TaggedError("IdempotencyKeyInUse")<{ readonly retryAfterSeconds: number }>
{
  override get message(): string {
    return "A request with this Idempotency-Key is still in progress. Wait for Retry-After, then retry."
  }
}

/** Response to a refused or failed request. */
export interface ErrorResponse {
  readonly status: number
  readonly body: string
  /** Message and field errors to store in the request history. */
  readonly recorded: RecordedRefusal
  readonly headers: ReadonlyArray<string>
  /** Whether the connection closes, because the body was not read to its end. */
  readonly closesConnection: boolean
  /** Whether the failure is unexpected and must be logged. */
  readonly isServerFault: boolean
}

/** Statuses of failures before the use case. Each endpoint's contract defines the statuses of its use case. */
const failureStatuses: Readonly<Record<string, number>> = {
  MethodNotAllowed: 405,
  InvalidApiKey: 401,
  SignInRequired: 401,
  NotAllowed: 403,
  RateLimitExceeded: 429,
  TooManyConcurrentRequests: 429,
  BodyTooLarge: 413,
  BodyAborted: 400,
  // Never sent, because the client is gone. nginx logs the same status when a client disconnects.
  ClientDisconnected: 499,
  InvalidRequest: 422,
  IdempotencyKeyInUse: 409
}

/** `Retry-After` in seconds after an internal error of an endpoint with `serverFaultStatus`. */
const faultRetrySeconds = 1
/** `Retry-After` in seconds while the database is unavailable: restarts take a few seconds. */
const storageOutageRetrySeconds = 2

const storageUnavailableMessage = "The database is unavailable. Nothing was charged. Wait for Retry-After, then retry."

const serverFaultMessage = "An internal error occurred. Nothing was charged. Retry with exponential backoff."

/** Part of a contract that decides how failures are reported. */
type ErrorContract = Pick<
  EndpointProperties,
  "errorShape" | "validationErrorShape" | "isCrossOrigin" | "serverFaultStatus" | "failureStatuses"
>

export const toErrorResponse = (cause: Cause.Cause<Failure>, contract: ErrorContract): ErrorResponse => {
  const failure = Option.getOrNull(Cause.findErrorOption(cause))
  const status = failure === null ? undefined : contract.failureStatuses[failure._tag] ?? failureStatuses[failure._tag]
  if (failure === null && isStorageOutage(cause)) {
    return {
      status: 503,
      body: flatErrorBody(contract.errorShape, storageUnavailableMessage),
      recorded: { message: storageUnavailableMessage, fields: [] },
      headers: ["Retry-After", String(storageOutageRetrySeconds)],
      closesConnection: false,
      isServerFault: true
    }
  }
  if (failure === null || status === undefined) {
    return {
      status: contract.serverFaultStatus ?? 500,
      body: flatErrorBody(contract.errorShape, serverFaultMessage),
      recorded: { message: serverFaultMessage, fields: [] },
      headers: contract.serverFaultStatus === undefined ? [] : ["Retry-After", String(faultRetrySeconds)],
      closesConnection: false,
      isServerFault: true
    }
  }
  return {
    status,
    body: bodyOf(failure, contract),
    recorded: toRecordedRefusal(failure, contract),
    headers: headersOf(failure, contract),
    closesConnection: failure._tag === "BodyTooLarge" || failure._tag === "BodyAborted",
    isServerFault: false
  }
}

const isStorageOutage = (cause: Cause.Cause<Failure>): boolean => Cause.squash(cause) instanceof StorageUnavailable

/**
 * Logs a server fault. While the database is unavailable, each request logs only one short line. The storage layer logs
 * the cause, and repeating the cause for every request could fill the disk.
 */
export const logServerFault = (cause: Cause.Cause<Failure>, { operation }: EndpointProperties): Effect.Effect<void> =>
  isStorageOutage(cause)
    ? Effect.logWarning(`${operation} failed because the database is unavailable`)
    : Effect.logError(`${operation} failed`, cause)

const bodyOf = (failure: Failure, contract: ErrorContract): string =>
  failure instanceof InvalidRequest && contract.validationErrorShape === "validation"
    ? validationErrorBody(contract.errorShape, failure.error)
    : flatErrorBody(contract.errorShape, failure.message)

const toRecordedRefusal = (failure: Failure, contract: ErrorContract): RecordedRefusal => ({
  message: "messageWithoutInput" in failure && typeof failure.messageWithoutInput === "string"
    ? failure.messageWithoutInput
    : failure.message,
  fields: failure instanceof InvalidRequest && contract.validationErrorShape === "validation"
    ? Object.entries(failure.error.errors).map(([name, messages]) => ({ name, messages }))
    : []
})

const headersOf = (failure: Failure, contract: ErrorContract): ReadonlyArray<string> =>
  failure._tag === "InvalidApiKey"
    ? unauthorized
    : failure._tag === "MethodNotAllowed"
    ? ["Allow", contract.isCrossOrigin === true ? "OPTIONS, POST" : "POST"]
    : "retryAfterSeconds" in failure
    ? ["Retry-After", String(failure.retryAfterSeconds)]
    : []

/** RFC 9110, section 11.6.1: a 401 response names its authentication scheme. */
const unauthorized = ["WWW-Authenticate", "ApiKey realm=\"gatehouse\", header=\"API-KEY\""]
