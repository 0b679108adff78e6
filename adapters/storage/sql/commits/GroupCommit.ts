import { Clock, Context, Effect, Exit, Latch, Layer } from "effect"
import { SqlClient, SqlError } from "effect/sql"
import { StorageWaitMillis } from "../../../../core/kernel/StorageHealth.ts"
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

/** Maximum time in milliseconds that a posted item, which has no waiting caller, stays in memory. */
export const postedMillisMax = 100
/** Overrides `postedMillisMax` in tests. */
export const PostedMillisMax = Context.Reference<number>("gatehouse/adapters/storage/sql/commits/PostedMillisMax", {
  defaultValue: () => postedMillisMax
})
/** Number of checks of submitted items within their callers' wait (`StorageWaitMillis`). Items that are not durable after them fail. */
const ticksMax = 8
/** Minimum interval between two log lines about failing writes. */
export const reportIntervalMillis = 10_000
/** Maximum number of retries of a group after a deadlock or a serialization failure. */
export const groupRetriesMax = 3

/** Final step of every transaction. */
export interface FinalStep {
  /** Called when a transaction begins and on each retry; discards the state of the previous attempt. */
  readonly begin: () => void
  /** Writes the result in the open transaction. */
  readonly finish: Effect.Effect<void, SqlError.SqlError>
}

/**
 * Group commit: the writes of many requests in the same turn of the event loop share one transaction and one wait for the disk. Lanes are
 * written in the order of their creation. A group takes a share of a lane's posted items, then a share of its submitted ones, each in order
 * of arrival, so a backlog of posted items never keeps callers waiting.
 *
 * If a group fails while the database is available, its items are written individually, so that one bad item fails alone.
 */
export class GroupCommit extends Context.Service<GroupCommit, {
  readonly lane: <Item, Written, Answer = Written, Failure = never>(
    options: LaneOptions<Item, Written, Answer, Failure>
  ) => Lane<Item, Answer, Failure>
  /** Adds a final step to every transaction, after all lanes. */
  readonly addFinalStep: (ending: FinalStep) => void
  /** Number of commits and of items in them, which shows the effect of grouping, and number of dropped items. */
  readonly counts: () => { readonly commits: number; readonly items: number; readonly dropped: number }
  /** Reports whether the database was unavailable for the last group, or a commit was late and none has succeeded since. */
  readonly isFailing: () => boolean
}>()("gatehouse/adapters/storage/sql/commits/GroupCommit") {
  static readonly layer = Layer.effect(GroupCommit, Effect.suspend(() => make))
}

const make = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const tickMillis = (yield* StorageWaitMillis) / ticksMax
  const outcomes = new GroupOutcomes(yield* Effect.context())
  const lanes: Array<LaneState> = []
  const alarm = new WakeTimer(yield* PostedMillisMax)
  const lateWatch = new DeadlineWatch({ lanes, tickMillis, ticksMax, onLate: () => void (outcomes.isFailing = true) })
  const transactions = new GroupTransactions(sql)
  const parts: LoopParts = { lanes, lateWatch, outcomes, transactions, report: makeReport() }

  const loop = Effect.gen(function*() {
    for (;;) {
      yield* alarm.awaitWork
      yield* Effect.uninterruptible(flush(parts))
      if (lanes.some(hasWork)) alarm.wakeSoon()
    }
  })

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

/** Shared parts of the steps of the loop. */
interface LoopParts {
  readonly lanes: ReadonlyArray<LaneState>
  readonly lateWatch: DeadlineWatch
  readonly outcomes: GroupOutcomes
  readonly transactions: GroupTransactions
  readonly report: (cause: WriteCause) => Effect.Effect<void>
}

/** Wakes the loop: at the end of the turn for submitted items, within `postedMillis` for posted ones. */
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

/** Runs after the requests that arrived together have been read, and before the loop waits for more. */
const endOfTurn = Effect.callback<void>((resume) => {
  setImmediate(() => resume(Effect.void))
})

/** Writes groups, each in one transaction, and tracks how far the last one got. */
class GroupTransactions {
  readonly finalSteps: Array<FinalStep> = []
  private readonly sql: SqlClient.SqlClient
  /** On SQLite, a failed commit has written nothing. On a server, the connection may have broken after the commit. */
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
    if (group.length === 0) return
    lateWatch.writing = group
    const exit = yield* Effect.exit(transactions.write(group))
    if (Exit.isSuccess(exit)) outcomes.complete(exit.value)
    else {
      const failure = transactions.failureOf(exit.cause)
      if (isDatabaseUnavailable(exit.cause)) outcomes.failGroup(group, () => failure)
      else if (yield* writeIndividually(parts, group)) continue
      return yield* report(exit.cause)
    }
  }
})

/**
 * Writes each item of a failed group alone and rejects the items at fault: those that violate a constraint, and those that fail while
 * others succeed. If all fail, the database counts as unavailable.
 *
 * Returns whether the loop continues with the next group immediately.
 */
const writeIndividually = Effect.fnUntraced(function*(parts: LoopParts, group: CommitGroup) {
  const { outcomes } = parts
  const { isAnyWritten, left } = yield* writeEach(parts, group)
  if (isAnyWritten) rejectUnlessUnavailable(outcomes, group, left)
  // A lane with changes but no items has nothing to write alone; it is retried later.
  if (left.size === 0) return group.some(({ items }) => items.length > 0)
  outcomes.failGroup(group, (pending) => left.get(pending))
  return false
})

/** Writes each item alone. Returns the items that failed without violating a constraint. */
const writeEach = Effect.fnUntraced(function*({ outcomes, transactions }: LoopParts, group: CommitGroup) {
  const left = new Map<PendingItem, WriteFailure>()
  let isAnyWritten = false
  for (const { items, lane } of group) {
    for (const pending of items) {
      if (isResolved(pending)) continue
      const exit = yield* Effect.exit(transactions.write([{ lane, items: [pending] }]))
      if (Exit.isSuccess(exit)) {
        outcomes.complete(exit.value)
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

/** Logs failing groups at most once per `reportMillis`, because every group fails while the database is unavailable. */
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
