import { Clock, Effect } from "effect"
import { unnamedAccount } from "../../core/accounts/Account.ts"
import { Accounts } from "../../core/accounts/Accounts.ts"
import { grantCredits } from "../../core/credits/ManageCredits.ts"
import { ApiKeys } from "../../core/keys/ApiKeys.ts"
import { newApiKey } from "../../core/keys/ManageKeys.ts"
import { createSite } from "../../core/sites/ManageSites.ts"
import { demoSiteName, loopbackHostnames } from "../../core/sites/Site.ts"
import { Sites } from "../../core/sites/Sites.ts"

/** Servers that start together on one empty database make this account, and not one each. */
export const firstAccountId = `acc_${"0".repeat(17)}`
/** And this key: that of the first to store it, the only one that is told. */
export const firstKeyId = `key_${"0".repeat(17)}`

/**
 * On an empty database: an account with a starting balance and a key. Returns the key's text, or null when that has been
 * done, by another server at the same time as well. A first start that was cut off is finished by the next: until there is a key, nobody can have used the account.
 */
export const firstStart = Effect.fn("firstStart")(function*(startingCredits: number) {
  const accounts = yield* Accounts
  const [first, second] = yield* accounts.list
  if (first !== undefined && (first.id !== firstAccountId || second !== undefined)) return null
  if (first !== undefined && (yield* (yield* ApiKeys).list(firstAccountId)).length > 0) return null
  yield* accounts.create({
    id: firstAccountId,
    name: unnamedAccount,
    createdAt: new Date(yield* Clock.currentTimeMillis)
  })
  if (startingCredits > 0) {
    yield* grantCredits({
      accountId: firstAccountId,
      amount: startingCredits,
      note: "starting balance",
      reference: "starting-balance"
    })
  }
  const { key, text } = yield* newApiKey({ accountId: firstAccountId, name: "first key" })
  return (yield* (yield* ApiKeys).create({ ...key, id: firstKeyId })) ? text : null
})

/**
 * The site behind `/demo`: of the first account, made with the first start that has an account, and found again by its name.
 * The secret that it is made with is kept by nobody. Null where there is no account, and where somebody has removed the site:
 * whoever wants it back makes one of this name.
 */
export const demoSite = Effect.fn("demoSite")(function*() {
  const [account] = yield* (yield* Accounts).list
  if (account === undefined) return null
  const sites = yield* Sites
  const find = Effect.map(sites.list(account.id), (all) => all.find(({ name }) => name === demoSiteName) ?? null)
  const known = yield* find
  if (known !== null) return known
  if (yield* sites.wasRemoved(account.id, demoSiteName)) return null
  yield* Effect.orDie(createSite({ accountId: account.id, name: demoSiteName, hostnames: loopbackHostnames }))
  // Of two servers that start together both make one, and both take the older.
  return yield* find
})
