import { Clock, Context, Effect, Exit, Latch, Layer } from "effect"
import { SqlClient, SqlError } from "effect/sql"
import { reportGauge } from "../../../../core/kernel/ReportMetric.ts"
import { StorageWaitMillis } from "../../../../core/kernel/StorageHealth.ts"
import { CommitMetrics, pendingWrites } from "./CommitMetrics.ts"
import {
  GroupOutcomes,
  isConstraintViolation,
  isDatabaseUnavailable,
  type WriteCause,
  type WriteFailure,
  type WrittenGroup
} from "./GroupOutcomes.ts"
import {
  addLane,
  type CommitGroup,
  DeadlineWatch,
  hasWork,
  isResolved,
  type Lane,
  type LaneOptions,
  type LaneState,
  type PendingItem,
  takeNext
} from "./Lanes.ts"

/** Maximum time that a posted item stays in memory before its group is written. No caller waits for posted items. */
export const postedMillisMax = 100
/** Overrides `postedMillisMax` in tests. */
export const PostedMillisMax = Context.Reference<number>("gatehouse/adapters/storage/sql/commits/PostedMillisMax", {
  defaultValue: () => postedMillisMax
})
/** Number of timer ticks in `StorageWaitMillis`. Submitted items that are not durable after that many ticks fail. */
const ticksMax = 8
/** Minimum interval between two log lines about failing writes. */
export const reportIntervalMillis = 10_000
/** Maximum number of retries of a group after a deadlock or a serialization failure. */
export const groupRetriesMax = 3

/** Final step of every transaction. */
export interface FinalStep {
  /** Discards the state of a previous attempt. Called when a transaction begins, and on each retry. */
  readonly begin: () => void
  /** Writes the data of this step in the open transaction. */
  readonly finish: Effect.Effect<void, SqlError.SqlError>
}

/**
 * Groups the writes of many requests into one transaction. Writes from the same turn of the event loop share one wait
 * for the disk. Lanes are written in the order of their creation. From each lane, a group takes at most `groupItemsMax`
 * posted items and as many submitted items, in order of arrival. A backlog of posted items therefore does not delay
 * callers.
 *
 * If a group fails while the database is available, its items are written individually, so that one invalid item does
 * not fail the others.
 */
export class GroupCommit extends Context.Service<GroupCommit, {
  readonly lane: <Item, Written, Answer = Written, Failure = never>(
    options: LaneOptions<Item, Written, Answer, Failure>
  ) => Lane<Item, Answer, Failure>
  /** Adds a final step to every transaction, after all lanes. */
  readonly addFinalStep: (ending: FinalStep) => void
  /**
   * Returns the numbers of commits, of committed items, and of dropped items. Items per commit show the effect of
   * groups.
   */
  readonly counts: () => { readonly commits: number; readonly items: number; readonly dropped: number }
  /** Reports whether a group failed or a commit was late, and no commit has succeeded since. */
  readonly isFailing: () => boolean
}>()("gatehouse/adapters/storage/sql/commits/GroupCommit") {
  static readonly layer = Layer.effect(GroupCommit, Effect.suspend(() => make))
}

const make = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const tickMillis = (yield* StorageWaitMillis) / ticksMax
  const outcomes = new GroupOutcomes(new CommitMetrics(yield* Effect.context()))
  const lanes: Array<LaneState> = []
  const alarm = new WakeTimer(yield* PostedMillisMax)
  const lateWatch = new DeadlineWatch({ lanes, tickMillis, ticksMax, onLate: () => outcomes.reportLate() })
  const transactions = new GroupTransactions(sql)
  const parts: LoopParts = { lanes, lateWatch, outcomes, transactions, report: makeReport() }

  const loop = Effect.gen(function*() {
    for (;;) {
      yield* alarm.awaitWork
      yield* Effect.uninterruptible(flush(parts))
      if (lanes.some(hasWork)) alarm.wakeSoon()
    }
  })

  yield* reportGauge(
    pendingWrites,
    () => lanes.reduce((sum, lane) => sum + lane.posted.length + lane.submitted.length, 0)
  )
  yield* Effect.addFinalizer(() =>
    Effect.sync(() => alarm.stop()).pipe(
      Effect.andThen(flush(parts)),
      Effect.andThen(Effect.sync(() => lateWatch.stop()))
    )
  )
  yield* Effect.forkScoped(loop.pipe(Effect.withTracerEnabled(false)))

  return GroupCommit.of({
    lane: (options) => addLane(lanes, options, { wake: alarm.latch, wakeSoon: alarm.wakeSoon, begin: lateWatch.begin }),
    addFinalStep: (ending) => void transactions.finalSteps.push(ending),
    counts: () => ({ commits: outcomes.commits, items: outcomes.items, dropped: outcomes.dropped }),
    isFailing: () => outcomes.isFailing
  })
})

/** Parts that the functions of the write loop share. */
interface LoopParts {
  readonly lanes: ReadonlyArray<LaneState>
  readonly lateWatch: DeadlineWatch
  readonly outcomes: GroupOutcomes
  readonly transactions: GroupTransactions
  readonly report: (cause: WriteCause) => Effect.Effect<void>
}

/**
 * Wakes the loop that writes groups. Submitted items wake it at the end of the event loop's turn, posted items within
 * `postedMillis`.
 */
class WakeTimer {
  readonly latch = Latch.makeUnsafe(false)
  private readonly postedMillis: number
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor(postedMillis: number) {
    this.postedMillis = postedMillis
  }

  readonly wakeSoon = (): void => {
    this.timer ??= setTimeout(() => this.latch.openUnsafe(), this.postedMillis)
  }

  /** Waits until there is work and the turn of the event loop has ended. */
  readonly awaitWork: Effect.Effect<void> = Effect.gen({ self: this }, function*() {
    yield* this.latch.await
    yield* endOfTurn
    this.latch.closeUnsafe()
    this.stop()
    this.timer = undefined
  })

  stop(): void {
    clearTimeout(this.timer)
  }
}

/** Waits until the event loop has read the requests that arrived together. */
const endOfTurn = Effect.callback<void>((resume) => {
  setImmediate(() => resume(Effect.void))
})

/** Writes groups, each in one transaction, and records whether the last group reached its commit. */
class GroupTransactions {
  readonly finalSteps: Array<FinalStep> = []
  private readonly sql: SqlClient.SqlClient
  /**
   * Whether a commit that failed may still be in the database, because the connection to a server can break after the
   * commit.
   */
  private readonly isRemote: boolean
  /** Whether the current group has reached its commit. */
  private isAtCommit = false

  constructor(sql: SqlClient.SqlClient) {
    this.sql = sql
    this.isRemote = sql.onDialectOrElse({ pg: () => true, orElse: () => false })
  }

  write(group: CommitGroup): Effect.Effect<WrittenGroup, SqlError.SqlError> {
    return Effect.suspend(() => {
      this.isAtCommit = false
      return this.sql.withTransaction(this.writeLanes(group))
    }).pipe(Effect.retry({ times: groupRetriesMax, while: isSerializationConflict }))
  }

  /** Returns the failure of the last group. */
  failureOf(cause: WriteCause): WriteFailure {
    return { cause, mayBeWritten: this.isRemote && this.isAtCommit }
  }

  private writeLanes(group: CommitGroup): Effect.Effect<WrittenGroup, SqlError.SqlError> {
    return Effect.gen({ self: this }, function*() {
      for (const { begin } of this.finalSteps) begin()
      const done: Array<WrittenGroup[number]> = []
      for (const { items, lane } of group) {
        done.push({ lane, items, written: yield* lane.write(items.map(({ item }) => item)) })
      }
      for (const { finish } of this.finalSteps) yield* finish
      this.isAtCommit = true
      return done
    })
  }
}

const isSerializationConflict = (error: SqlError.SqlError): boolean =>
  error.reason._tag === "DeadlockError" || error.reason._tag === "SerializationError"

/** Writes groups until no lane has work or the database is unavailable. */
const flush = Effect.fnUntraced(function*(parts: LoopParts) {
  const { lanes, lateWatch, outcomes, report, transactions } = parts
  for (;;) {
    const group: CommitGroup = lanes.filter(hasWork).map((lane) => ({ lane, items: takeNext(lane) }))
    const waitingSince = lateWatch.takeWaitingSince()
    if (group.length === 0) return
    lateWatch.writing = group
    const exit = yield* Effect.exit(transactions.write(group))
    if (Exit.isSuccess(exit)) {
      outcomes.complete(exit.value, waitingSince === null ? null : performance.now() - waitingSince)
    } else {
      const failure = transactions.failureOf(exit.cause)
      if (isDatabaseUnavailable(exit.cause)) outcomes.failGroup(group, () => failure)
      else if (yield* writeIndividually(parts, group)) continue
      return yield* report(exit.cause)
    }
  }
})

/**
 * Writes each item of a failed group in its own transaction. Rejects the items that violate a constraint, and the items
 * that fail while others succeed. If all items fail, the database counts as unavailable.
 *
 * Returns whether the loop continues with the next group immediately.
 */
const writeIndividually = Effect.fnUntraced(function*(parts: LoopParts, group: CommitGroup) {
  const { outcomes } = parts
  const { isAnyWritten, left } = yield* writeEach(parts, group)
  if (isAnyWritten) rejectUnlessUnavailable(outcomes, group, left)
  // A dirty lane without items has nothing to write individually. It is retried later.
  if (left.size === 0) return group.some(({ items }) => items.length > 0)
  outcomes.failGroup(group, (pending) => left.get(pending))
  return false
})

/** Writes each item in its own transaction. `left` contains the items that failed without violating a constraint. */
const writeEach = Effect.fnUntraced(function*({ outcomes, transactions }: LoopParts, group: CommitGroup) {
  const left = new Map<PendingItem, WriteFailure>()
  let isAnyWritten = false
  for (const { items, lane } of group) {
    for (const pending of items) {
      if (isResolved(pending)) continue
      const exit = yield* Effect.exit(transactions.write([{ lane, items: [pending] }]))
      if (Exit.isSuccess(exit)) {
        outcomes.complete(exit.value, null)
        isAnyWritten = true
      } else if (isConstraintViolation(exit.cause)) outcomes.reject(lane, pending, transactions.failureOf(exit.cause))
      else left.set(pending, transactions.failureOf(exit.cause))
    }
  }
  return { left, isAnyWritten }
})

/** Rejects the items that failed while the database was available, and removes them from `left`. */
const rejectUnlessUnavailable = (
  outcomes: GroupOutcomes,
  group: CommitGroup,
  left: Map<PendingItem, WriteFailure>
): void => {
  for (const { items, lane } of group) {
    for (const pending of items) {
      const failure = left.get(pending)
      if (failure === undefined || isDatabaseUnavailable(failure.cause)) continue
      left.delete(pending)
      outcomes.reject(lane, pending, failure)
    }
  }
}

/** Logs failing groups at most every 10 s, because every group fails while the database is unavailable. */
const makeReport = () => {
  let failures = 0
  let reportedAt = -Infinity
  return Effect.fnUntraced(function*(cause: WriteCause) {
    const now = yield* Clock.currentTimeMillis
    failures++
    if (now - reportedAt < reportIntervalMillis) return
    reportedAt = now
    const more = failures > 1 ? ` (${failures} failures since the last report)` : ""
    failures = 0
    yield* Effect.logError(`A group of writes failed${more}. Writes without a waiting caller are retried.`, cause)
  })
}
