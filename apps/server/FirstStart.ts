import { Effect } from "effect"
import { createAccount } from "../../core/accounts/CreateAccount.ts"
import { createApiKey } from "../../core/accounts/CreateApiKey.ts"
import { grantCredits } from "../../core/credits/GrantCredits.ts"
import { Accounts } from "../../core/ports/Accounts.ts"

/**
 * On an empty database: an account with a starting balance and a key. Returns the key's text, or null when there was an
 * account already.
 */
export const firstStart = Effect.fn("firstStart")(function*(startingCredits: number) {
  if ((yield* (yield* Accounts).list).length > 0) return null
  const account = yield* createAccount("default")
  if (startingCredits > 0) {
    yield* grantCredits({
      accountId: account.id,
      amount: startingCredits,
      note: "starting balance",
      reference: "starting-balance"
    })
  }
  const { text } = yield* createApiKey({ accountId: account.id, name: "first key" })
  return text
})
