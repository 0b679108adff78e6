import { Cause, Data, Effect, Option } from "effect"
import type { RefusalSaid } from "../../../../core/history/RequestDetails.ts"
import { StorageUnavailable } from "../../../../core/kernel/StorageHealth.ts"
import type { Contract } from "../../api/EndpointContract.ts"
import { flatBody, validationBody } from "./Answers.ts"
import type { Invalid } from "./Validation.ts"

/** A failure of a use case: its tag decides the status, its message is what the caller reads. */
export interface Failure {
  readonly _tag: string
  readonly message: string
}

/** Every endpoint of the contract takes POST. */
export class MethodNotAllowed extends Data.TaggedError("MethodNotAllowed")<{}> {
  override get message(): string {
    return "This endpoint takes POST requests only."
  }
}

/** More requests than a key, or a visitor, may make in a minute. */
export class RateExceeded extends Data.TaggedError("RateExceeded")<{
  readonly limit: number
  /** Where no window tells when it ends. */
  readonly retryAfterSeconds?: number
}> {
  override get message(): string {
    return `Rate limit of ${this.limit} requests a minute exceeded.`
  }
}

/** When to send a request again that was one too many at once. */
export const tooManyRetrySeconds = 1

/** More requests in progress than a client behind a trusted proxy may have. */
export class TooManyAtOnce extends Data.TaggedError("TooManyAtOnce")<{}> {
  readonly retryAfterSeconds = tooManyRetrySeconds

  override get message(): string {
    return "Too many requests from this address are in progress. Wait for their responses, then retry."
  }
}

/** A body, or a header that belongs to it, of the wrong shape. */
export class InvalidRequest extends Data.TaggedError("InvalidRequest")<{ readonly invalid: Invalid }> {
  override get message(): string {
    return this.invalid.message
  }
}

/** A request with the same idempotency key is being worked on. */
export class KeyInUse extends Data.TaggedError("KeyInUse")<{ readonly retryAfterSeconds: number }> {
  override get message(): string {
    return "A request with this Idempotency-Key is still being worked on."
  }
}

/** How a request is turned down. */
export interface Refusal {
  readonly status: number
  /** The body. */
  readonly text: string
  /** The same, for the history. */
  readonly said: RefusalSaid
  readonly headers: ReadonlyArray<string>
  /** The body was not read to its end. */
  readonly closes: boolean
  /** Nobody foresaw it: for the log. */
  readonly isFault: boolean
}

/** Statuses of what the way of a request itself refuses; those of the use cases stand in each endpoint's contract. */
const statuses: Readonly<Record<string, number>> = {
  MethodNotAllowed: 405,
  InvalidApiKey: 401,
  SignInNeeded: 401,
  NotAllowed: 403,
  RateExceeded: 429,
  TooManyAtOnce: 429,
  BodyTooLarge: 413,
  BodyAborted: 400,
  // Nobody reads it; it is the number by which servers count such requests (nginx).
  CallerGone: 499,
  InvalidRequest: 422,
  KeyInUse: 409
}

/** `Retry-After` of an answer that a retry is likely to change. */
const outageRetrySeconds = 1
/** `Retry-After` while the database is away: restarts take a few seconds. */
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
    said: saidOf(failure, contract),
    headers: headersOf(failure, contract),
    closes: failure._tag === "BodyTooLarge" || failure._tag === "BodyAborted",
    isFault: false
  }
}

const isStorageOutage = (cause: Cause.Cause<Failure>): boolean => Cause.squash(cause) instanceof StorageUnavailable

/**
 * Logs what no caller caused. While the database is away, one short line for each request: the storage logs the cause, and a flood of
 * causes could fill the disk.
 */
export const logFault = (cause: Cause.Cause<Failure>, { operation }: Contract): Effect.Effect<void> =>
  isStorageOutage(cause)
    ? Effect.logWarning(`${operation} failed: the database is not available`)
    : Effect.logError(`${operation} failed`, cause)

const bodyOf = (failure: Failure, contract: Contract): string =>
  failure instanceof InvalidRequest && contract.shapeErrors === "validation"
    ? validationBody(contract.errorShape, failure.invalid)
    : flatBody(contract.errorShape, failure.message)

const saidOf = (failure: Failure, contract: Contract): RefusalSaid => ({
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

/** RFC 9110, section 11.6.1: a 401 names its scheme. */
const unauthorized = ["WWW-Authenticate", "ApiKey realm=\"gatehouse\", header=\"API-KEY\""]
