import { Clock, Effect, Schema } from "effect"
import { type Actor, audit } from "../audit/Audit.ts"
import { checkName } from "../kernel/CheckName.ts"
import { type AccountId, newId, type SiteId } from "../kernel/Ids.ts"
import { Secrets } from "../kernel/Secrets.ts"
import { keyRandomBytes, makeKeyText } from "../keys/KeyText.ts"
import { checkSiteOptions } from "./CheckSiteOptions.ts"
import { activeSecretsMax, type Site, type SiteOptions, siteOptionsDefault, sitesMax } from "./Site.ts"
import { canonicalHostnames } from "./SiteHostnames.ts"
import { Sites } from "./Sites.ts"

interface NewSite {
  readonly accountId: AccountId
  readonly name: string
  readonly hostnames: ReadonlyArray<string>
  /** Missing options get the values of `siteOptionsDefault`. */
  readonly options?: Partial<SiteOptions>
}

export class TooManySites extends Schema.TaggedError<TooManySites>()("TooManySites", {}) {
  override get message(): string {
    return `The account has reached its limit of ${sitesMax} sites. Delete an unused site, or add host names to an existing one.`
  }
}

/** Creates a site with its first secret. Only the result contains the text of the secret. */
export const createSite = Effect.fn("createSite")(function*(wanted: NewSite) {
  const secrets = yield* Secrets
  const sites = yield* Sites
  const hostnames = yield* canonicalHostnames(wanted.hostnames)
  const options = yield* checkSiteOptions({ ...siteOptionsDefault, ...wanted.options })
  const secretKey = makeKeyText("gh_secret_", secrets.randomBytes(keyRandomBytes))
  const site: Site = {
    id: yield* newId("site"),
    accountId: wanted.accountId,
    name: yield* checkName(wanted.name),
    siteKey: makeKeyText("gh_site_", secrets.randomBytes(keyRandomBytes)),
    secretDigests: [secrets.sha256Hex(secretKey)],
    hostnames,
    options,
    createdAt: new Date(yield* Clock.currentTimeMillis)
  }
  if ((yield* sites.list(wanted.accountId)).length >= sitesMax) return yield* new TooManySites()
  yield* sites.create(site)
  return { site, secretKey }
})

/** Change of a site. Absent fields stay unchanged. */
export interface SiteChange {
  readonly name?: string
  readonly hostnames?: ReadonlyArray<string>
  readonly options?: Partial<SiteOptions>
}

/**
 * Changes a site's name, host names or options. Its key and secrets stay valid, and so do issued tokens for host names
 * that remain in the list.
 */
export const changeSite = Effect.fn("changeSite")(function*(accountId: AccountId, id: string, wanted: SiteChange) {
  const sites = yield* Sites
  const site = yield* sites.get(accountId, id)
  const change = {
    name: wanted.name === undefined ? site.name : yield* checkName(wanted.name),
    hostnames: wanted.hostnames === undefined ? site.hostnames : yield* canonicalHostnames(wanted.hostnames),
    options: yield* checkSiteOptions({ ...site.options, ...wanted.options })
  }
  yield* sites.change(accountId, id, change)
  const changed: Site = { ...site, ...change }
  return changed
})

/**
 * Creates a new secret. The previous secret stays valid until the next rotation. If the previous secret leaked, set
 * `endOld`.
 */
export const rotateSiteSecret = Effect.fn("rotateSiteSecret")(function*(
  accountId: AccountId,
  siteId: SiteId,
  { endOld = false }: { readonly endOld?: boolean } = {}
) {
  const secrets = yield* Secrets
  const sites = yield* Sites
  const site = yield* sites.get(accountId, siteId)
  const secretKey = makeKeyText("gh_secret_", secrets.randomBytes(keyRandomBytes))
  const digests = [secrets.sha256Hex(secretKey), ...endOld ? [] : site.secretDigests].slice(0, activeSecretsMax)
  yield* sites.setSecrets(accountId, siteId, digests)
  return { site: { ...site, secretDigests: digests }, secretKey }
})

/**
 * Deletes a site. Its key and secrets become invalid immediately in this process, and within `siteStaleMillisMax` in
 * others. Its counters expire with the history.
 */
export const deleteSite = Effect.fn("deleteSite")(function*(accountId: AccountId, id: string) {
  const sites = yield* Sites
  const site = yield* sites.get(accountId, id)
  yield* sites.remove(accountId, id, new Date(yield* Clock.currentTimeMillis))
  return site
})

const nameAndHosts = ({ hostnames, name }: Site): string => `${name}: ${hostnames.join(", ")}`

/** Creates a site on behalf of a person. Functions ending in `As` write to the audit log. */
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

/** @param endOld true to end the old secrets immediately, if one of them leaked */
export const rotateSiteSecretAs = Effect.fn("rotateSiteSecretAs")(
  function*(actor: Actor, accountId: AccountId, id: string, endOld: boolean) {
    const rotated = yield* rotateSiteSecret(accountId, id, { endOld })
    const detail = `${rotated.site.name}, previous secret ${endOld ? "revoked" : "still valid"}`
    yield* audit({ accountId, actor, action: "site.rotate", target: id, detail })
    return rotated
  }
)

export const deleteSiteAs = Effect.fn("deleteSiteAs")(function*(actor: Actor, accountId: AccountId, id: string) {
  const site = yield* deleteSite(accountId, id)
  yield* audit({ accountId, actor, action: "site.remove", target: id, detail: nameAndHosts(site) })
  return site
})
