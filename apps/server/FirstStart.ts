import { Clock, Effect } from "effect"
import { accountNameDefault } from "../../core/accounts/Account.ts"
import { Accounts } from "../../core/accounts/Accounts.ts"
import { grantCredits } from "../../core/credits/ManageCredits.ts"
import { ApiKeys } from "../../core/keys/ApiKeys.ts"
import { generateApiKey } from "../../core/keys/ManageKeys.ts"
import { createSite } from "../../core/sites/ManageSites.ts"
import { demoSiteName, loopbackHostnames } from "../../core/sites/Site.ts"
import { Sites } from "../../core/sites/Sites.ts"

/** Fixed ID, so that servers that start together on an empty database create one account and not one each. */
export const firstAccountId = `acc_${"0".repeat(17)}`
/** Fixed ID of the first key. Only the server that stores it first shows its text. */
export const firstKeyId = `key_${"0".repeat(17)}`

/**
 * Creates an account with a starting balance and a key in an empty database. Returns the key's text, or null if the account and key exist,
 * possibly created by another server at the same time. The next start completes an interrupted one: without a key, the account cannot have
 * been used.
 */
export const createFirstAccount = Effect.fn("createFirstAccount")(function*(startingCredits: number) {
  const accounts = yield* Accounts
  const [first, second] = yield* accounts.list
  if (first !== undefined && (first.id !== firstAccountId || second !== undefined)) return null
  if (first !== undefined && (yield* (yield* ApiKeys).list(firstAccountId)).length > 0) return null
  yield* accounts.create({
    id: firstAccountId,
    name: accountNameDefault,
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
  const { key, text } = yield* generateApiKey({ accountId: firstAccountId, name: "first key" })
  return (yield* (yield* ApiKeys).create({ ...key, id: firstKeyId })) ? text : null
})

/**
 * Returns the site of `/demo`, which belongs to the first account. It is created at the first start with an account, and found by its name
 * later. Its secret is not kept. Returns null without an account, and if the site was deleted; to restore it, create a site with this name.
 */
export const ensureDemoSite = Effect.fn("ensureDemoSite")(function*() {
  const [account] = yield* (yield* Accounts).list
  if (account === undefined) return null
  const sites = yield* Sites
  const find = Effect.map(sites.list(account.id), (all) => all.find(({ name }) => name === demoSiteName) ?? null)
  const existing = yield* find
  if (existing !== null) return existing
  if (yield* sites.wasRemoved(account.id, demoSiteName)) return null
  yield* Effect.orDie(createSite({ accountId: account.id, name: demoSiteName, hostnames: loopbackHostnames }))
  // If two servers start together, both create a site and both use the older one.
  return yield* find
})
