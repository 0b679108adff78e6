import { Effect, Layer } from "effect"
import type { SiteId } from "../../../core/kernel/Ids.ts"
import { ShieldTraffic } from "../../../core/shield/ShieldTraffic.ts"
import { ShieldTally } from "../../../core/shield/traffic/ShieldTally.ts"

/** Hours of sites kept; the oldest goes first. */
export const hoursMax = 10_000

interface Hour {
  readonly siteId: SiteId
  readonly hour: Date
  readonly counts: Record<string, number>
}

export const layer: Layer.Layer<ShieldTraffic> = Layer.sync(ShieldTraffic, () => {
  const tally = new ShieldTally()
  const hours = new Map<string, Hour>()

  const settle = () => {
    for (const { count, hour, name, siteId } of tally.take()) {
      const key = `${hour} ${siteId}`
      let kept = hours.get(key)
      if (kept === undefined) {
        if (hours.size >= hoursMax) hours.delete(hours.keys().next().value!)
        hours.set(key, kept = { siteId, hour: new Date(hour), counts: {} })
      }
      kept.counts[name] = (kept.counts[name] ?? 0) + count
    }
  }

  return ShieldTraffic.of({
    count: (siteId, event, nowMillis) => {
      tally.count(siteId, event, nowMillis)
      settle()
    },
    hours: ({ from, siteId, to }) =>
      Effect.sync(() =>
        [...hours.values()].filter((kept) => kept.siteId === siteId && kept.hour >= from && kept.hour < to)
          .toSorted((a, b) => a.hour.getTime() - b.hour.getTime())
          .map((kept) => ({ ...kept, counts: { ...kept.counts } }))
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
        for (const [key, kept] of hours) {
          if (kept.hour < before && (siteId === undefined || kept.siteId === siteId) && hours.delete(key)) swept++
        }
        return swept
      })
  })
})
