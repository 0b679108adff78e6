import { Effect } from "effect"
import { Conflict, InvalidInput, NotFound, TooManyTries } from "../api/AccountFailures.ts"

interface WithMessage {
  readonly message: string
}

/** Converts failures of use cases to failures of the API. Their messages are meant for the caller. */
export const failNotFound = ({ message }: WithMessage) => Effect.fail(new NotFound({ message }))

export const failConflict = ({ message }: WithMessage) => Effect.fail(new Conflict({ message }))

/** The refusal concerns the given fields, or none. */
export const failInvalidInput = (
  { fields, message }: WithMessage & { readonly fields?: Readonly<Record<string, string>> }
) => Effect.fail(new InvalidInput({ message, fields: fields ?? {} }))

/** Refuses the `email` field. */
export const failEmailTaken = ({ message }: WithMessage) => failInvalidInput({ message, fields: { email: message } })

export const failTooManyTries = (
  { message, retryAfterSeconds }: WithMessage & { readonly retryAfterSeconds: number }
) => Effect.fail(new TooManyTries({ message, retryAfterSeconds }))

/** Converts a validation error of the core to a refusal of one field. */
export const invalidField = (field: string) => ({ message }: { readonly message: string }): InvalidInput =>
  new InvalidInput({ message, fields: { [field]: message } })
