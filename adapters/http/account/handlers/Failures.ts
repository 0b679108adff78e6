import { Effect } from "effect"
import { Conflict, InvalidInput, NotFound, TooManyTries } from "../api/AccountFailures.ts"

interface Told {
  readonly message: string
}

/** Converts failures of use cases to failures of the API. Their messages are meant for the caller. */
export const asNotThere = ({ message }: Told) => Effect.fail(new NotFound({ message }))

export const asConflicting = ({ message }: Told) => Effect.fail(new Conflict({ message }))

/** The refusal concerns the given fields, or none. */
export const asRefused = ({ fields, message }: Told & { readonly fields?: Readonly<Record<string, string>> }) =>
  Effect.fail(new InvalidInput({ message, fields: fields ?? {} }))

/** Refuses the `email` field. */
export const asTakenAddress = ({ message }: Told) => asRefused({ message, fields: { email: message } })

export const asTooManyTries = ({ message, retryAfterSeconds }: Told & { readonly retryAfterSeconds: number }) =>
  Effect.fail(new TooManyTries({ message, retryAfterSeconds }))

/** Converts a validation error of the core to a refusal of one field. */
export const refusedFor = (field: string) => ({ message }: { readonly message: string }): InvalidInput =>
  new InvalidInput({ message, fields: { [field]: message } })
