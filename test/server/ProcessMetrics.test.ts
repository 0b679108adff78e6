import { Effect, Metric } from "effect"
import { PrometheusMetrics } from "effect/observability"
import { expect, it } from "vitest"
import { delayTimerMillis, layerProcessMetrics } from "../../apps/server/process/ProcessMetrics.ts"
import { parseSamples } from "../support/Metrics.ts"

const measured = Effect.map(PrometheusMetrics.format(), parseSamples)

/** Occupies the event loop. */
const block = (millis: number) =>
  Effect.sync(() => {
    const end = performance.now() + millis
    while (performance.now() < end);
  })

it("reports CPU time, memory and start of the process, and how long the event loop was blocked", () =>
  Effect.runPromise(
    Effect.gen(function*() {
      const before = yield* measured
      expect(before.get("process_resident_memory_bytes")).toBeGreaterThan(10_000_000)
      expect(before.get("process_start_time_seconds")).toBeLessThanOrEqual(Date.now() / 1_000)
      expect(before.get("process_start_time_seconds")).toBeGreaterThan(Date.now() / 1_000 - 86_400)
      expect([...before.keys()].some((name) => /^gatehouse_build_info\{version="\d[^"]*",runtime="node \d/.test(name)))
        .toBe(true)
      yield* block(400)
      yield* Effect.sleep(3 * delayTimerMillis)
      const after = yield* measured
      expect(after.get("process_cpu_seconds_total")! - before.get("process_cpu_seconds_total")!).toBeGreaterThan(0)
      const delayed = "gatehouse_event_loop_delay_seconds"
      const isLate = after.get(`${delayed}_count`)! - after.get(`${delayed}_bucket{le="0.1"}`)!
      expect(isLate).toBeGreaterThanOrEqual(1)
      expect(after.get(`${delayed}_sum`)!).toBeGreaterThan(0.25)
    }).pipe(Effect.provide(layerProcessMetrics), Effect.provideService(Metric.MetricRegistry, new Map()))
  ))

it("the metrics are gone when the layer is closed", () =>
  Effect.runPromise(
    Effect.gen(function*() {
      yield* Effect.provide(Effect.void, layerProcessMetrics)
      const names = [...(yield* measured).keys()].filter((name) => name.startsWith("process_"))
      expect(names).toEqual([])
    }).pipe(Effect.provideService(Metric.MetricRegistry, new Map()))
  ))
