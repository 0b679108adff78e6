import { Effect } from "effect"
import type { AccountId } from "../kernel/Ids.ts"
import { checkName } from "../kernel/InvalidName.ts"
import type { Site, SiteOptions } from "./Site.ts"
import { checkSiteOptions } from "./SiteChoices.ts"
import { canonicalHostnames } from "./SiteHostnames.ts"
import { Sites } from "./Sites.ts"

/** What is left out stays as it is. */
export interface SiteChange {
  readonly name?: string
  readonly hostnames?: ReadonlyArray<string>
  readonly options?: Partial<SiteOptions>
}

/** Changes a site's name, host names or options. Its key and its secrets stay, and tokens already given as well. */
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
