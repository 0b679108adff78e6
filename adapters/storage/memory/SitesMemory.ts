import { Effect, Layer } from "effect"
import type { AccountId } from "../../../core/kernel/Ids.ts"
import type { Site } from "../../../core/sites/Site.ts"
import { SiteNotFound, Sites } from "../../../core/sites/Sites.ts"

export const layer: Layer.Layer<Sites> = Layer.sync(Sites, () => {
  const sites = new Map<string, Site>()
  const removed = new Map<string, Set<string>>()
  const get = (accountId: AccountId, id: string) =>
    Effect.suspend(() => {
      const site = sites.get(id)
      return site === undefined || site.accountId !== accountId
        ? Effect.fail(new SiteNotFound({ id }))
        : Effect.succeed(site)
    })
  const first = (holds: (site: Site) => boolean) => Effect.sync(() => [...sites.values()].find(holds) ?? null)
  return Sites.of({
    create: (site) => Effect.sync(() => void sites.set(site.id, site)),
    get,
    findBySiteKey: (siteKey) => first((site) => site.siteKey === siteKey),
    findBySecret: (digest) => first((site) => site.secretDigests.includes(digest)),
    list: (accountId) => Effect.sync(() => [...sites.values()].filter((site) => site.accountId === accountId)),
    setSecrets: (accountId, id, secretDigests) =>
      Effect.map(get(accountId, id), (site) => void sites.set(id, { ...site, secretDigests })),
    change: (accountId, id, change) =>
      Effect.map(get(accountId, id), (site) => void sites.set(id, { ...site, ...change })),
    remove: (accountId, id) =>
      Effect.map(get(accountId, id), ({ name }) => {
        sites.delete(id)
        removed.set(accountId, (removed.get(accountId) ?? new Set()).add(name))
      }),
    wasRemoved: (accountId, name) => Effect.sync(() => removed.get(accountId)?.has(name) ?? false)
  })
})
