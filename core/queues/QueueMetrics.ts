import { Effect, Metric, type Scope } from "effect"
import { reportGauge } from "../kernel/ReportMetric.ts"
import type { QueueName, RejectionReason } from "./QueueFull.ts"

/** Records the events of a queue as metrics. */
export interface QueueMetrics {
  /** Records the wait of a job that did not start immediately. */
  readonly recordWait: (millis: number) => void
  readonly recordRejection: (why: RejectionReason) => void
}

/** Upper bounds of the histogram's buckets, in seconds. */
const boundaries = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Creates the metrics of a queue with their attributes. Attributes added later would be merged at every update. */
const seriesOf = (queue: QueueName) => {
  const attributes = { queue }
  return {
    running: Metric.gauge("gatehouse_queue_running", { description: "Jobs of a queue that are running.", attributes }),
    waiting: Metric.gauge("gatehouse_queue_waiting", { description: "Jobs of a queue that are waiting.", attributes }),
    waits: Metric.histogram("gatehouse_queue_wait_seconds", {
      description: "Time that jobs waited. Jobs that started immediately are not counted.",
      attributes,
      boundaries
    }),
    refusals: (reason: RejectionReason) =>
      Metric.counter("gatehouse_queue_refused_total", {
        description: "Rejected requests: the key has used its share, the queue is full, or the wait was too long.",
        attributes: { queue, reason },
        incremental: true
      })
  }
}

/** Reports a queue in the metrics until the scope closes. The gauges read the queue's lengths on demand. */
export const makeQueueMetrics = Effect.fnUntraced(function*(
  name: QueueName,
  queue: { readonly running: number; readonly waiting: number }
): Effect.fn.Return<QueueMetrics, never, Scope.Scope> {
  const context = yield* Effect.context()
  const { refusals, running, waiting, waits } = seriesOf(name)
  yield* reportGauge(running, () => queue.running)
  yield* reportGauge(waiting, () => queue.waiting)
  const refused = { key: refusals("key"), server: refusals("server"), time: refusals("time") }
  // Starts each series at 0. Prometheus cannot see the first increment of a series that begins at 1.
  for (const counter of Object.values(refused)) counter.updateUnsafe(0, context)
  return {
    recordWait: (millis) => waits.updateUnsafe(millis / 1_000, context),
    recordRejection: (why) => refused[why].updateUnsafe(1, context)
  }
})
