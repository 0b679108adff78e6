import { Effect, Metric, type Scope } from "effect"

/** Reports a gauge until the scope closes. Each reading of the metrics calls `read`, so changes cost nothing. */
export const reportGauge = (gauge: Metric.Gauge<number>, read: () => number): Effect.Effect<void, never, Scope.Scope> =>
  report(gauge, () => ({ value: read() }))

/** Reports a counter, whose value never decreases, until the scope closes. Each reading of the metrics calls `read`. */
export const reportTotal = (
  counter: Metric.Counter<number>,
  read: () => number
): Effect.Effect<void, never, Scope.Scope> => report(counter, () => ({ count: read(), incremental: true }))

const report = <State>(
  metric: Metric.Metric<number, State>,
  get: () => State
): Effect.Effect<void, never, Scope.Scope> =>
  Effect.gen(function*() {
    const context = yield* Effect.context()
    yield* Effect.acquireRelease(
      Effect.sync(() => Metric.registerUnsafe(metric, context, { get, update: () => {}, modify: () => {} })),
      (registration) => Effect.sync(() => registration.remove())
    )
  })
