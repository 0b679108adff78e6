import { Effect } from "effect"
import { Conflict, InvalidInput, NotFound, TooManyTries } from "../api/AccountFailures.ts"

interface WithMessage {
  readonly message: string
}

/** Fails with `NotFound`. The message of the use case is meant for the caller. */
export const failNotFound = ({ message }: WithMessage) => Effect.fail(new NotFound({ message }))

export const failConflict = ({ message }: WithMessage) => Effect.fail(new Conflict({ message }))

/** Fails with `InvalidInput`, with messages for the given fields, if any. */
export const failInvalidInput = (
  { fields, message }: WithMessage & { readonly fields?: Readonly<Record<string, string>> }
) => Effect.fail(new InvalidInput({ message, fields: fields ?? {} }))

/** Fails with `InvalidInput` for the `email` field. */
export const failEmailTaken = ({ message }: WithMessage) => failInvalidInput({ message, fields: { email: message } })

export const failTooManyTries = (
  { message, retryAfterSeconds }: WithMessage & { readonly retryAfterSeconds: number }
) => Effect.fail(new TooManyTries({ message, retryAfterSeconds }))

/** Returns a function that converts a validation error of the core to an error for one field. */
export const invalidField = (field: string) => ({ message }: { readonly message: string }): InvalidInput =>
  new InvalidInput({ message, fields: { [field]: message } })
