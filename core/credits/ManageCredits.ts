import { Clock, Effect, Schema } from "effect"
import { type Actor, audit } from "../audit/Audit.ts"
import type { AccountId } from "../kernel/Ids.ts"
import { Secrets } from "../kernel/Secrets.ts"
import { uuidV7 } from "../kernel/Uuid.ts"
import { Ledger } from "./Ledger.ts"
import type { LedgerResult } from "./LedgerRules.ts"

/** Manual change of a balance by an operator. */
export interface CreditChange {
  readonly accountId: AccountId
  /** Integer number of credits. */
  readonly amount: number
  /** Purpose, shown in the statement. */
  readonly note: string
  /**
   * Unique reference, for example an invoice number. A change with a known reference has no effect. Without a
   * reference, every change takes effect.
   */
  readonly reference?: string
}

export const noteCharsMax = 200
export const referenceCharsMax = 100

export class InvalidCreditChange extends Schema.TaggedError<InvalidCreditChange>()("InvalidCreditChange", {
  message: Schema.String
}) {}

/**
 * Adds credits to an account. Returns the balance afterwards. `hasMoved` is false if a grant with this reference
 * exists.
 */
export const grantCredits = Effect.fn("grantCredits")(function*(change: CreditChange) {
  const identified = yield* identifyChange(change)
  return yield* (yield* Ledger).execute({ kind: "grant", ...identified })
})

/**
 * Corrects a balance up or down, never below zero. Returns the balance afterwards. `hasMoved` is false if a correction
 * with this reference exists.
 */
export const adjustCredits = Effect.fn("adjustCredits")(
  function*(change: CreditChange) {
    const identified = yield* identifyChange(change)
    return yield* (yield* Ledger).execute({ kind: "adjust", ...identified })
  },
  Effect.catchTag(
    "InsufficientCredits",
    ({ available }) => new InvalidCreditChange({ message: tooLowMessage(available) })
  )
)

const tooLowMessage = (available: number): string =>
  `At most ${available.toLocaleString("en-US")} credits can be removed. A balance cannot go below zero.`

/** Validates a change and adds the ID that makes it idempotent. */
export const identifyChange = Effect.fnUntraced(function*({ accountId, amount, note, reference }: CreditChange) {
  if (note.length > noteCharsMax) {
    return yield* new InvalidCreditChange({ message: `A note must not exceed ${noteCharsMax} characters.` })
  }
  if (reference !== undefined && (reference.trim() === "" || reference.length > referenceCharsMax)) {
    return yield* new InvalidCreditChange({ message: `A reference must have 1 to ${referenceCharsMax} characters.` })
  }
  const secrets = yield* Secrets
  const requestId = reference === undefined
    ? uuidV7(yield* Clock.currentTimeMillis, secrets.randomBytes(10))
    : `${accountId}:${reference}`
  return { accountId, amount, note, requestId }
})

/**
 * Adds credits on behalf of a person. Functions ending in `As` write to the audit log. A repeated reference changes
 * nothing and is not recorded.
 */
export const grantCreditsAs = Effect.fn("grantCreditsAs")(function*(actor: Actor, change: CreditChange) {
  const executed = yield* grantCredits(change)
  yield* auditChange(actor, "credits.grant", change, executed)
  return executed
})

export const adjustCreditsAs = Effect.fn("adjustCreditsAs")(function*(actor: Actor, change: CreditChange) {
  const executed = yield* adjustCredits(change)
  yield* auditChange(actor, "credits.adjust", change, executed)
  return executed
})

const auditChange = (
  actor: Actor,
  action: "credits.grant" | "credits.adjust",
  { accountId, amount, note }: CreditChange,
  { hasMoved }: LedgerResult
) =>
  hasMoved
    ? audit({ accountId, actor, action, detail: `${amount > 0 ? "+" : ""}${amount}${note === "" ? "" : `, ${note}`}` })
    : Effect.void
