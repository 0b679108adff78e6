import { Effect, Layer, Metric } from "effect"
import { apiVersion } from "../../../adapters/http/api/Api.ts"
import { reportGauge, reportTotal } from "../../../core/kernel/ReportMetric.ts"

// The names are those of Prometheus' client libraries, so that existing dashboards work.
const cpu = Metric.counter("process_cpu_seconds_total", {
  description: "CPU time of this process with all its threads.",
  incremental: true
})
const memory = Metric.gauge("process_resident_memory_bytes", { description: "Memory of this process (RSS)." })
const start = Metric.gauge("process_start_time_seconds", {
  description: "Start of this process, in seconds since 1970-01-01 UTC."
})

const build = Metric.gauge("gatehouse_build_info", {
  description: "Always 1. The labels name the version of Gatehouse and the runtime.",
  attributes: { version: apiVersion, runtime: runtimeName() }
})

const delays = Metric.histogram("gatehouse_event_loop_delay_seconds", {
  description: "How much later than requested a timer ran. Every request waits as long.",
  boundaries: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]
})

/** Interval of the timer that measures the delay of the event loop. */
export const delayTimerMillis = 100

function runtimeName(): string {
  const { bun, deno, node } = process.versions
  return bun !== undefined ? `bun ${bun}` : deno !== undefined ? `deno ${deno}` : `node ${node}`
}

const microsPerSecond = 1e6

const cpuSeconds = (): number => {
  const { system, user } = process.cpuUsage()
  return (system + user) / microsPerSecond
}

/** Reports the process in the metrics: CPU time, memory, start time, version, and the delay of the event loop. */
export const layerProcessMetrics = Layer.effectDiscard(Effect.gen(function*() {
  const startedAt = Date.now() / 1_000 - process.uptime()
  yield* reportTotal(cpu, cpuSeconds)
  yield* reportGauge(memory, () => process.memoryUsage.rss())
  yield* reportGauge(start, () => startedAt)
  yield* reportGauge(build, () => 1)
  const context = yield* Effect.context()
  yield* Effect.acquireRelease(
    Effect.sync(() => {
      let expectedAt = performance.now() + delayTimerMillis
      return setInterval(() => {
        const now = performance.now()
        delays.updateUnsafe(Math.max(0, now - expectedAt) / 1_000, context)
        expectedAt = now + delayTimerMillis
      }, delayTimerMillis).unref()
    }),
    (timer) => Effect.sync(() => clearInterval(timer))
  )
}))
