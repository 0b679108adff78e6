import { Schema } from "effect"

export class InsufficientCredits extends Schema.TaggedError<InsufficientCredits>()("InsufficientCredits", {
  needed: Schema.Int,
  available: Schema.Int
}) {
  override get message(): string {
    return `Not enough credits: this request costs ${this.needed} and ${this.available} are available.`
  }
}

/** A settle or refund of a request that the ledger does not know, or one that was closed the other way. */
export class NotReserved extends Schema.TaggedError<NotReserved>()("NotReserved", {
  requestId: Schema.String,
  message: Schema.String
}) {}

/** An amount that is not an integer within `creditsMax`, or has the wrong sign. */
export class InvalidAmount extends Schema.TaggedError<InvalidAmount>()("InvalidAmount", {
  amount: Schema.Number,
  message: Schema.String
}) {}

export type CreditsFailure = InsufficientCredits | NotReserved | InvalidAmount
