import { Clock, Effect } from "effect"
import { checkName } from "../kernel/InvalidName.ts"
import { newId } from "../kernel/NewId.ts"
import type { Account } from "./Account.ts"
import { Accounts } from "./Accounts.ts"

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
