import { Clock, Effect, Schema } from "effect"
import type { AccountId } from "../kernel/Ids.ts"
import { checkName } from "../kernel/InvalidName.ts"
import { newId } from "../kernel/NewId.ts"
import { Secrets } from "../kernel/Secrets.ts"
import { keyRandomBytes, makeKeyText } from "../keys/KeyText.ts"
import { type Site, type SiteOptions, siteOptionsDefault, sitesMax } from "./Site.ts"
import { checkSiteOptions } from "./SiteChoices.ts"
import { canonicalHostnames } from "./SiteHostnames.ts"
import { Sites } from "./Sites.ts"

export interface NewSite {
  readonly accountId: AccountId
  readonly name: string
  readonly hostnames: ReadonlyArray<string>
  /** What is left out is as in `siteOptionsDefault`. */
  readonly options?: Partial<SiteOptions>
}

export class TooManySites extends Schema.TaggedError<TooManySites>()("TooManySites", {}) {
  override get message(): string {
    return `An account can have ${sitesMax} sites: delete one that is not used any more, or give one more host names.`
  }
}

/** Makes a site with its first secret, whose text is in the result and nowhere else. */
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
