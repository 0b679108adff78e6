import { Cause, Clock, Context, Effect, Exit, Latch, Layer } from "effect"
import { SqlClient, SqlError } from "effect/sql"

/** Items of one lane in one transaction; more only add latency. */
export const groupItemsMax = 256
/** How long a posted item, which nobody waits for, may stay in memory. */
export const postedMillisMax = 100
/** The same, where tests wait for it. */
export const PostedMillisMax = Context.Reference<number>("gatehouse/adapters/storage/sql/PostedMillisMax", {
  defaultValue: () => postedMillisMax
})
/** Posted items kept while the database cannot be written; beyond it the oldest are dropped, and counted. */
export const postedItemsMax = 10_000
/** Least time between two lines of the log that say that writing fails. */
export const reportMillis = 10_000
/** Times that a group is tried again after a deadlock or a lost race. */
export const groupRetriesMax = 3

export interface LaneOptions<Item, Written, Answer, Failure> {
  /** Writes a group in the open transaction. One outcome for each item, in their order. */
  readonly write: (items: ReadonlyArray<Item>) => Effect.Effect<ReadonlyArray<Written>, SqlError.SqlError>
  /** What becomes of its submitter; succeeds with what was written when absent. */
  readonly outcome?: (written: Written) => Effect.Effect<Answer, Failure>
  /** Whether there is something to write even without an item. */
  readonly isDirty?: () => boolean
  /** Called for each submitted item whose commit failed, before its submitter dies: it may have been made all the same. */
  readonly onLost?: (item: Item) => void
}

export interface Lane<Item, Answer, Failure> {
  /** Writes the item with the next commit and returns its answer after that commit is durable. */
  readonly submit: (item: Item) => Effect.Effect<Answer, Failure>
  /** The same, for who does not wait as a fiber: `resume` is called once, with what `submit` would end with. */
  readonly ask: (item: Item, resume: (answer: Effect.Effect<Answer, Failure>) => void) => void
  /** Writes the item with one of the next commits, without waiting. */
  readonly post: (item: Item) => void
  /** Says that `isDirty` has become true. */
  readonly touch: () => void
}

/** What comes of all that a transaction wrote. */
export interface Ending {
  /** Called when a transaction begins, and again when it is tried anew: what an earlier one left is void. */
  readonly begin: () => void
  /** Writes it, in the open transaction. */
  readonly finish: Effect.Effect<void, SqlError.SqlError>
}

/**
 * Group commit: what many requests write in the same turn of the event loop shares one transaction, and so one wait for
 * the disk. Every lane's items are written in the order of arrival, lanes in the order in which they were made.
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
}>()("gatehouse/adapters/storage/sql/GroupCommit") {
  static readonly layer = Layer.effect(GroupCommit, Effect.suspend(() => make))
}

interface Pending {
  readonly item: unknown
  /** Of a submitted item. */
  readonly resume: ((outcome: Effect.Effect<any, any>) => void) | undefined
}

interface LaneState {
  readonly write: (items: ReadonlyArray<unknown>) => Effect.Effect<ReadonlyArray<unknown>, SqlError.SqlError>
  readonly outcome: (written: unknown) => Effect.Effect<unknown, unknown>
  readonly isDirty: () => boolean
  readonly onLost: (item: unknown) => void
  pending: Array<Pending>
}

type WriteCause = Cause.Cause<SqlError.SqlError>

type Group = ReadonlyArray<{ readonly lane: LaneState; readonly items: ReadonlyArray<Pending> }>

const make = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const postedMillis = yield* PostedMillisMax
  const lanes: Array<LaneState> = []
  const endings: Array<Ending> = []
  const wake = Latch.makeUnsafe(false)
  let timer: ReturnType<typeof setTimeout> | undefined
  let commits = 0
  let items = 0
  let dropped = 0
  let failures = 0
  let reportedAt = -Infinity

  const wakeSoon = () => {
    timer ??= setTimeout(() => wake.openUnsafe(), postedMillis)
  }

  const writeLanes = Effect.fnUntraced(function*(group: Group) {
    for (const { begin } of endings) begin()
    const answers: Array<ReadonlyArray<unknown>> = []
    for (const { items, lane } of group) answers.push(yield* lane.write(items.map(({ item }) => item)))
    for (const { finish } of endings) yield* finish
    return answers
  })

  const writeGroup = (group: Group) =>
    sql.withTransaction(writeLanes(group)).pipe(Effect.retry({ times: groupRetriesMax, while: isLostRace }))

  const settle = (group: Group, answers: ReadonlyArray<ReadonlyArray<unknown>>) => {
    commits++
    for (let part = 0; part < group.length; part++) {
      const { items: pending, lane: { outcome } } = group[part]!
      items += pending.length
      for (let at = 0; at < pending.length; at++) pending[at]!.resume?.(outcome(answers[part]![at]))
    }
  }

  const fail = (lane: LaneState, { item, resume }: Pending, cause: WriteCause) => {
    lane.onLost(item)
    resume!(Effect.die(Cause.squash(cause)))
  }

  const refuse = (group: Group, cause: WriteCause) => {
    for (const { lane, items } of group) {
      const posted = items.filter(({ resume }) => resume === undefined)
      lane.pending.unshift(...posted)
      let over = lane.pending.filter(({ resume }) => resume === undefined).length - postedItemsMax
      if (over > 0) {
        dropped += over
        lane.pending = lane.pending.filter(({ resume }) => resume !== undefined || over-- <= 0)
      }
      for (const pending of items) if (pending.resume !== undefined) fail(lane, pending, cause)
    }
  }

  const reject = (lane: LaneState, pending: Pending, cause: WriteCause) => {
    if (pending.resume === undefined) dropped++
    else fail(lane, pending, cause)
  }

  /**
   * Who of a group that failed is at fault is found out by writing each item alone: whoever breaks a constraint, and
   * whoever fails where others do not. Where all fail it is the database, as far as anyone can tell.
   */
  const writeSingly = Effect.fnUntraced(function*(group: Group) {
    const failed = new Map<Pending, WriteCause>()
    let isAnyWritten = false
    for (const { items, lane } of group) {
      for (const pending of items) {
        const single = [{ lane, items: [pending] }]
        const exit = yield* Effect.exit(writeGroup(single))
        if (Exit.isSuccess(exit)) {
          settle(single, exit.value)
          isAnyWritten = true
        } else if (isConstraint(exit.cause)) reject(lane, pending, exit.cause)
        else failed.set(pending, exit.cause)
      }
    }
    for (const { items, lane } of isAnyWritten ? group : []) {
      for (const pending of items) {
        const cause = failed.get(pending)
        if (cause === undefined || isOutage(cause)) continue
        failed.delete(pending)
        reject(lane, pending, cause)
      }
    }
    const [cause] = failed.values()
    // A lane that has changed without an item has nothing to be written alone; it is tried again after a while.
    if (cause === undefined) return group.some(({ items }) => items.length > 0)
    refuse(group.map(({ items, lane }) => ({ lane, items: items.filter((pending) => failed.has(pending)) })), cause)
    return false
  })

  const flush = Effect.gen(function*() {
    for (;;) {
      const group: Group = lanes.filter((lane) => lane.pending.length > 0 || lane.isDirty()).map((lane) => ({
        lane,
        items: lane.pending.splice(0, groupItemsMax)
      }))
      if (group.length === 0) return
      const exit = yield* Effect.exit(writeGroup(group))
      if (Exit.isSuccess(exit)) settle(group, exit.value)
      else {
        if (isOutage(exit.cause)) refuse(group, exit.cause)
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
      if (lanes.some((lane) => lane.pending.length > 0 || lane.isDirty())) wakeSoon()
    }
  })

  yield* Effect.addFinalizer(() => Effect.sync(() => clearTimeout(timer)).pipe(Effect.andThen(flush)))
  yield* Effect.forkScoped(loop.pipe(Effect.withTracerEnabled(false)))

  return GroupCommit.of({
    lane: (options) => addLane(lanes, options, wake, wakeSoon),
    atEnd: (ending) => void endings.push(ending),
    counts: () => ({ commits, items, dropped })
  })
})

const addLane = <Item, Written, Answer, Failure>(
  lanes: Array<LaneState>,
  options: LaneOptions<Item, Written, Answer, Failure>,
  wake: Latch.Latch,
  wakeSoon: () => void
): Lane<Item, Answer, Failure> => {
  const state: LaneState = {
    // Only `submit` and `post` below put items in, so that they are of this lane's type.
    write: options.write as LaneState["write"],
    outcome: (options.outcome ?? Effect.succeed) as LaneState["outcome"],
    isDirty: options.isDirty ?? (() => false),
    onLost: (options.onLost ?? (() => {})) as LaneState["onLost"],
    pending: []
  }
  lanes.push(state)
  const ask: Lane<Item, Answer, Failure>["ask"] = (item, resume) => {
    state.pending.push({ item, resume })
    wake.openUnsafe()
  }
  return {
    submit: (item) => Effect.callback<Answer, Failure>((resume) => ask(item, resume)),
    ask,
    post: (item) => {
      state.pending.push({ item, resume: undefined })
      wakeSoon()
    },
    touch: wakeSoon
  }
}

/** After the requests that came in together have been read, and before the next ones are waited for. */
const endOfTurn = Effect.callback<void>((resume) => {
  setImmediate(() => resume(Effect.void))
})

const isLostRace = (error: SqlError.SqlError): boolean =>
  error.reason._tag === "DeadlockError" || error.reason._tag === "SerializationError"

const constraints: ReadonlySet<string> = new Set(["ConstraintError", "UniqueViolation"])

/** The database is not to be had, whoever asks. */
const outages: ReadonlySet<string> = new Set([
  "ConnectionError",
  "AuthenticationError",
  "AuthorizationError",
  "LockTimeoutError",
  "StatementTimeoutError",
  "DeadlockError",
  "SerializationError"
])

const isConstraint = (cause: WriteCause): boolean => constraints.has(reasonOf(cause))

const isOutage = (cause: WriteCause): boolean => outages.has(reasonOf(cause))

const reasonOf = (cause: WriteCause): string => {
  const error = Cause.squash(cause)
  return error instanceof SqlError.SqlError ? error.reason._tag : ""
}
