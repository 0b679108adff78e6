import { Effect, Layer } from "effect"
import type { AccountId, SiteId } from "../../../core/kernel/Ids.ts"
import { KeyRing, type RingKey } from "../../../core/shield/KeyRing.ts"
import { ShieldTraffic } from "../../../core/shield/ShieldTraffic.ts"
import { SingleUse, SingleUseUnavailable } from "../../../core/shield/SingleUse.ts"
import { ShieldTally } from "../../../core/shield/traffic/ShieldTally.ts"
import type { Site } from "../../../core/sites/Site.ts"
import { SiteNotFound, Sites } from "../../../core/sites/Sites.ts"

export const sitesLayer: Layer.Layer<Sites> = Layer.sync(Sites, () => {
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

/** Maximum number of stored hours of all sites together. The hour that was added first is dropped first. */
const hoursMax = 10_000

interface Hour {
  readonly siteId: SiteId
  readonly hour: Date
  readonly counts: Record<string, number>
}

export const shieldTrafficLayer: Layer.Layer<ShieldTraffic> = Layer.sync(ShieldTraffic, () => {
  const tally = new ShieldTally()
  const hours = new Map<string, Hour>()

  const settle = () => {
    for (const { count, hour, name, siteId } of tally.drain()) {
      const key = `${hour} ${siteId}`
      let stored = hours.get(key)
      if (stored === undefined) {
        const [oldest] = hours.keys()
        if (oldest !== undefined && hours.size >= hoursMax) hours.delete(oldest)
        hours.set(key, stored = { siteId, hour: new Date(hour), counts: {} })
      }
      stored.counts[name] = (stored.counts[name] ?? 0) + count
    }
  }

  return ShieldTraffic.of({
    count: (siteId, event, nowMillis) => {
      tally.count(siteId, event, nowMillis)
      settle()
    },
    hours: ({ from, siteId, to }) =>
      Effect.sync(() =>
        [...hours.values()].filter((stored) => stored.siteId === siteId && stored.hour >= from && stored.hour < to)
          .toSorted((a, b) => a.hour.getTime() - b.hour.getTime())
          .map((stored) => ({ ...stored, counts: { ...stored.counts } }))
      ),
    verifications: ({ siteIds, starts, to }) =>
      Effect.sync(() => {
        const found = new Map<string, { siteId: SiteId; at: Date; human: number; degraded: number; rejected: number }>()
        for (const { counts, hour, siteId } of hours.values()) {
          const start = starts.findLast((one) => one <= hour)
          if (start === undefined || hour >= to || !siteIds.includes(siteId)) continue
          const at = start.getTime()
          for (const [name, count] of Object.entries(counts)) {
            const kind = name.split(":")[0]
            if (kind !== "human" && kind !== "degraded" && kind !== "rejected") continue
            const key = `${siteId} ${at}`
            const sums = found.get(key) ?? { siteId, at: new Date(at), human: 0, degraded: 0, rejected: 0 }
            sums[kind] += count
            found.set(key, sums)
          }
        }
        return [...found.values()]
      }),
    sweep: (before, siteId) =>
      Effect.sync(() => {
        let swept = 0
        for (const [key, stored] of hours) {
          if (stored.hour < before && (siteId === undefined || stored.siteId === siteId) && hours.delete(key)) swept++
        }
        return swept
      })
  })
})

/** Maximum number of stored IDs. Above it, new IDs are refused, because a dropped ID could be used again. */
const usesMax = 200_000

export const singleUseLayer: Layer.Layer<SingleUse> = Layer.sync(SingleUse, () => {
  const uses = new Map<string, number>()
  return SingleUse.of({
    consume: (id, until) =>
      Effect.suspend(() => {
        if (uses.has(id)) return Effect.succeed(false)
        if (uses.size >= usesMax) return Effect.fail(new SingleUseUnavailable())
        uses.set(id, until.getTime())
        return Effect.succeed(true)
      }),
    sweep: (now) =>
      Effect.sync(() => {
        let swept = 0
        for (const [id, until] of uses) if (until < now.getTime() && uses.delete(id)) swept++
        return swept
      })
  })
})

export const keyRingLayer: Layer.Layer<KeyRing> = Layer.sync(KeyRing, () => {
  let keys: ReadonlyArray<RingKey> = []
  return KeyRing.of({
    list: Effect.sync(() => keys),
    add: (key, options) =>
      Effect.sync(() => {
        if (options?.onlyFirst === true && keys.length > 0) return
        if (keys.some(({ id }) => id === key.id)) throw new Error(`The key ring already contains ${key.id}.`)
        keys = [...keys, key].toSorted((a, b) =>
          b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1)
        )
      }),
    retire: (before) =>
      Effect.sync(() => {
        const stored = keys.filter(({ createdAt }, at) => at === 0 || createdAt >= before)
        const retired = keys.length - stored.length
        keys = stored
        return retired
      })
  })
})
