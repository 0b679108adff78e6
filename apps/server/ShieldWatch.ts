import { Effect, Layer, Metric } from "effect"
import type { SiteId } from "../../core/kernel/Ids.ts"
import { type ShieldEvent, ShieldTraffic } from "../../core/shield/ShieldTraffic.ts"
import { type DegradedAlarm, degradedMinutesWatched, DegradedShare } from "./DegradedShare.ts"

/** Words of one metric: they come from fixed sets, which are far smaller. */
export const wordsCountedMax = 100

const issued = Metric.counter("gatehouse_shield_challenges_issued_total", {
  description: "Challenges that browsers were given.",
  incremental: true
})

const solved = Metric.counter("gatehouse_shield_challenges_solved_total", {
  description: "Challenges that were answered rightly.",
  incremental: true
})

const solveMillis = Metric.histogram("gatehouse_shield_solve_millis", {
  description: "Time from a challenge to its answers.",
  boundaries: [50, 100, 250, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 64_000]
})

/** Counters of one name, by a word. Each is a metric of its own: attributes that are added afterwards are merged anew every time. */
const countersBy = (attribute: string, name: string, description: string) => {
  const counters = new Map<string, Metric.Counter<number>>()
  return (word: string): Metric.Counter<number> => {
    const known = counters.get(word)
    if (known !== undefined) return known
    const kept = counters.size < wordsCountedMax ? word : "other"
    const counter = Metric.counter(name, { description, attributes: { [attribute]: kept }, incremental: true })
    counters.set(kept, counter)
    return counter
  }
}

/** Hands on what passes Shield, and counts it for the metrics; says so in the log when much of it passes unseen. */
export const layerWatched = Layer.effect(
  ShieldTraffic,
  Effect.gen(function*() {
    const traffic = yield* ShieldTraffic
    const context = yield* Effect.context()
    const run = Effect.runForkWith(context)
    const shares = new DegradedShare()
    const refused = countersBy(
      "reason",
      "gatehouse_shield_refused_total",
      "Requests of the widget that were refused: answers to challenges, and challenges for host names that no site lists."
    )
    const verified = countersBy("result", "gatehouse_shield_verified_total", "Verifications, by what came of them.")
    const degraded = countersBy("reason", "gatehouse_shield_degraded_total", "Passes without protection, by cause.")
    const add = (counter: Metric.Counter<number>) => counter.updateUnsafe(1, context)

    const watch = (siteId: SiteId, event: ShieldEvent, nowMillis: number) => {
      switch (event.kind) {
        case "issued":
          return add(issued)
        case "solved":
          add(solved)
          return solveMillis.updateUnsafe(event.solveMillis, context)
        case "refused":
          return add(refused(event.why))
        case "degraded":
          add(degraded(event.why))
      }
      add(verified(event.kind === "rejected" ? event.why : event.kind))
      const alarm = shares.count(siteId, event.kind === "degraded", nowMillis)
      if (alarm !== null) run(Effect.annotateLogs(Effect.logWarning(alarmText(alarm)), { site: siteId }))
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

const alarmText = ({ all, degraded, share }: DegradedAlarm): string =>
  `Shield lets forms through unseen: ${degraded} of the last ${all} verifications (${
    Math.round(share * 100)
  } %) within ` +
  `${degradedMinutesWatched} minutes were degraded. Either browsers cannot reach this server, or somebody sends empty tokens ` +
  "on purpose; the site's option `degraded` can limit or reject them."
