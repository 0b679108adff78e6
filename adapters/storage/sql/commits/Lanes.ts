import { Effect, Latch } from "effect"
import type { SqlError } from "effect/sql"
import { StorageUnavailable } from "../../../../core/kernel/StorageHealth.ts"

/**
 * Maximum number of posted items, and of submitted items, of one lane in one transaction. More would only add latency.
 */
export const groupItemsMax = 256

export interface LaneOptions<Item, Written, Answer, Failure> {
  /** Writes a group in the open transaction. Returns one result per item, in the same order. */
  readonly write: (items: ReadonlyArray<Item>) => Effect.Effect<ReadonlyArray<Written>, SqlError.SqlError>
  /** Converts a written result to the submitter's result. If absent, the submitter succeeds with the written result. */
  readonly toResult?: (written: Written) => Effect.Effect<Answer, Failure>
  /** Reports whether there is data to write even without an item. */
  readonly isDirty?: () => boolean
  /**
   * Called for each submitted item that fails or is late, before its caller gets the error.
   *
   * @param mayBeWritten whether the item may still be in the database, because it is late or the connection broke at
   *   the commit
   */
  readonly onLost?: (item: Item, mayBeWritten: boolean) => void
}

export interface Lane<Item, Answer, Failure> {
  /**
   * Writes the item with the next commit and returns its result once the commit is durable. Dies with
   * `StorageUnavailable` if the database is unavailable or the commit takes longer than `StorageWaitMillis`.
   */
  readonly submit: (item: Item) => Effect.Effect<Answer, Failure>
  /** Submits an item without a waiting fiber. Calls `resume` once, with the result that `submit` would return. */
  readonly submitWithCallback: (item: Item, resume: (answer: Effect.Effect<Answer, Failure>) => void) => void
  /** Writes the item with one of the next commits, without waiting. */
  readonly post: (item: Item) => void
  /** Signals that `isDirty` has become true. */
  readonly markDirty: () => void
}

export interface PendingItem {
  readonly item: unknown
  /**
   * Passes the result to the caller of a submitted item. Undefined for a posted item, and once the caller has the
   * result.
   */
  resume: ((outcome: Effect.Effect<any, any>) => void) | undefined
  readonly isPosted: boolean
  /** Tick at which the item was submitted. */
  readonly tick: number
}

export interface LaneState {
  readonly write: (items: ReadonlyArray<unknown>) => Effect.Effect<ReadonlyArray<unknown>, SqlError.SqlError>
  readonly toResult: (written: unknown) => Effect.Effect<unknown, unknown>
  readonly isDirty: () => boolean
  readonly onLost: (item: unknown, mayBeWritten: boolean) => void
  posted: Array<PendingItem>
  submitted: Array<PendingItem>
}

/**
 * Removes submitted items whose callers have their result. They come first, because items become late in order of
 * submission.
 */
const dropResolved = (lane: LaneState): void => {
  const waiting = lane.submitted.findIndex((pending) => !isResolved(pending))
  if (waiting !== 0) lane.submitted.splice(0, waiting < 0 ? lane.submitted.length : waiting)
}

export const hasWork = (lane: LaneState): boolean => {
  dropResolved(lane)
  return lane.posted.length > 0 || lane.submitted.length > 0 || lane.isDirty()
}

export const takeNext = (lane: LaneState): ReadonlyArray<PendingItem> => {
  const submitted = lane.submitted.splice(0, groupItemsMax)
  return lane.posted.length === 0 ? submitted : [...lane.posted.splice(0, groupItemsMax), ...submitted]
}

/** Reports whether the caller of a submitted item already has the result. */
export const isResolved = ({ isPosted, resume }: PendingItem): boolean => !isPosted && resume === undefined

/** Items of one transaction, by lane. */
export type CommitGroup = ReadonlyArray<{ readonly lane: LaneState; readonly items: ReadonlyArray<PendingItem> }>

export interface LoopSignals {
  readonly wake: Latch.Latch
  readonly wakeSoon: () => void
  /** Called for a new submitted item. Returns the item's tick. */
  readonly begin: () => number
}

export const addLane = <Item, Written, Answer, Failure>(
  lanes: Array<LaneState>,
  options: LaneOptions<Item, Written, Answer, Failure>,
  { begin, wake, wakeSoon }: LoopSignals
): Lane<Item, Answer, Failure> => {
  const state: LaneState = {
    // Only `submit` and `post` below add items, so all items have this lane's type.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- A lane writes only what was given to it.
    write: options.write as LaneState["write"],
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- A lane writes only what was given to it.
    toResult: (options.toResult ?? Effect.succeed) as LaneState["toResult"],
    isDirty: options.isDirty ?? (() => false),
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- A lane writes only what was given to it.
    onLost: (options.onLost ?? (() => {})) as LaneState["onLost"],
    posted: [],
    submitted: []
  }
  lanes.push(state)
  const submitItem: Lane<Item, Answer, Failure>["submitWithCallback"] = (item, resume) => {
    state.submitted.push({ item, resume, isPosted: false, tick: begin() })
    wake.openUnsafe()
  }
  return {
    submit: (item) => Effect.callback<Answer, Failure>((resume) => submitItem(item, resume)),
    submitWithCallback: submitItem,
    post: (item) => {
      state.posted.push({ item, resume: undefined, isPosted: true, tick: 0 })
      wakeSoon()
    },
    markDirty: wakeSoon
  }
}

/** Passes the result to the caller of a submitted item, at most once. */
export const resolvePending = (pending: PendingItem, outcome: Effect.Effect<any, any>): void => {
  const { resume } = pending
  pending.resume = undefined
  resume?.(outcome)
}

/** Fails the unresolved items that were submitted at `tick` or earlier. Returns whether there were any. */
const failLate = (lane: LaneState, items: ReadonlyArray<PendingItem>, tick: number): boolean => {
  let hasLate = false
  for (const pending of items) {
    if (pending.resume === undefined || pending.tick > tick) continue
    lane.onLost(pending.item, true)
    resolvePending(pending, commitTimeout)
    hasLate = true
  }
  return hasLate
}

const commitTimeout = Effect.die(new StorageUnavailable({ cause: new Error("The commit took too long.") }))

export interface DeadlineWatchOptions {
  readonly lanes: ReadonlyArray<LaneState>
  readonly tickMillis: number
  /** Number of ticks after which an unresolved item is late. */
  readonly ticksMax: number
  /** Called when late items are found. */
  readonly onLate: () => void
}

/**
 * Fails submitted items whose commit takes too long.
 *
 * The watch counts timer ticks. A period in which the process is blocked (slow disk, SIGSTOP) therefore counts as at
 * most one tick, and results that arrived meanwhile are still read.
 */
export class DeadlineWatch {
  /** Group being written. */
  writing: CommitGroup = []
  private readonly options: DeadlineWatchOptions
  private ticks = 0
  /** Time of the first submitted item since the last group, as a `performance.now()` value. */
  private waitingSince: number | null = null
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor(options: DeadlineWatchOptions) {
    this.options = options
  }

  /** Starts the timer for a new submitted item. Returns the item's tick. */
  readonly begin = (): number => {
    this.timer ??= setTimeout(this.tick, this.options.tickMillis)
    this.waitingSince ??= performance.now()
    return this.ticks
  }

  /**
   * Returns the time since which callers wait for the group that was just taken. Null if no caller waits. The time
   * remains if the group left items behind.
   */
  takeWaitingSince(): number | null {
    const since = this.waitingSince
    if (this.options.lanes.every(({ submitted }) => submitted.length === 0)) this.waitingSince = null
    return since
  }

  stop(): void {
    clearTimeout(this.timer)
  }

  private readonly tick = (): void => {
    const { lanes, onLate, tickMillis, ticksMax } = this.options
    this.ticks++
    for (const { items, lane } of this.writing) if (failLate(lane, items, this.ticks - ticksMax)) onLate()
    for (const lane of lanes) if (failLate(lane, lane.submitted, this.ticks - ticksMax)) onLate()
    this.timer = this.isAnyWaiting() ? setTimeout(this.tick, tickMillis) : undefined
  }

  private isAnyWaiting(): boolean {
    return this.writing.some(({ items }) => items.some(({ resume }) => resume !== undefined)) ||
      this.options.lanes.some(({ submitted }) => submitted.length > 0)
  }
}
