import { Cause, Clock, Context, Effect, Exit, Latch, Layer, Metric } from "effect"
import { SqlClient, SqlError } from "effect/sql"
import { StorageWaitMillis } from "../../../../core/kernel/StorageHealth.ts"
import { defectOf, isOutage } from "../statements/Outage.ts"
import {
  addLane,
  answer,
  failLate,
  hasWork,
  isOver,
  type Lane,
  type LaneOptions,
  type LaneState,
  nextOf,
  type Pending
} from "./Lanes.ts"

/** How long a posted item, which nobody waits for, may stay in memory. */
export const postedMillisMax = 100
/** The same, where tests wait for it. */
export const PostedMillisMax = Context.Reference<number>("gatehouse/adapters/storage/sql/commits/PostedMillisMax", {
  defaultValue: () => postedMillisMax
})
/** Looks at what was submitted, in the time that its callers wait (`StorageWaitMillis`): what is not durable then fails. */
const ticksMax = 8
/** Posted items kept while the database cannot be written; beyond it the oldest are dropped, and counted. */
export const postedItemsMax = 10_000
/** Least time between two lines of the log that say that writing fails. */
export const reportMillis = 10_000
/** Times that a group is tried again after a deadlock or a lost race. */
export const groupRetriesMax = 3

/** What comes of all that a transaction wrote. */
export interface Ending {
  /** Called when a transaction begins, and again when it is tried anew: what an earlier one left is void. */
  readonly begin: () => void
  /** Writes it, in the open transaction. */
  readonly finish: Effect.Effect<void, SqlError.SqlError>
}

/**
 * Group commit: what many requests write in the same turn of the event loop shares one transaction, and so one wait for
 * the disk. Lanes are written in the order in which they were made. A group takes a share of a lane's posted items, then a share
 * of its submitted ones, each in the order of arrival: a backlog of posted items never keeps callers waiting.
 *
 * A group that fails while the database is there is written again item by item, so that one bad item fails alone.
 */
export class GroupCommit extends Context.Service<GroupCommit, {
  readonly lane: <Item, Written, Answer = Written, Failure = never>(
    options: LaneOptions<Item, Written, Answer, Failure>
  ) => Lane<Item, Answer, Failure>
  /** What is written at the end of every transaction, after all lanes. */
  readonly atEnd: (ending: Ending) => void
  /** Commits made so far, and the items in them: what the grouping saves. */
  readonly counts: () => { readonly commits: number; readonly items: number; readonly dropped: number }
  /** Reports whether the database was away for the last group, or a commit was late and none has succeeded since. */
  readonly isFailing: () => boolean
}>()("gatehouse/adapters/storage/sql/commits/GroupCommit") {
  static readonly layer = Layer.effect(GroupCommit, Effect.suspend(() => make))
}

type WriteCause = Cause.Cause<SqlError.SqlError>

/** Why a group or an item of it failed. */
interface Failed {
  readonly cause: WriteCause
  readonly mayBeWritten: boolean
}

type Group = ReadonlyArray<{ readonly lane: LaneState; readonly items: ReadonlyArray<Pending> }>

const make = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const postedMillis = yield* PostedMillisMax
  const tickMillis = (yield* StorageWaitMillis) / ticksMax
  const context = yield* Effect.context()
  const lanes: Array<LaneState> = []
  const endings: Array<Ending> = []
  const wake = Latch.makeUnsafe(false)
  let timer: ReturnType<typeof setTimeout> | undefined
  let commits = 0
  let items = 0
  let dropped = 0
  let failures = 0
  let reportedAt = -Infinity
  let isFailing = false
  let writing: Group = []
  let ticks = 0
  let ticker: ReturnType<typeof setTimeout> | undefined
  /** Whether the group that is written has got as far as its commit. */
  let isAtCommit = false
  /** A failed commit on SQLite has written nothing. Of a server, the connection may have broken after it. */
  const isRemote = sql.onDialectOrElse({ pg: () => true, orElse: () => false })

  const wakeSoon = () => {
    timer ??= setTimeout(() => wake.openUnsafe(), postedMillis)
  }

  const begin = () => {
    ticker ??= setTimeout(tick, tickMillis)
    return ticks
  }

  /** Counted by a timer: time in which the process stood still (a slow disk, SIGSTOP) is one tick at most, and answers are read after it. */
  const tick = () => {
    ticks++
    for (const { items, lane } of writing) if (failLate(lane, items, ticks - ticksMax)) isFailing = true
    for (const lane of lanes) if (failLate(lane, lane.submitted, ticks - ticksMax)) isFailing = true
    const isAnyWaiting = writing.some(({ items }) => items.some(({ resume }) => resume !== undefined)) ||
      lanes.some(({ submitted }) => submitted.length > 0)
    ticker = isAnyWaiting ? setTimeout(tick, tickMillis) : undefined
  }

  const writeLanes = Effect.fnUntraced(function*(group: Group) {
    for (const { begin } of endings) begin()
    const answers: Array<ReadonlyArray<unknown>> = []
    for (const { items, lane } of group) answers.push(yield* lane.write(items.map(({ item }) => item)))
    for (const { finish } of endings) yield* finish
    isAtCommit = true
    return answers
  })

  const writeGroup = (group: Group) =>
    Effect.suspend(() => {
      isAtCommit = false
      return sql.withTransaction(writeLanes(group))
    }).pipe(Effect.retry({ times: groupRetriesMax, while: isLostRace }))

  const settle = (group: Group, answers: ReadonlyArray<ReadonlyArray<unknown>>) => {
    commits++
    isFailing = false
    for (let part = 0; part < group.length; part++) {
      const { items: pending, lane: { outcome } } = group[part]!
      items += pending.length
      for (let at = 0; at < pending.length; at++) answer(pending[at]!, outcome(answers[part]![at]))
    }
  }

  /** Of the group that was tried last. */
  const failed = (cause: WriteCause): Failed => ({ cause, mayBeWritten: isRemote && isAtCommit })

  const fail = (lane: LaneState, pending: Pending, { cause, mayBeWritten }: Failed) => {
    if (pending.resume === undefined) return
    lane.onLost(pending.item, mayBeWritten)
    answer(pending, Effect.die(defectIn(cause)))
  }

  const drop = (count: number) => {
    dropped += count
    droppedCounter.updateUnsafe(count, context)
  }

  const refuse = (group: Group, reason: (pending: Pending) => Failed) => {
    isFailing = true
    for (const { lane, items } of group) {
      lane.posted.unshift(...items.filter(({ isPosted }) => isPosted))
      const over = lane.posted.length - postedItemsMax
      if (over > 0) {
        lane.posted.splice(0, over)
        drop(over)
      }
      for (const pending of items) fail(lane, pending, reason(pending))
    }
  }

  const reject = (lane: LaneState, pending: Pending, reason: Failed) => {
    if (pending.isPosted) drop(1)
    else fail(lane, pending, reason)
  }

  /**
   * Who of a group that failed is at fault is found out by writing each item alone: whoever breaks a constraint, and
   * whoever fails where others do not. Where all fail it is the database, as far as anyone can tell.
   */
  const writeSingly = Effect.fnUntraced(function*(group: Group) {
    const left = new Map<Pending, Failed>()
    let isAnyWritten = false
    for (const { items, lane } of group) {
      for (const pending of items) {
        if (isOver(pending)) continue
        const single = [{ lane, items: [pending] }]
        const exit = yield* Effect.exit(writeGroup(single))
        if (Exit.isSuccess(exit)) {
          settle(single, exit.value)
          isAnyWritten = true
        } else if (isConstraint(exit.cause)) reject(lane, pending, failed(exit.cause))
        else left.set(pending, failed(exit.cause))
      }
    }
    for (const { items, lane } of isAnyWritten ? group : []) {
      for (const pending of items) {
        const reason = left.get(pending)
        if (reason === undefined || isAway(reason.cause)) continue
        left.delete(pending)
        reject(lane, pending, reason)
      }
    }
    // A lane that has changed without an item has nothing to be written alone; it is tried again after a while.
    if (left.size === 0) return group.some(({ items }) => items.length > 0)
    const groupLeft = group.map(({ items, lane }) => ({ lane, items: items.filter((pending) => left.has(pending)) }))
    refuse(groupLeft, (pending) => left.get(pending)!)
    return false
  })

  const flush = Effect.gen(function*() {
    for (;;) {
      const group: Group = lanes.filter(hasWork).map((lane) => ({ lane, items: nextOf(lane) }))
      if (group.length === 0) return
      writing = group
      const exit = yield* Effect.exit(writeGroup(group))
      if (Exit.isSuccess(exit)) settle(group, exit.value)
      else {
        const reason = failed(exit.cause)
        if (isAway(exit.cause)) refuse(group, () => reason)
        else if (yield* writeSingly(group)) continue
        return yield* report(exit.cause)
      }
    }
  })

  /** While the database is away every group fails: one line now and then says so. */
  const report = Effect.fnUntraced(function*(cause: WriteCause) {
    const now = yield* Clock.currentTimeMillis
    failures++
    if (now - reportedAt < reportMillis) return
    reportedAt = now
    const more = failures > 1 ? ` (${failures} since the last such line)` : ""
    failures = 0
    yield* Effect.logError(`A group of writes failed${more}; what nobody waits for is tried again`, cause)
  })

  const loop = Effect.gen(function*() {
    for (;;) {
      yield* wake.await
      yield* endOfTurn
      wake.closeUnsafe()
      clearTimeout(timer)
      timer = undefined
      yield* Effect.uninterruptible(flush)
      if (lanes.some(hasWork)) wakeSoon()
    }
  })

  yield* Effect.addFinalizer(() =>
    Effect.sync(() => clearTimeout(timer)).pipe(
      Effect.andThen(flush),
      Effect.andThen(Effect.sync(() => clearTimeout(ticker)))
    )
  )
  yield* Effect.forkScoped(loop.pipe(Effect.withTracerEnabled(false)))

  return GroupCommit.of({
    lane: (options) => addLane(lanes, options, { wake, wakeSoon, begin }),
    atEnd: (ending) => void endings.push(ending),
    counts: () => ({ commits, items, dropped }),
    isFailing: () => isFailing
  })
})

const droppedCounter = Metric.counter("gatehouse_storage_writes_dropped_total", {
  description: "Writes given up: over the limit of those kept while the database was away, or refused by it for good.",
  incremental: true
})

/** After the requests that came in together have been read, and before the next ones are waited for. */
const endOfTurn = Effect.callback<void>((resume) => {
  setImmediate(() => resume(Effect.void))
})

const isLostRace = (error: SqlError.SqlError): boolean =>
  error.reason._tag === "DeadlockError" || error.reason._tag === "SerializationError"

const constraints: ReadonlySet<string> = new Set(["ConstraintError", "UniqueViolation"])

const defectIn = (cause: WriteCause): unknown => {
  const error = Cause.squash(cause)
  return error instanceof SqlError.SqlError ? defectOf(error) : error
}

const isConstraint = (cause: WriteCause): boolean => constraints.has(reasonOf(cause))

const isAway = (cause: WriteCause): boolean => {
  const error = Cause.squash(cause)
  return error instanceof SqlError.SqlError && isOutage(error)
}

const reasonOf = (cause: WriteCause): string => {
  const error = Cause.squash(cause)
  return error instanceof SqlError.SqlError ? error.reason._tag : ""
}
