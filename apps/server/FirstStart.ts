import { Clock, Effect } from "effect"
import { accountNameDefault } from "../../core/accounts/Account.ts"
import { Accounts } from "../../core/accounts/Accounts.ts"
import { grantCredits } from "../../core/credits/ManageCredits.ts"
import { ApiKeys } from "../../core/keys/ApiKeys.ts"
import { generateApiKey } from "../../core/keys/ManageKeys.ts"
import { createSite } from "../../core/sites/ManageSites.ts"
import { demoSiteName, loopbackHostnames } from "../../core/sites/Site.ts"
import { Sites } from "../../core/sites/Sites.ts"
import { type FirstKeyOutput, printedFirstKeyOutput } from "./FirstKeyFile.ts"

/** Fixed id of the first account. Servers that start together on an empty database create only one account. */
export const firstAccountId = `acc_${"0".repeat(17)}`
/** Fixed id of the first key. Only the server that stores the key first shows its text. */
export const firstKeyId = `key_${"0".repeat(17)}`

/**
 * Creates an account with a starting balance and a key in an empty database. Returns the key's text, or null if the
 * database is already set up. Another server may have done this at the same moment. If a start is interrupted, the next
 * start completes it: an account without keys was never used.
 *
 * @param output receives the key before the database stores it
 */
export const createFirstAccount = Effect.fn("createFirstAccount")(function*(
  startingCredits: number,
  output: FirstKeyOutput = printedFirstKeyOutput
) {
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
  yield* output.write(text)
  if (yield* (yield* ApiKeys).create({ ...key, id: firstKeyId })) return text
  yield* output.discard
  return null
})

/**
 * Returns the site of `/demo`, and creates it for the first account if it never existed. Later starts find the site by
 * its name. The site's secret is discarded. Returns null if there is no account, or if the site was deleted. To restore
 * a deleted site, create a site with the same name.
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
