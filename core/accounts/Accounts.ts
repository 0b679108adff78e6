import { Context, Schema } from "effect"
import type { Effect } from "effect"
import type { Account } from "./Account.ts"

export class AccountNotFound extends Schema.TaggedError<AccountNotFound>()("AccountNotFound", {
  id: Schema.String
}) {
  override get message(): string {
    return `Account ${this.id} does not exist.`
  }
}

export class Accounts extends Context.Service<Accounts, {
  /** Creates an account with an empty balance. Does nothing if the ID exists. */
  readonly create: (account: Account) => Effect.Effect<void>
  readonly get: (id: string) => Effect.Effect<Account, AccountNotFound>
  /** All accounts, oldest first. */
  readonly list: Effect.Effect<ReadonlyArray<Account>>
}>()("gatehouse/core/accounts/Accounts") {}
