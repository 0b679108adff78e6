import { Clock, Effect } from "effect"
import { Accounts } from "../ports/Accounts.ts"
import type { Account } from "./Account.ts"
import { checkName } from "./InvalidName.ts"
import { newId } from "./NewId.ts"

/** A new account with nothing in it. */
export const createAccount = Effect.fn("createAccount")(function*(name: string) {
  const account: Account = {
    id: yield* newId("acc"),
    name: yield* checkName(name),
    createdAt: new Date(yield* Clock.currentTimeMillis)
  }
  yield* (yield* Accounts).create(account)
  return account
})
