import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { recentTraffic, siteTraffic } from "../../../../core/shield/traffic/SiteTraffic.ts"
import { changeSiteAs, createSiteAs, deleteSiteAs, rotateSiteSecretAs } from "../../../../core/sites/ManageSites.ts"
import type { Site, SiteOptions } from "../../../../core/sites/Site.ts"
import { Sites } from "../../../../core/sites/Sites.ts"
import { AccountApi } from "../api/AccountApi.ts"
import { NotFound } from "../api/AccountFailures.ts"
import { CurrentMember } from "../api/SessionAuth.ts"
import { currentActor } from "../session/CurrentActor.ts"
import { invalidField } from "./Failures.ts"

export const sites = HttpApiBuilder.group(AccountApi, "sites", (handlers) =>
  handlers
    .handle("list", () => list)
    .handle("create", ({ payload }) => create(payload))
    .handle("change", ({ params, payload }) => change(params.id, payload))
    .handle("rotate", ({ params, payload }) => rotate(params.id, payload.endOld))
    .handle("remove", ({ params }) => remove(params.id))
    .handle("traffic", ({ params, query }) => traffic(params.id, query.from, query.to))
    .handle("recent", ({ query }) => recent(query.starts, query.to)))

interface SiteInput {
  readonly name: string
  readonly hostnames: ReadonlyArray<string>
  readonly options: SiteOptions
}

const list = Effect.gen(function*() {
  const { accountId } = yield* CurrentMember
  return (yield* (yield* Sites).list(accountId)).map(toSiteView)
})

const create = Effect.fnUntraced(function*(input: SiteInput) {
  const { accountId } = yield* CurrentMember
  const { secretKey, site } = yield* Effect.catchTags(createSiteAs(yield* currentActor, { accountId, ...input }), {
    ...siteInputErrors,
    TooManySites: invalidField("name")
  })
  return { site: toSiteView(site), secret: secretKey }
})

const change = Effect.fnUntraced(function*(id: string, input: SiteInput) {
  const { accountId } = yield* CurrentMember
  const site = yield* Effect.catchTags(changeSiteAs(yield* currentActor, accountId, id, input), {
    ...siteInputErrors,
    SiteNotFound: siteNotFound
  })
  return toSiteView(site)
})

const rotate = Effect.fnUntraced(function*(id: string, endOld: boolean) {
  const { accountId } = yield* CurrentMember
  const { secretKey, site } = yield* Effect.catchTags(rotateSiteSecretAs(yield* currentActor, accountId, id, endOld), {
    SiteNotFound: siteNotFound
  })
  return { site: toSiteView(site), secret: secretKey }
})

const remove = Effect.fnUntraced(function*(id: string) {
  const { accountId } = yield* CurrentMember
  yield* Effect.catchTags(deleteSiteAs(yield* currentActor, accountId, id), { SiteNotFound: siteNotFound })
})

const traffic = Effect.fnUntraced(function*(id: string, from: number, to: number) {
  const { accountId } = yield* CurrentMember
  const hours = yield* Effect.catchTags(siteTraffic(accountId, id, { from, to }), {
    SiteNotFound: siteNotFound,
    InvalidTimeRange: invalidField("from")
  })
  return hours.map(({ counts, hour }) => ({ hour: hour.getTime(), counts }))
})

const recent = Effect.fnUntraced(function*(starts: string, to: number) {
  const { accountId } = yield* CurrentMember
  const range = { starts: starts.split(",").map(Number), to }
  const all = yield* Effect.catchTags(recentTraffic(accountId, range), { InvalidTimeRange: invalidField("starts") })
  return all.map(({ days, siteId }) => ({
    siteId,
    days: days.map(({ at, ...sums }) => ({ at: at.getTime(), ...sums }))
  }))
})

const siteInputErrors = {
  InvalidName: invalidField("name"),
  InvalidHostname: invalidField("hostnames"),
  InvalidSiteOption: invalidField("options")
} as const

const siteNotFound = () => new NotFound({ message: "This site does not exist." })

const toSiteView = (site: Site) => ({
  id: site.id,
  name: site.name,
  siteKey: site.siteKey,
  hostnames: site.hostnames,
  options: site.options,
  secrets: site.secretDigests.length,
  createdAt: site.createdAt.getTime()
})
