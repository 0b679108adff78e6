import { Clock, Effect, Metric } from "effect"
import { type SourceStatus, WebRisk } from "../../../../core/threats/WebRisk.ts"

/** Status of a threat source in the format of the health pages. */
export interface SourceHealth extends Omit<SourceStatus, "updatedAt"> {
  /** Time when the data was last confirmed (ISO 8601, UTC). */
  readonly updated_at: string | null
  readonly age_seconds: number | null
}

/** Returns the state, age, size and last error of each threat source. It reads only memory and sends no request. */
export const readSourcesHealth: Effect.Effect<ReadonlyArray<SourceHealth>, never, WebRisk> = Effect.gen(function*() {
  const sources = yield* (yield* WebRisk).status
  const now = yield* Clock.currentTimeMillis
  return sources.map(({ updatedAt, ...source }) => ({
    ...source,
    updated_at: updatedAt?.toISOString() ?? null,
    age_seconds: updatedAt === null ? null : Math.max(0, Math.round((now - updatedAt.getTime()) / 1_000))
  }))
})

const entriesGauge = Metric.gauge("gatehouse_threat_source_entries", {
  description: "Number of entries in a threat source"
})
const bytesGauge = Metric.gauge("gatehouse_threat_source_bytes", {
  description: "Memory used by the entries of a threat source, in bytes"
})
const ageGauge = Metric.gauge("gatehouse_threat_source_age_seconds", {
  description: "Seconds since the data of a threat source was last confirmed"
})
const stateGauge = Metric.gauge("gatehouse_threat_source_answers", {
  description: "State of a threat source: 1 live, 0.5 stale, 0 down"
})

const stateValues: Readonly<Record<SourceStatus["state"], number>> = { live: 1, stale: 0.5, down: 0 }

/** Updates the metrics of the threat sources. `/metrics` runs this effect before it formats the metrics. */
export const updateSourceMetrics: Effect.Effect<void, never, WebRisk> = Effect.flatMap(
  readSourcesHealth,
  (sources) =>
    Effect.forEach(sources, ({ age_seconds, bytes, entries, name, state }) => {
      const of = (gauge: typeof entriesGauge) => Metric.withAttributes(gauge, { source: name })
      return Effect.all([
        Metric.update(of(entriesGauge), entries),
        Metric.update(of(bytesGauge), bytes),
        Metric.update(of(stateGauge), stateValues[state]),
        age_seconds === null ? Effect.void : Metric.update(of(ageGauge), age_seconds)
      ])
    }, { discard: true })
)
