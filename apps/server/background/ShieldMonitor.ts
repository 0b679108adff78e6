import { Effect, Layer, Metric } from "effect"
import type { SiteId } from "../../../core/kernel/Ids.ts"
import { type ShieldEvent, ShieldTraffic } from "../../../core/shield/ShieldTraffic.ts"

/** Maximum number of labels per metric. The known sets of labels are far smaller. */
export const metricLabelsMax = 100

const issued = Metric.counter("gatehouse_shield_challenges_issued_total", {
  description: "Challenges issued to browsers.",
  incremental: true
})

const solved = Metric.counter("gatehouse_shield_challenges_solved_total", {
  description: "Challenges solved correctly.",
  incremental: true
})

const solveSeconds = Metric.histogram("gatehouse_shield_solve_seconds", {
  description: "Time from issuing a challenge to its solution.",
  boundaries: [0.05, 0.1, 0.25, 0.5, 1, 2, 4, 8, 16, 32, 64]
})

/**
 * Returns a function that finds the counter of a label. Each label has a separate metric, because Effect would merge
 * attributes anew on every update.
 */
const countersBy = (attribute: string, name: string, description: string) => {
  const counters = new Map<string, Metric.Counter<number>>()
  return (label: string): Metric.Counter<number> => {
    const known = counters.get(label)
    if (known !== undefined) return known
    const labelOrOther = counters.size < metricLabelsMax ? label : "other"
    const counter = Metric.counter(name, { description, attributes: { [attribute]: labelOrOther }, incremental: true })
    counters.set(labelOrOther, counter)
    return counter
  }
}

/** Layer that adds metrics to Shield's traffic. It logs a warning when many verifications are degraded. */
export const layerShieldMonitor = Layer.effect(
  ShieldTraffic,
  Effect.gen(function*() {
    const traffic = yield* ShieldTraffic
    const context = yield* Effect.context()
    const run = Effect.runForkWith(context)
    const degradedShare = new DegradedShare()
    const refused = countersBy(
      "reason",
      "gatehouse_shield_refused_total",
      "Refused widget requests: invalid solutions, and challenges for host names that no site lists."
    )
    const verified = countersBy("result", "gatehouse_shield_verified_total", "Verifications by outcome.")
    const degraded = countersBy(
      "reason",
      "gatehouse_shield_degraded_total",
      "Verifications that passed without protection, by cause."
    )
    const add = (counter: Metric.Counter<number>) => counter.updateUnsafe(1, context)

    const watch = (siteId: SiteId, event: ShieldEvent, nowMillis: number) => {
      switch (event.kind) {
        case "issued":
          return add(issued)
        case "solved":
          add(solved)
          return solveSeconds.updateUnsafe(event.solveMillis / 1_000, context)
        case "refused":
          return add(refused(event.reason))
        case "degraded":
          add(degraded(event.reason))
      }
      add(verified(event.kind === "rejected" ? event.reason : event.kind))
      const alarm = degradedShare.count(siteId, event.kind === "degraded", nowMillis)
      if (alarm !== null) run(Effect.annotateLogs(Effect.logWarning(alarmMessage(alarm)), { site: siteId }))
    }

    return {
      ...traffic,
      count: (siteId, event, nowMillis) => {
        traffic.count(siteId, event, nowMillis)
        watch(siteId, event, nowMillis)
      }
    }
  })
)

const alarmMessage = ({ total, degraded, share }: DegradedAlarm): string =>
  `Shield is passing forms without protection: ${degraded} of the last ${total} verifications (${
    Math.round(share * 100)
  } %) within ` +
  `${degradedWindowMinutes} minutes were degraded. Either browsers cannot reach this server, or someone is sending empty tokens ` +
  "on purpose. The site option `degraded` can limit or reject them."

/** Minutes over which the share of degraded verifications is computed. */
export const degradedWindowMinutes = 5
/**
 * Share of degraded verifications above which a site causes a warning. A higher share means an outage, or that someone
 * sends empty tokens on purpose.
 */
const degradedShareMax = 0.25
/** Minimum number of verifications for a meaningful share. */
export const verificationsMin = 20
/** Minimum minutes between two warnings for a site. */
export const alarmMinutesMin = 15
/** Maximum number of monitored sites. The least recently used site is dropped first. */
export const monitoredSitesMax = 10_000

const minuteMillis = 60_000

interface MonitoredSite {
  /** Number of all verifications and of degraded ones, by minute since 1970-01-01 UTC. */
  readonly minutes: Map<number, { total: number; degraded: number }>
  alarmedAt: number
}

interface DegradedAlarm {
  /** Share of degraded verifications, 0 to 1. */
  readonly share: number
  readonly degraded: number
  readonly total: number
}

/** Tracks the recent share of degraded verifications of each site. */
export class DegradedShare {
  private readonly sites = new Map<string, MonitoredSite>()

  /** Counts a verification. Returns an alarm if the share is too high and no alarm is recent; otherwise null. */
  count(siteId: SiteId, isDegraded: boolean, nowMillis: number): DegradedAlarm | null {
    const site = this.monitoredSite(siteId)
    const minute = Math.floor(nowMillis / minuteMillis)
    for (const old of site.minutes.keys()) {
      if (old <= minute - degradedWindowMinutes) site.minutes.delete(old)
    }
    const now = site.minutes.get(minute) ?? { total: 0, degraded: 0 }
    now.total++
    if (isDegraded) now.degraded++
    site.minutes.set(minute, now)
    if (!isDegraded || nowMillis - site.alarmedAt < alarmMinutesMin * minuteMillis) return null
    let [total, degraded] = [0, 0]
    for (const counts of site.minutes.values()) {
      total += counts.total
      degraded += counts.degraded
    }
    if (total < verificationsMin || degraded / total <= degradedShareMax) return null
    site.alarmedAt = nowMillis
    return { share: degraded / total, degraded, total }
  }

  private monitoredSite(siteId: SiteId): MonitoredSite {
    const site = this.sites.get(siteId) ?? { minutes: new Map(), alarmedAt: -Infinity }
    // Moves the site to the end of the map, so that the first site is the least recently used.
    this.sites.delete(siteId)
    this.sites.set(siteId, site)
    const [oldest] = this.sites.keys()
    if (oldest !== undefined && this.sites.size > monitoredSitesMax) this.sites.delete(oldest)
    return site
  }
}
