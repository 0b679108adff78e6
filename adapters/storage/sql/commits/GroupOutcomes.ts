import { Cause, type Context, Effect, Metric } from "effect"
import { SqlError } from "effect/sql"
import { isOutage, toDefect } from "../statements/Outage.ts"
import { type CommitGroup, type LaneState, type PendingItem, resolvePending } from "./Lanes.ts"

/** Maximum number of posted items kept while writes fail; above it the oldest are dropped and counted. */
export const postedItemsMax = 10_000

export type WriteCause = Cause.Cause<SqlError.SqlError>

/** Reason for the failure of a group or item. */
export interface WriteFailure {
  readonly cause: WriteCause
  readonly mayBeWritten: boolean
}

/** Durable group with the results of its lanes, one per item in the same order. */
export type WrittenGroup = ReadonlyArray<CommitGroup[number] & { readonly written: ReadonlyArray<unknown> }>

/** Resolves the callers of a written or failed group, requeues posted items, and counts both. */
export class GroupOutcomes {
  commits = 0
  items = 0
  dropped = 0
  /** Whether the database was unavailable for the last group, or a commit was late and none has succeeded since. */
  isFailing = false
  private readonly context: Context.Context<never>

  /** @param context of the metrics */
  constructor(context: Context.Context<never>) {
    this.context = context
  }

  /** Resolves the callers of a durable group. */
  complete(group: WrittenGroup): void {
    this.commits++
    this.isFailing = false
    for (const { items, lane, written } of group) {
      this.items += items.length
      for (const [at, pending] of items.entries()) resolvePending(pending, lane.toResult(written[at]))
    }
  }

  /**
   * Handles a group that the database did not write: submitted items fail, and posted ones are requeued.
   *
   * @param failureOf returns undefined for an item that already has its result
   */
  failGroup(group: CommitGroup, failureOf: (pending: PendingItem) => WriteFailure | undefined): void {
    this.isFailing = true
    for (const { items, lane } of group) {
      const refused = items.flatMap((pending) => {
        const failure = failureOf(pending)
        return failure === undefined ? [] : [{ pending, failure }]
      })
      lane.posted.unshift(...refused.flatMap(({ pending }) => pending.isPosted ? [pending] : []))
      const over = lane.posted.length - postedItemsMax
      if (over > 0) {
        lane.posted.splice(0, over)
        this.drop(over)
      }
      for (const { failure, pending } of refused) fail(lane, pending, failure)
    }
  }

  /** Drops or fails an item that the database will never accept. */
  reject(lane: LaneState, pending: PendingItem, failure: WriteFailure): void {
    if (pending.isPosted) this.drop(1)
    else fail(lane, pending, failure)
  }

  private drop(count: number): void {
    this.dropped += count
    droppedCounter.updateUnsafe(count, this.context)
  }
}

const fail = (lane: LaneState, pending: PendingItem, { cause, mayBeWritten }: WriteFailure): void => {
  if (pending.resume === undefined) return
  lane.onLost(pending.item, mayBeWritten)
  resolvePending(pending, Effect.die(defectOfCause(cause)))
}

const droppedCounter = Metric.counter("gatehouse_storage_writes_dropped_total", {
  description: "Writes dropped: above the retry limit during an outage, or rejected permanently by the database.",
  incremental: true
})

const defectOfCause = (cause: WriteCause): unknown => {
  const error = Cause.squash(cause)
  return error instanceof SqlError.SqlError ? toDefect(error) : error
}

const constraints: ReadonlySet<string> = new Set(["ConstraintError", "UniqueViolation"])

/** Reports whether a statement violated a constraint. */
export const isConstraintViolation = (cause: WriteCause): boolean => {
  const error = Cause.squash(cause)
  return error instanceof SqlError.SqlError && constraints.has(error.reason._tag)
}

/** Reports whether the database was unavailable. */
export const isDatabaseUnavailable = (cause: WriteCause): boolean => {
  const error = Cause.squash(cause)
  return error instanceof SqlError.SqlError && isOutage(error)
}
