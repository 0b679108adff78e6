import { Effect } from "effect"
import { type CreditChange, identifyChange, InvalidCreditChange } from "./CreditChange.ts"
import { Ledger } from "./LedgerPort.ts"

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
