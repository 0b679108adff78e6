import { Cause, Data, Effect, Option } from "effect"
import type { RecordedRefusal } from "../../../../core/history/RequestDetails.ts"
import { StorageUnavailable } from "../../../../core/kernel/StorageHealth.ts"
import type { Contract } from "../../api/EndpointContract.ts"
import { flatBody, validationBody } from "./Answers.ts"
import type { Invalid } from "./Validation.ts"

/** Failure of a use case. Its tag determines the status, and its message goes to the caller. */
export interface Failure {
  readonly _tag: string
  readonly message: string
}

/** The method is not POST, which every endpoint of the contract requires. */
export class MethodNotAllowed extends Data.TaggedError("MethodNotAllowed")<{}> {
  override get message(): string {
    return "This endpoint takes POST requests only."
  }
}

/** The key or the visitor exceeded its requests per minute. */
export class RateExceeded extends Data.TaggedError("RateExceeded")<{
  readonly limit: number
  /** Retry delay for limits without a known window. */
  readonly retryAfterSeconds?: number
}> {
  override get message(): string {
    return `Rate limit of ${this.limit} requests a minute exceeded.`
  }
}

/** Retry delay in seconds after too many concurrent requests. */
export const tooManyRetrySeconds = 1

/** The client behind a trusted proxy has too many requests in progress. */
export class TooManyAtOnce extends Data.TaggedError("TooManyAtOnce")<{}> {
  readonly retryAfterSeconds = tooManyRetrySeconds

  override get message(): string {
    return "Too many requests from this address are in progress. Wait for their responses, then retry."
  }
}

/** The body, or a header that belongs to it, has the wrong shape. */
export class InvalidRequest extends Data.TaggedError("InvalidRequest")<{ readonly invalid: Invalid }> {
  override get message(): string {
    return this.invalid.message
  }
}

/** A request with the same idempotency key is still in progress. */
export class KeyInUse extends Data.TaggedError("KeyInUse")<{ readonly retryAfterSeconds: number }> {
  override get message(): string {
    return "A request with this Idempotency-Key is still being worked on."
  }
}

/** Response data of a refused request. */
export interface Refusal {
  readonly status: number
  readonly text: string
  /** The same content for the history. */
  readonly said: RecordedRefusal
  readonly headers: ReadonlyArray<string>
  /** The body was not read to its end, so the connection closes. */
  readonly closes: boolean
  /** Unexpected failure, to be logged. */
  readonly isFault: boolean
}

/** Statuses of refusals before the use case. Each endpoint's contract defines those of its use case. */
const statuses: Readonly<Record<string, number>> = {
  MethodNotAllowed: 405,
  InvalidApiKey: 401,
  SignInNeeded: 401,
  NotAllowed: 403,
  RateExceeded: 429,
  TooManyAtOnce: 429,
  BodyTooLarge: 413,
  BodyAborted: 400,
  // Never delivered; nginx uses this status to count such requests.
  CallerGone: 499,
  InvalidRequest: 422,
  KeyInUse: 409
}

/** `Retry-After` in seconds of a response that a retry is likely to change. */
const outageRetrySeconds = 1
/** `Retry-After` in seconds while the database is unavailable: restarts take a few seconds. */
const storageRetrySeconds = 2

const storageAway = "The database is not available; the request was not charged. Retry after the time in Retry-After."

const serverFault = "Something went wrong on our side; the request was not charged. Retry with backoff."

export const refusalOf = (cause: Cause.Cause<Failure>, contract: Contract): Refusal => {
  const failure = Option.getOrNull(Cause.findErrorOption(cause))
  const status = failure === null ? undefined : contract.failures[failure._tag] ?? statuses[failure._tag]
  if (failure === null && isStorageOutage(cause)) {
    const text = flatBody(contract.errorShape, storageAway)
    const headers = ["Retry-After", String(storageRetrySeconds)]
    return { status: 503, text, said: { message: storageAway, fields: [] }, headers, closes: false, isFault: true }
  }
  if (failure === null || status === undefined) {
    const text = flatBody(contract.errorShape, serverFault)
    const headers = contract.faultStatus === undefined ? [] : ["Retry-After", String(outageRetrySeconds)]
    const said = { message: serverFault, fields: [] }
    return { status: contract.faultStatus ?? 500, text, said, headers, closes: false, isFault: true }
  }
  return {
    status,
    text: bodyOf(failure, contract),
    said: recordedRefusalOf(failure, contract),
    headers: headersOf(failure, contract),
    closes: failure._tag === "BodyTooLarge" || failure._tag === "BodyAborted",
    isFault: false
  }
}

const isStorageOutage = (cause: Cause.Cause<Failure>): boolean => Cause.squash(cause) instanceof StorageUnavailable

/**
 * Logs server faults. While the database is unavailable, each request logs one short line: the storage logs the cause, and repeating it for
 * every request could fill the disk.
 */
export const logFault = (cause: Cause.Cause<Failure>, { operation }: Contract): Effect.Effect<void> =>
  isStorageOutage(cause)
    ? Effect.logWarning(`${operation} failed: the database is not available`)
    : Effect.logError(`${operation} failed`, cause)

const bodyOf = (failure: Failure, contract: Contract): string =>
  failure instanceof InvalidRequest && contract.shapeErrors === "validation"
    ? validationBody(contract.errorShape, failure.invalid)
    : flatBody(contract.errorShape, failure.message)

const recordedRefusalOf = (failure: Failure, contract: Contract): RecordedRefusal => ({
  message: "messageWithoutInput" in failure && typeof failure.messageWithoutInput === "string"
    ? failure.messageWithoutInput
    : failure.message,
  fields: failure instanceof InvalidRequest && contract.shapeErrors === "validation"
    ? Object.entries(failure.invalid.errors).map(([name, messages]) => ({ name, messages }))
    : []
})

const headersOf = (failure: Failure, contract: Contract): ReadonlyArray<string> =>
  failure._tag === "InvalidApiKey"
    ? unauthorized
    : failure._tag === "MethodNotAllowed"
    ? ["Allow", contract.isReadByPages === true ? "OPTIONS, POST" : "POST"]
    : "retryAfterSeconds" in failure
    ? ["Retry-After", String(failure.retryAfterSeconds)]
    : []

/** RFC 9110, section 11.6.1: a 401 response names its authentication scheme. */
const unauthorized = ["WWW-Authenticate", "ApiKey realm=\"gatehouse\", header=\"API-KEY\""]
