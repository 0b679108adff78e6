import { Effect, Layer, Metric } from "effect"
import type { SiteId } from "../../../core/kernel/Ids.ts"
import { type ShieldEvent, ShieldTraffic } from "../../../core/shield/ShieldTraffic.ts"

/** Maximum number of labels per metric; the fixed sets of labels are far smaller. */
export const metricLabelsMax = 100

const issued = Metric.counter("gatehouse_shield_challenges_issued_total", {
  description: "Challenges issued to browsers.",
  incremental: true
})

const solved = Metric.counter("gatehouse_shield_challenges_solved_total", {
  description: "Challenges solved correctly.",
  incremental: true
})

const solveMillis = Metric.histogram("gatehouse_shield_solve_millis", {
  description: "Time from issuing a challenge to its solution.",
  boundaries: [50, 100, 250, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 64_000]
})

/** Returns counters of one name by label. Each is a separate metric, because attributes added later are merged again on every update. */
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

/** Forwards Shield's traffic, counts it for the metrics, and logs a warning when many verifications are degraded. */
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
          return solveMillis.updateUnsafe(event.solveMillis, context)
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

/** Length of the observed period. */
export const degradedWindowMinutes = 5
/** Share of degraded verifications of a site above which something is broken, or someone sends empty tokens on purpose. */
const degradedShareMax = 0.25
/** Minimum number of verifications for a meaningful share. */
export const verificationsMin = 20
/** Minimum time between two alarms of a site. */
export const alarmMinutesMin = 15
/** Maximum number of observed sites; the least recently used one is dropped first. */
export const monitoredSitesMax = 10_000

const minuteMillis = 60_000

interface MonitoredSite {
  /** By minute since 1970-01-01 UTC: the number of verifications, and of degraded ones. */
  readonly minutes: Map<number, { total: number; degraded: number }>
  alarmedAt: number
}

interface DegradedAlarm {
  /** 0 to 1. */
  readonly share: number
  readonly degraded: number
  readonly total: number
}

/** Share of recent degraded verifications per site. */
export class DegradedShare {
  private readonly sites = new Map<string, MonitoredSite>()

  /** Counts a verification. Returns an alarm if one is due. */
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
    // Moves the site to the end, so that the first one is the least recently used.
    this.sites.delete(siteId)
    this.sites.set(siteId, site)
    const [oldest] = this.sites.keys()
    if (oldest !== undefined && this.sites.size > monitoredSitesMax) this.sites.delete(oldest)
    return site
  }
}
