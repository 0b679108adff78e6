import { Effect } from "effect"
import { type Actor, audit } from "../audit/Audit.ts"
import { adjustCredits } from "./AdjustCredits.ts"
import type { CreditChange } from "./CreditChange.ts"
import { grantCredits } from "./GrantCredits.ts"
import type { Executed } from "./Ledger.ts"

/** Adds credits for somebody. Audited here, as all below is; what was done before with the same reference is not done, nor audited. */
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
