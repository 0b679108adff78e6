import { Effect } from "effect"
import { type CreditChange, identifyChange } from "./CreditChange.ts"
import { Ledger } from "./LedgerPort.ts"

/** Adds credits to an account. Returns the balance afterwards; `hasMoved` is false when its reference was granted before. */
export const grantCredits = Effect.fn("grantCredits")(function*(change: CreditChange) {
  const identified = yield* identifyChange(change)
  return yield* (yield* Ledger).execute({ kind: "grant", ...identified })
})
