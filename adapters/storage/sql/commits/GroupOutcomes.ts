import { Cause, Effect } from "effect"
import { SqlError } from "effect/sql"
import { isOutage, toDefect } from "../statements/Outage.ts"
import type { CommitMetrics } from "./CommitMetrics.ts"
import { type CommitGroup, type LaneState, type PendingItem, resolvePending } from "./Lanes.ts"

/**
 * Maximum number of posted items that a lane keeps while writes fail. Above it, the oldest items are dropped and
 * counted.
 */
export const postedItemsMax = 10_000

export type WriteCause = Cause.Cause<SqlError.SqlError>

/** Reason for the failure of a group or item. */
export interface WriteFailure {
  readonly cause: WriteCause
  readonly mayBeWritten: boolean
}

/** Durable group. For each lane, `written` contains one result per item in the same order. */
export type WrittenGroup = ReadonlyArray<CommitGroup[number] & { readonly written: ReadonlyArray<unknown> }>

/**
 * Passes the results of a written or failed group to its callers. Requeues the posted items of a failed group, and
 * counts commits and dropped items.
 */
export class GroupOutcomes {
  commits = 0
  items = 0
  dropped = 0
  /** Whether a group failed or a commit was late, and no commit has succeeded since. */
  isFailing = false
  private readonly metrics: CommitMetrics

  constructor(metrics: CommitMetrics) {
    this.metrics = metrics
  }

  /**
   * Passes the results of a durable group to its callers.
   *
   * @param waitMillis wait of the group's first caller; null if no caller waits, or if the wait is unknown
   */
  complete(group: WrittenGroup, waitMillis: number | null): void {
    const itemsBefore = this.items
    this.commits++
    this.isFailing = false
    for (const { items } of group) this.items += items.length
    this.metrics.recordCommit(this.items - itemsBefore, waitMillis)
    for (const { items, lane, written } of group) {
      for (const [at, pending] of items.entries()) resolvePending(pending, lane.toResult(written[at]))
    }
  }

  /**
   * Handles a group that the database did not write. Submitted items fail, and posted items are requeued.
   *
   * @param failureOf returns undefined for an item that already has its result
   */
  failGroup(group: CommitGroup, failureOf: (pending: PendingItem) => WriteFailure | undefined): void {
    this.isFailing = true
    this.metrics.recordFailure("error")
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

  /** Records that items were not committed in time. */
  reportLate(): void {
    this.isFailing = true
    this.metrics.recordFailure("late")
  }

  /** Drops a posted item, or fails a submitted item, that the database will never accept. */
  reject(lane: LaneState, pending: PendingItem, failure: WriteFailure): void {
    if (pending.isPosted) this.drop(1)
    else fail(lane, pending, failure)
  }

  private drop(count: number): void {
    this.dropped += count
    this.metrics.recordDropped(count)
  }
}

const fail = (lane: LaneState, pending: PendingItem, { cause, mayBeWritten }: WriteFailure): void => {
  if (pending.resume === undefined) return
  lane.onLost(pending.item, mayBeWritten)
  resolvePending(pending, Effect.die(defectOfCause(cause)))
}

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

export const isDatabaseUnavailable = (cause: WriteCause): boolean => {
  const error = Cause.squash(cause)
  return error instanceof SqlError.SqlError && isOutage(error)
}
