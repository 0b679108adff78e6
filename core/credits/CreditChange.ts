import { Clock, Effect, Schema } from "effect"
import type { AccountId } from "../kernel/Ids.ts"
import { Secrets } from "../kernel/Secrets.ts"
import { uuidV7 } from "../kernel/Uuid.ts"

/** What an operator changes by hand. */
export interface CreditChange {
  readonly accountId: AccountId
  /** Credits, an integer. */
  readonly amount: number
  /** What it is for, as the statement shows it. */
  readonly note: string
  /** The same reference never counts twice (an invoice number, for instance); without one every call counts. */
  readonly reference?: string
}

export const noteCharsMax = 200
export const referenceCharsMax = 100

export class InvalidCreditChange extends Schema.TaggedError<InvalidCreditChange>()("InvalidCreditChange", {
  message: Schema.String
}) {}

/** The change with the id that makes it safe to repeat. */
export const identifyChange = Effect.fnUntraced(function*({ accountId, amount, note, reference }: CreditChange) {
  if (note.length > noteCharsMax) {
    return yield* new InvalidCreditChange({ message: `A note may have at most ${noteCharsMax} characters.` })
  }
  if (reference !== undefined && (reference.trim() === "" || reference.length > referenceCharsMax)) {
    return yield* new InvalidCreditChange({ message: `A reference has 1 to ${referenceCharsMax} characters.` })
  }
  const secrets = yield* Secrets
  const requestId = reference === undefined
    ? uuidV7(yield* Clock.currentTimeMillis, secrets.randomBytes(10))
    : `${accountId}:${reference}`
  return { accountId, amount, note, requestId }
})
