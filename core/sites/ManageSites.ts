import { Effect } from "effect"
import { type Actor, audit } from "../audit/Audit.ts"
import type { AccountId } from "../kernel/Ids.ts"
import { changeSite, type SiteChange } from "./ChangeSite.ts"
import { createSite, type NewSite } from "./CreateSite.ts"
import { deleteSite } from "./DeleteSite.ts"
import { rotateSiteSecret } from "./RotateSiteSecret.ts"
import type { Site } from "./Site.ts"

const nameAndHosts = ({ hostnames, name }: Site): string => `${name}: ${hostnames.join(", ")}`

/** Makes a site for somebody. Audited here, as all below is. */
export const createSiteAs = Effect.fn("createSiteAs")(function*(actor: Actor, wanted: NewSite) {
  const made = yield* createSite(wanted)
  const { accountId, id } = made.site
  yield* audit({ accountId, actor, action: "site.create", target: id, detail: nameAndHosts(made.site) })
  return made
})

export const changeSiteAs = Effect.fn("changeSiteAs")(
  function*(actor: Actor, accountId: AccountId, id: string, wanted: SiteChange) {
    const site = yield* changeSite(accountId, id, wanted)
    yield* audit({ accountId, actor, action: "site.change", target: id, detail: nameAndHosts(site) })
    return site
  }
)

/** @param endOld whether the secrets before it end at once: one of them leaked */
export const rotateSiteSecretAs = Effect.fn("rotateSiteSecretAs")(
  function*(actor: Actor, accountId: AccountId, id: string, endOld: boolean) {
    const rotated = yield* rotateSiteSecret(accountId, id, { endOld })
    const detail = `${rotated.site.name}, the secret before ${endOld ? "ended" : "goes on working"}`
    yield* audit({ accountId, actor, action: "site.rotate", target: id, detail })
    return rotated
  }
)

export const deleteSiteAs = Effect.fn("deleteSiteAs")(function*(actor: Actor, accountId: AccountId, id: string) {
  const site = yield* deleteSite(accountId, id)
  yield* audit({ accountId, actor, action: "site.remove", target: id, detail: nameAndHosts(site) })
  return site
})
