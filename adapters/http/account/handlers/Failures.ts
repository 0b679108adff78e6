import { Effect } from "effect"
import { Conflicting, NotThere, Refused, TooManyTries } from "../api/AccountFailures.ts"

interface Told {
  readonly message: string
}

/** Failures of use cases in the words of the API; their messages are for whoever asked. */
export const asNotThere = ({ message }: Told) => Effect.fail(new NotThere({ message }))

export const asConflicting = ({ message }: Told) => Effect.fail(new Conflicting({ message }))

/** About no field, or about these. */
export const asRefused = ({ fields, message }: Told & { readonly fields?: Readonly<Record<string, string>> }) =>
  Effect.fail(new Refused({ message, fields: fields ?? {} }))

/** Of the address that was given. */
export const asTakenAddress = ({ message }: Told) => asRefused({ message, fields: { email: message } })

export const asTooManyTries = ({ message, retryAfterSeconds }: Told & { readonly retryAfterSeconds: number }) =>
  Effect.fail(new TooManyTries({ message, retryAfterSeconds }))

/** What the core does not take, as a refusal about one field. */
export const refusedFor = (field: string) => ({ message }: { readonly message: string }): Refused =>
  new Refused({ message, fields: { [field]: message } })
