import { Effect } from "effect"
import { Accounts } from "../../core/accounts/Accounts.ts"
import { createSite } from "../../core/sites/ManageSites.ts"
import { demoSiteName, loopbackHostnames } from "../../core/sites/Site.ts"
import { Sites } from "../../core/sites/Sites.ts"

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
