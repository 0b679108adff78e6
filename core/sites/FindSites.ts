import { Effect, Schema } from "effect"
import { Accounts } from "../accounts/Accounts.ts"
import type { AccountId } from "../kernel/Ids.ts"
import { SiteNotFound, Sites } from "./Sites.ts"

export class AmbiguousSiteName
  extends Schema.TaggedError<AmbiguousSiteName>()("AmbiguousSiteName", { message: Schema.String })
{}

/** Finds an account's site by ID or name. Fails if no site or several sites match. */
export const resolveSite = Effect.fn("resolveSite")(function*(accountId: AccountId, named: string) {
  const all = yield* (yield* Sites).list(accountId)
  const byId = all.find(({ id }) => id === named)
  if (byId !== undefined) return byId
  const [site, ...others] = all.filter(({ name }) => name === named)
  if (site === undefined) return yield* new SiteNotFound({ id: named })
  if (others.length === 0) return site
  return yield* new AmbiguousSiteName({
    message: `${others.length + 1} sites are named ${JSON.stringify(named)}. Use the site ID instead.`
  })
})

/** Hosts of the sites of all accounts. For `*.example.com`, the host is example.com. */
export const ownSiteHosts = Effect.gen(function*() {
  const sites = yield* Sites
  const accounts = yield* (yield* Accounts).list
  const all = yield* Effect.forEach(accounts, ({ id }) => sites.list(id))
  return new Set(all.flat().flatMap(({ hostnames }) => hostnames.map((hostname) => hostname.replace(/^\*\./, ""))))
})
