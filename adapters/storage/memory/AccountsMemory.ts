import { Effect, Layer } from "effect"
import type { Account } from "../../../core/accounts/Account.ts"
import { AccountNotFound, Accounts } from "../../../core/accounts/Accounts.ts"

export const layer: Layer.Layer<Accounts> = Layer.sync(Accounts, () => {
  const accounts = new Map<string, Account>()
  return Accounts.of({
    create: (account) => Effect.sync(() => void (accounts.has(account.id) || accounts.set(account.id, account))),
    get: (id) =>
      Effect.suspend(() => {
        const account = accounts.get(id)
        return account === undefined ? Effect.fail(new AccountNotFound({ id })) : Effect.succeed(account)
      }),
    list: Effect.sync(() => [...accounts.values()])
  })
})
