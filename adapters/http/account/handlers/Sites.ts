import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { changeSite } from "../../../../core/accounts/ChangeSite.ts"
import { createSite } from "../../../../core/accounts/CreateSite.ts"
import { deleteSite } from "../../../../core/accounts/DeleteSite.ts"
import { rotateSiteSecret } from "../../../../core/accounts/RotateSiteSecret.ts"
import type { Site, SiteOptions } from "../../../../core/accounts/Site.ts"
import { Sites } from "../../../../core/ports/Sites.ts"
import { recentTraffic } from "../../../../core/shield/RecentTraffic.ts"
import { siteTraffic } from "../../../../core/shield/SiteTraffic.ts"
import { AccountApi } from "../api/AccountApi.ts"
import { NotThere } from "../api/AccountFailures.ts"
import { CurrentMember } from "../api/SessionAuth.ts"
import { audited } from "./Audited.ts"
import { refusedFor } from "./RefusedFor.ts"

export const sites = HttpApiBuilder.group(AccountApi, "sites", (handlers) =>
  handlers
    .handle("list", () => list)
    .handle("create", ({ payload }) => create(payload))
    .handle("change", ({ params, payload }) => change(params.id, payload))
    .handle("rotate", ({ params, payload }) => rotate(params.id, payload.endOld))
    .handle("remove", ({ params }) => remove(params.id))
    .handle("traffic", ({ params, query }) => traffic(params.id, query.from, query.to))
    .handle("recent", () => recent))

interface Chosen {
  readonly name: string
  readonly hostnames: ReadonlyArray<string>
  readonly options: SiteOptions
}

const list = Effect.gen(function*() {
  const { accountId } = yield* CurrentMember
  return (yield* (yield* Sites).list(accountId)).map(siteShown)
})

const create = Effect.fnUntraced(function*(chosen: Chosen) {
  const { accountId } = yield* CurrentMember
  const { secretKey, site } = yield* Effect.catchTags(createSite({ accountId, ...chosen }), {
    ...choiceRefused,
    TooManySites: refusedFor("name")
  })
  yield* audited("site.create", site.id, nameAndHosts(site))
  return { site: siteShown(site), secret: secretKey }
})

const change = Effect.fnUntraced(function*(id: string, chosen: Chosen) {
  const { accountId } = yield* CurrentMember
  const site = yield* Effect.catchTags(changeSite(accountId, id, chosen), { ...choiceRefused, SiteNotFound: notThere })
  yield* audited("site.change", id, nameAndHosts(site))
  return siteShown(site)
})

const rotate = Effect.fnUntraced(function*(id: string, endOld: boolean) {
  const { accountId } = yield* CurrentMember
  const { secretKey, site } = yield* Effect.catchTags(rotateSiteSecret(accountId, id, { endOld }), {
    SiteNotFound: notThere
  })
  yield* audited("site.rotate", id, `${site.name}, the secret before ${endOld ? "ended" : "goes on working"}`)
  return { site: siteShown(site), secret: secretKey }
})

const remove = Effect.fnUntraced(function*(id: string) {
  const { accountId } = yield* CurrentMember
  const site = yield* Effect.catchTags(deleteSite(accountId, id), { SiteNotFound: notThere })
  yield* audited("site.remove", id, nameAndHosts(site))
})

const traffic = Effect.fnUntraced(function*(id: string, from: number, to: number) {
  const { accountId } = yield* CurrentMember
  const hours = yield* Effect.catchTags(siteTraffic(accountId, id, { from, to }), {
    SiteNotFound: notThere,
    InvalidStretch: refusedFor("from")
  })
  return hours.map(({ counts, hour }) => ({ hour: hour.getTime(), counts }))
})

const recent = Effect.gen(function*() {
  const { accountId } = yield* CurrentMember
  return (yield* recentTraffic(accountId)).map(({ days, siteId }) => ({
    siteId,
    days: days.map(({ at, ...sums }) => ({ at: at.getTime(), ...sums }))
  }))
})

const choiceRefused = {
  InvalidName: refusedFor("name"),
  InvalidHostname: refusedFor("hostnames"),
  InvalidSiteOption: refusedFor("options")
} as const

const notThere = () => new NotThere({ message: "There is no such site." })

const nameAndHosts = ({ hostnames, name }: Site): string => `${name}: ${hostnames.join(", ")}`

const siteShown = (site: Site) => ({
  id: site.id,
  name: site.name,
  siteKey: site.siteKey,
  hostnames: site.hostnames,
  options: site.options,
  secrets: site.secretDigests.length,
  createdAt: site.createdAt.getTime()
})
