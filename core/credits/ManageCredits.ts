import { Clock, Effect, Schema } from "effect"
import { type Actor, audit } from "../audit/Audit.ts"
import type { AccountId } from "../kernel/Ids.ts"
import { Secrets } from "../kernel/Secrets.ts"
import { uuidV7 } from "../kernel/Uuid.ts"
import type { Executed } from "./Ledger.ts"
import { Ledger } from "./LedgerPort.ts"

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

/** Adds credits to an account. Returns the balance afterwards; `hasMoved` is false when its reference was granted before. */
export const grantCredits = Effect.fn("grantCredits")(function*(change: CreditChange) {
  const identified = yield* identifyChange(change)
  return yield* (yield* Ledger).execute({ kind: "grant", ...identified })
})

/**
 * Corrects a balance, up or down; never below zero. Returns the balance afterwards; `hasMoved` is false when there was a
 * correction with its reference before.
 */
export const adjustCredits = Effect.fn("adjustCredits")(function*(change: CreditChange) {
  const identified = yield* identifyChange(change)
  return yield* (yield* Ledger).execute({ kind: "adjust", ...identified })
}, Effect.catchTag("InsufficientCredits", ({ available }) => new InvalidCreditChange({ message: tooLow(available) })))

const tooLow = (available: number): string =>
  `At most ${available.toLocaleString("en-US")} credits can be taken: a balance does not go below zero.`

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

/**
 * Adds credits for somebody. Functions whose name ends in `As` write to the audit log; a change whose reference was used before changes
 * nothing, there neither.
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
  { hasMoved }: Executed
) =>
  hasMoved
    ? audit({ accountId, actor, action, detail: `${amount > 0 ? "+" : ""}${amount}${note === "" ? "" : `, ${note}`}` })
    : Effect.void
