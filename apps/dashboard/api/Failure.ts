import type {
  Conflict,
  InvalidInput,
  NotAllowed,
  NotFound,
  SignInRequired,
  TooManyTries
} from "../../../adapters/http/account/api/AccountFailures.ts"

/** Failure without a usable response. Causes are a network error, a proxy's page, or a server of another version. */
export interface Unreachable {
  readonly _tag: "Unreachable"
  readonly message: string
}

/** Failures with which an API call can reject. `message` is a sentence for the user. */
export type Failure = SignInRequired | NotAllowed | NotFound | Conflict | InvalidInput | TooManyTries | Unreachable

const tags: ReadonlySet<string> = new Set<Failure["_tag"]>([
  "SignInRequired",
  "NotAllowed",
  "NotFound",
  "Conflict",
  "InvalidInput",
  "TooManyTries",
  "Unreachable"
])

const isFailure = (error: unknown): error is Failure =>
  typeof error === "object" && error !== null && "_tag" in error && tags.has(String(error._tag))

export const unreachable = (message: string): Unreachable => ({ _tag: "Unreachable", message })

/** Decodes an error response as a `Failure`. A body of any other shape becomes `Unreachable`. */
export const decodeFailure = (body: unknown): Failure =>
  isFailure(body) ? body : unreachable(messageOf(body) ?? "The server sent an unexpected response. Try again.")

const messageOf = (body: unknown): string | undefined =>
  typeof body === "object" && body !== null && "message" in body && typeof body.message === "string"
    ? body.message
    : undefined

/** Returns the error messages by field name. Empty if the failure has none. */
export const fieldErrors = (failure: Failure | null): Readonly<Record<string, string>> =>
  failure?._tag === "InvalidInput" ? failure.fields : {}
