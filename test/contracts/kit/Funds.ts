import { Effect } from "effect"
import { randomUUID } from "node:crypto"
import { createAccount } from "../../../core/accounts/ManageAccounts.ts"
import { Ledger } from "../../../core/credits/Ledger.ts"
import type { LedgerCommand } from "../../../core/credits/LedgerCommand.ts"

/** Returns the command that charges a new request. */
export const chargeCommand = (accountId: string, amount: number, requestId = randomUUID()): LedgerCommand => ({
  kind: "charge",
  accountId,
  requestId,
  amount,
  note: "scan/email",
  keyId: null
})

/** Creates an account with credits. */
export const createFundedAccount = Effect.fnUntraced(function*(amount: number) {
  const { id } = yield* createAccount("test")
  const ledger = yield* Ledger
  yield* ledger.execute({ kind: "grant", accountId: id, requestId: randomUUID(), amount, note: "start" })
  return { id, ledger }
})
