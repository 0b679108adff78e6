import { Clock, Effect, Schema } from "effect"
import { checkName } from "../kernel/CheckName.ts"
import { newId } from "../kernel/Ids.ts"
import type { Account } from "./Account.ts"
import { Accounts } from "./Accounts.ts"

/** Creates an account with an empty balance. */
export const createAccount = Effect.fn("createAccount")(function*(name: string) {
  const account: Account = {
    id: yield* newId("acc"),
    name: yield* checkName(name),
    createdAt: new Date(yield* Clock.currentTimeMillis)
  }
  yield* (yield* Accounts).create(account)
  return account
})

/**
 * ID of the operator's account, which is the oldest one. Its members manage the threat data, which all accounts share.
 * Null if there are no accounts.
 */
export const operatorAccountId = Effect.gen(function*() {
  const [oldest] = yield* (yield* Accounts).list
  return oldest?.id ?? null
}).pipe(Effect.withSpan("operatorAccountId"))

export class AccountNotResolved
  extends Schema.TaggedError<AccountNotResolved>()("AccountNotResolved", { message: Schema.String })
{}

/**
 * Finds an account by ID or name. Without an argument, returns the only account. Fails if no account or several
 * accounts match.
 */
export const resolveAccount = Effect.fn("resolveAccount")(function*(named: string | undefined) {
  const all = yield* (yield* Accounts).list
  const meant = named === undefined ? all : all.filter(({ id, name }) => id === named || name === named)
  const [account, ...others] = meant
  if (account !== undefined && others.length === 0) return account
  return yield* new AccountNotResolved({ message: unresolvedMessage(named, all.length, meant.length) })
})

const unresolvedMessage = (named: string | undefined, accounts: number, meant: number): string => {
  if (accounts === 0) return "There is no account yet. Run `gatehouse accounts create --name NAME`."
  if (named === undefined) return `There are ${accounts} accounts. Choose one with --account ID.`
  return meant === 0
    ? `Account ${JSON.stringify(named)} does not exist. Run \`gatehouse accounts list\` to see all accounts.`
    : `${meant} accounts are named ${JSON.stringify(named)}. Use the account ID instead.`
}
