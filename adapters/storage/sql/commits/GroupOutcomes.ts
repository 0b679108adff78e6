import { Cause, type Context, Effect, Metric } from "effect"
import { SqlError } from "effect/sql"
import { defectOf, isOutage } from "../statements/Outage.ts"
import { answer, type Group, type LaneState, type Pending } from "./Lanes.ts"

/** Posted items kept while the database cannot be written; beyond it the oldest are dropped, and counted. */
export const postedItemsMax = 10_000

export type WriteCause = Cause.Cause<SqlError.SqlError>

/** Why a group or an item of it failed. */
export interface WriteFailure {
  readonly cause: WriteCause
  readonly mayBeWritten: boolean
}

/** A group whose transaction is durable: for each item what its lane has written, in their order. */
export type WrittenGroup = ReadonlyArray<Group[number] & { readonly written: ReadonlyArray<unknown> }>

/** Answers the callers of a group that was written or failed, puts posted items back, and counts both. */
export class GroupOutcomes {
  commits = 0
  items = 0
  dropped = 0
  /** Whether the database was away for the last group, or a commit was late and none has succeeded since. */
  isFailing = false
  private readonly context: Context.Context<never>

  /** @param context of the metrics */
  constructor(context: Context.Context<never>) {
    this.context = context
  }

  /** Answers the callers of a group that is durable. */
  settle(group: WrittenGroup): void {
    this.commits++
    this.isFailing = false
    for (const { items, lane, written } of group) {
      this.items += items.length
      for (const [at, pending] of items.entries()) answer(pending, lane.outcome(written[at]))
    }
  }

  /**
   * Takes back a group that the database did not write: submitted items fail, posted ones wait for a later group.
   *
   * @param failureOf returns undefined for an item that has its outcome already
   */
  refuse(group: Group, failureOf: (pending: Pending) => WriteFailure | undefined): void {
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

  /** Gives up an item that the database will never write. */
  reject(lane: LaneState, pending: Pending, failure: WriteFailure): void {
    if (pending.isPosted) this.drop(1)
    else fail(lane, pending, failure)
  }

  private drop(count: number): void {
    this.dropped += count
    droppedCounter.updateUnsafe(count, this.context)
  }
}

const fail = (lane: LaneState, pending: Pending, { cause, mayBeWritten }: WriteFailure): void => {
  if (pending.resume === undefined) return
  lane.onLost(pending.item, mayBeWritten)
  answer(pending, Effect.die(defectIn(cause)))
}

const droppedCounter = Metric.counter("gatehouse_storage_writes_dropped_total", {
  description: "Writes given up: over the limit of those kept while the database was away, or refused by it for good.",
  incremental: true
})

const defectIn = (cause: WriteCause): unknown => {
  const error = Cause.squash(cause)
  return error instanceof SqlError.SqlError ? defectOf(error) : error
}

const constraints: ReadonlySet<string> = new Set(["ConstraintError", "UniqueViolation"])

/** Reports whether a statement broke a constraint. */
export const isConstraint = (cause: WriteCause): boolean => {
  const error = Cause.squash(cause)
  return error instanceof SqlError.SqlError && constraints.has(error.reason._tag)
}

/** Reports whether the database was away. */
export const isAway = (cause: WriteCause): boolean => {
  const error = Cause.squash(cause)
  return error instanceof SqlError.SqlError && isOutage(error)
}
