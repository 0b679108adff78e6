import { type Context, Metric } from "effect"

/** Reason why a group was not committed in time: the transaction failed, or took longer than `StorageWaitMillis`. */
export type CommitFailure = "error" | "late"

const sizes = Metric.histogram("gatehouse_storage_commit_items", {
  description: "Writes per commit.",
  boundaries: [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1_024]
})

const waits = Metric.histogram("gatehouse_storage_commit_wait_seconds", {
  description: "Time from the first write that a request waits for to the commit of its group.",
  boundaries: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
})

const failures = (reason: CommitFailure) =>
  Metric.counter("gatehouse_storage_commit_failures_total", {
    description: "Groups of writes that failed, or that were not committed in time.",
    attributes: { reason },
    incremental: true
  })
const failureCounters = { error: failures("error"), late: failures("late") }

const dropped = Metric.counter("gatehouse_storage_writes_dropped_total", {
  description: "Writes dropped: above the retry limit during an outage, or rejected permanently by the database.",
  incremental: true
})

/** Number of writes that wait for their commit. */
export const pendingWrites = Metric.gauge("gatehouse_storage_writes_pending", {
  description: "Writes that wait for their commit."
})

/** Records groups of writes. */
export class CommitMetrics {
  private readonly context: Context.Context<never>

  /** @param context Effect context in which the metrics are updated */
  constructor(context: Context.Context<never>) {
    this.context = context
    // Starts each series at 0. Prometheus cannot see the first increment of a series that begins at 1.
    for (const counter of [...Object.values(failureCounters), dropped]) counter.updateUnsafe(0, context)
  }

  /** @param waitMillis wait of the first caller; null if no caller waits for the group */
  recordCommit(items: number, waitMillis: number | null): void {
    sizes.updateUnsafe(items, this.context)
    if (waitMillis !== null) waits.updateUnsafe(waitMillis / 1_000, this.context)
  }

  recordFailure(reason: CommitFailure): void {
    failureCounters[reason].updateUnsafe(1, this.context)
  }

  recordDropped(count: number): void {
    dropped.updateUnsafe(count, this.context)
  }
}
