import { Effect } from "effect"
import { Ledger } from "../ports/Ledger.ts"
import { type CreditChange, identifyChange } from "./CreditChange.ts"

/** Corrects a balance, up or down; never below zero. Returns the balance afterwards. */
export const adjustCredits = Effect.fn("adjustCredits")(function*(change: CreditChange) {
  const identified = yield* identifyChange(change)
  return yield* (yield* Ledger).execute({ kind: "adjust", ...identified })
})
