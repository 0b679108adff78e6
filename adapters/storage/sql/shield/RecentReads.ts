import { Cause, Clock, Effect, Exit, Fiber, Latch, Option } from "effect"
import type { SqlError } from "effect/sql"
import { isYoung } from "../servers/DatabaseClock.ts"

/** Keys looked for with one statement. */
export const keysReadMax = 256
/** What was found lately is kept for so many keys; the one read longest ago goes first. */
export const foundKeptMax = 10_000
/** Made-up keys that are remembered as such, beside the found ones: a flood of them pushes nothing out. */
export const unknownKeptMax = 10_000
/** A read that takes longer counts as failed. */
export const readMillisMax = 1_000
/** After a read that failed, what is known is told without another try for so long. */
export const awayRetryMillis = 1_000

export interface RecentReadsOptions<A> {
  /** What there is for some of these keys; in one statement, so that each is whole. */
  readonly read: (keys: ReadonlyArray<string>) => Effect.Effect<ReadonlyMap<string, A>, SqlError.SqlError>
  /** How old an answer may be; that there is nothing is never told for longer. */
  readonly staleMillisMax: number
  /** How old it may be while the database cannot be read. */
  readonly awayMillisMax: number
}

export interface RecentReads<A> {
  /** Without a turn of the runtime where it is at hand. Dies where the database is away and nothing is known. */
  readonly find: (key: string) => Effect.Effect<A | null>
  /** Something was changed here: everything is read anew. */
  readonly forget: () => void
}

interface Known<A> {
  readonly value: A
  /** Counted from before the read, so that no change is overlooked for longer than is allowed. */
  readonly readAt: number
}

/**
 * Looks things up by keys that strangers name. One statement runs at a time, for all keys that came meanwhile: a flood of
 * made-up keys is a handful of queries, not a query each.
 */
export const makeRecentReads = Effect.fnUntraced(function*<A>(options: RecentReadsOptions<A>) {
  const reads = new ReadCache(options, yield* Clock.Clock)
  yield* Effect.forkScoped(Effect.withTracerEnabled(reads.loop, false))
  const recentReads: RecentReads<A> = { find: (key) => reads.find(key), forget: () => reads.forget() }
  return recentReads
})

type Resume<A> = (answer: Effect.Effect<A | null>) => void

class ReadCache<A> {
  private readonly options: RecentReadsOptions<A>
  private readonly clock: Clock.Clock
  private readonly wake = Latch.makeUnsafe(false)
  private readonly found = new Map<string, Known<A>>()
  private readonly unknown = new Map<string, number>()
  private readonly waiting = new Map<string, Array<Resume<A>>>()
  private changes = 0
  private failedAt = -Infinity
  private silentAt = -Infinity

  constructor(options: RecentReadsOptions<A>, clock: Clock.Clock) {
    this.options = options
    this.clock = clock
  }

  find(key: string): Effect.Effect<A | null> {
    const known = this.atHand(key)
    return known === undefined ? this.wait(key) : Effect.succeed(known)
  }

  forget(): void {
    this.changes++
    this.found.clear()
    this.unknown.clear()
  }

  /** Reads what is waited for. Never ends. */
  get loop(): Effect.Effect<never> {
    return Effect.gen({ self: this }, function*() {
      for (;;) {
        yield* this.wake.await
        this.wake.closeUnsafe()
        while (this.waiting.size > 0) yield* this.readGroup()
      }
    })
  }

  /** Returns undefined if nothing is known that is young enough; null for a key without a value. */
  private atHand(key: string): A | null | undefined {
    const { awayMillisMax, staleMillisMax } = this.options
    const now = this.clock.currentTimeMillisUnsafe()
    const known = this.found.get(key)
    if (known !== undefined) {
      const ageMillisMax = isYoung(now - this.failedAt, awayRetryMillis) ? awayMillisMax : staleMillisMax
      return isYoung(now - known.readAt, ageMillisMax) ? known.value : undefined
    }
    const missingAt = this.unknown.get(key)
    return missingAt !== undefined && isYoung(now - missingAt, staleMillisMax) ? null : undefined
  }

  private wait(key: string): Effect.Effect<A | null> {
    return Effect.callback<A | null>((resume) => {
      const waiters = this.waiting.get(key)
      if (waiters === undefined) this.waiting.set(key, [resume])
      else waiters.push(resume)
      this.wake.openUnsafe()
    })
  }

  private readGroup(): Effect.Effect<void> {
    return Effect.gen({ self: this }, function*() {
      const keys = [...this.waiting.keys()].slice(0, keysReadMax)
      const readAt = this.clock.currentTimeMillisUnsafe()
      const changesBefore = this.changes
      // One has waited for an answer in vain; the others must not wait for it in turn.
      if (isYoung(readAt - this.silentAt, awayRetryMillis)) return this.answerWhileAway(keys, noAnswer)
      const answered = yield* withinTime(this.options.read(keys))
      const exit = Option.getOrElse(answered, () => Exit.failCause(noAnswer))
      if (Exit.isSuccess(exit)) {
        this.failedAt = -Infinity
        return this.answerAll(keys, exit.value, { readAt, changesBefore })
      }
      this.failedAt = this.clock.currentTimeMillisUnsafe()
      if (Option.isNone(answered)) this.silentAt = this.failedAt
      this.answerWhileAway(keys, exit.cause)
    })
  }

  private answerAll(
    keys: ReadonlyArray<string>,
    read: ReadonlyMap<string, A>,
    { changesBefore, readAt }: { readonly readAt: number; readonly changesBefore: number }
  ): void {
    for (const key of keys) {
      const value = read.get(key)
      // A change while the rows were on their way, or made by who was answered just now, may have overtaken them.
      if (this.changes === changesBefore) this.keep(key, value, readAt)
      this.answer(key, Effect.succeed(value ?? null))
    }
  }

  private answerWhileAway(keys: ReadonlyArray<string>, cause: Cause.Cause<unknown>): void {
    const now = this.clock.currentTimeMillisUnsafe()
    for (const key of keys) this.answer(key, this.whileAway(key, cause, now))
  }

  private whileAway(key: string, cause: Cause.Cause<unknown>, now: number): Effect.Effect<A | null> {
    const known = this.found.get(key)
    return known !== undefined && isYoung(now - known.readAt, this.options.awayMillisMax)
      ? Effect.succeed(known.value)
      : Effect.die(Cause.squash(cause))
  }

  private answer(key: string, of: Effect.Effect<A | null>): void {
    const waiters = this.waiting.get(key) ?? []
    this.waiting.delete(key)
    for (const resume of waiters) resume(of)
  }

  private keep(key: string, value: A | undefined, readAt: number): void {
    this.found.delete(key)
    this.unknown.delete(key)
    if (value === undefined) put(this.unknown, key, readAt, unknownKeptMax)
    else put(this.found, key, { value, readAt }, foundKeptMax)
  }
}

/** A connection that answers no more is left behind: whoever waits for it must not wait for its end as well. */
const withinTime = Effect.fnUntraced(function*<A>(read: Effect.Effect<A, SqlError.SqlError>) {
  const fiber = yield* Effect.forkDetach(read)
  const exit = yield* Effect.timeoutOption(Fiber.await(fiber), readMillisMax)
  if (Option.isNone(exit)) yield* Effect.forkDetach(Fiber.interrupt(fiber))
  return exit
})

const noAnswer = Cause.die(new Error(`The database has not answered within ${readMillisMax} ms.`))

const put = <Value>(map: Map<string, Value>, key: string, value: Value, sizeMax: number): void => {
  if (map.size >= sizeMax) {
    const [oldest] = map.keys()
    if (oldest !== undefined) map.delete(oldest)
  }
  map.set(key, value)
}
