import { Effect, Metric, type Scope } from "effect"
import type { QueueName, RejectionReason } from "./QueueFull.ts"

/** Metrics of a queue. */
export interface QueueMetrics {
  /** Records the wait of a job that did not start immediately. */
  readonly recordWait: (millis: number) => void
  readonly recordRejection: (why: RejectionReason) => void
}

/** Upper bounds in milliseconds. */
const boundaries = [1, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000]

/** Creates a metric per series: attributes added later would be merged for every update. */
const seriesOf = (queue: QueueName) => {
  const attributes = { queue }
  return {
    running: Metric.gauge("gatehouse_queue_running", { description: "Jobs of a queue that are running.", attributes }),
    waiting: Metric.gauge("gatehouse_queue_waiting", { description: "Jobs of a queue that are waiting.", attributes }),
    waits: Metric.histogram("gatehouse_queue_wait_millis", {
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
  const report = (gauge: Metric.Gauge<number>, value: () => number) =>
    Effect.acquireRelease(
      Effect.sync(() =>
        Metric.registerUnsafe(gauge, context, { get: () => ({ value: value() }), update: () => {}, modify: () => {} })
      ),
      (registration) => Effect.sync(() => registration.remove())
    )
  yield* report(running, () => queue.running)
  yield* report(waiting, () => queue.waiting)
  const refused = { key: refusals("key"), server: refusals("server"), time: refusals("time") }
  return {
    recordWait: (millis) => waits.updateUnsafe(millis, context),
    recordRejection: (why) => refused[why].updateUnsafe(1, context)
  }
})
