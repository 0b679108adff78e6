import type {
  Conflicting,
  NotAllowed,
  NotThere,
  Refused,
  SignInNeeded,
  TooManyTries
} from "../../../adapters/http/account/api/AccountFailures.ts"

/** No answer, or none that makes sense: the network, a proxy, or a server of another version. */
export interface Unreachable {
  readonly _tag: "Unreachable"
  readonly message: string
}

/** Every way in which a call fails. Each has a sentence for people in `message`. */
export type Failure = SignInNeeded | NotAllowed | NotThere | Conflicting | Refused | TooManyTries | Unreachable

const tags: ReadonlySet<string> = new Set<Failure["_tag"]>([
  "SignInNeeded",
  "NotAllowed",
  "NotThere",
  "Conflicting",
  "Refused",
  "TooManyTries",
  "Unreachable"
])

const isFailure = (error: unknown): error is Failure =>
  typeof error === "object" && error !== null && "_tag" in error && tags.has(String(error._tag))

export const unreachable = (message: string): Unreachable => ({ _tag: "Unreachable", message })

/** What the server said, as one of the failures that pages know; anything else is no answer. */
export const failureOf = (body: unknown): Failure =>
  isFailure(body) ? body : unreachable(messageOf(body) ?? "The server did not answer as expected. Try again.")

const messageOf = (body: unknown): string | undefined =>
  typeof body === "object" && body !== null && "message" in body && typeof body.message === "string"
    ? body.message
    : undefined

/** Sentences by field, where the failure has some. */
export const fieldsOf = (failure: Failure | null): Readonly<Record<string, string>> =>
  failure?._tag === "Refused" ? failure.fields : {}
