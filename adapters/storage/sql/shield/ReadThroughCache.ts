import { Cause, Clock, Effect, Exit, Fiber, Latch, Option } from "effect"
import type { SqlError } from "effect/sql"
import { isYoungerThan } from "../servers/DatabaseClock.ts"

/** Maximum number of keys read by one statement. */
export const keysReadMax = 256
/** Maximum number of cached values; the one read least recently is dropped first. */
export const valuesCachedMax = 10_000
/** Maximum number of cached unknown keys, separate from the values, so that a flood of made-up keys evicts no value. */
export const unknownKeysCachedMax = 10_000
/** A read that takes longer than this counts as failed. */
export const readMillisMax = 1_000
/** Time after a failed read during which cached values are returned without another try. */
export const outageRetryMillis = 1_000

export interface ReadThroughCacheOptions<A> {
  /** Reads the values of several keys in one statement, so that each value is consistent. */
  readonly read: (keys: ReadonlyArray<string>) => Effect.Effect<ReadonlyMap<string, A>, SqlError.SqlError>
  /** Maximum age of a cached value, and always of the information that a key has no value. */
  readonly staleMillisMax: number
  /** Maximum age while the database cannot be read. */
  readonly outageMillisMax: number
}

export interface ReadThroughCache<A> {
  /** Returns a cached value synchronously. Dies if the database is unavailable and no value is cached. */
  readonly find: (key: string) => Effect.Effect<A | null>
  /** Invalidates the cache after a local change. */
  readonly invalidate: () => void
}

interface CachedValue<A> {
  readonly value: A
  /** Time before the read, so that no change is missed for longer than allowed. */
  readonly readAt: number
}

/**
 * Looks up values by untrusted keys. One statement runs at a time, for all keys that arrived meanwhile, so a flood of made-up keys costs a
 * few queries instead of one each.
 */
export const makeReadThroughCache = Effect.fnUntraced(function*<A>(options: ReadThroughCacheOptions<A>) {
  const reads = new ReadCache(options, yield* Clock.Clock)
  yield* Effect.forkScoped(Effect.withTracerEnabled(reads.loop, false))
  const recentReads: ReadThroughCache<A> = { find: (key) => reads.find(key), invalidate: () => reads.invalidate() }
  return recentReads
})

type Resume<A> = (answer: Effect.Effect<A | null>) => void

class ReadCache<A> {
  private readonly options: ReadThroughCacheOptions<A>
  private readonly clock: Clock.Clock
  private readonly wake = Latch.makeUnsafe(false)
  private readonly found = new Map<string, CachedValue<A>>()
  private readonly unknown = new Map<string, number>()
  private readonly waiting = new Map<string, Array<Resume<A>>>()
  private invalidations = 0
  private failedAt = -Infinity
  private timedOutAt = -Infinity

  constructor(options: ReadThroughCacheOptions<A>, clock: Clock.Clock) {
    this.options = options
    this.clock = clock
  }

  find(key: string): Effect.Effect<A | null> {
    const known = this.cachedResult(key)
    return known === undefined ? this.waitForRead(key) : Effect.succeed(known)
  }

  invalidate(): void {
    this.invalidations++
    this.found.clear()
    this.unknown.clear()
  }

  /** Reads the requested keys. Never ends. */
  get loop(): Effect.Effect<never> {
    return Effect.gen({ self: this }, function*() {
      for (;;) {
        yield* this.wake.await
        this.wake.closeUnsafe()
        while (this.waiting.size > 0) yield* this.readGroup()
      }
    })
  }

  /** Returns undefined if no cached result is fresh enough, and null for a key without a value. */
  private cachedResult(key: string): A | null | undefined {
    const { outageMillisMax, staleMillisMax } = this.options
    const now = this.clock.currentTimeMillisUnsafe()
    const known = this.found.get(key)
    if (known !== undefined) {
      const ageMillisMax = isYoungerThan(now - this.failedAt, outageRetryMillis) ? outageMillisMax : staleMillisMax
      return isYoungerThan(now - known.readAt, ageMillisMax) ? known.value : undefined
    }
    const missingAt = this.unknown.get(key)
    return missingAt !== undefined && isYoungerThan(now - missingAt, staleMillisMax) ? null : undefined
  }

  private waitForRead(key: string): Effect.Effect<A | null> {
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
      const changesBefore = this.invalidations
      // One read has already timed out, so later ones do not wait again.
      if (isYoungerThan(readAt - this.timedOutAt, outageRetryMillis)) return this.resolveFromCache(keys, timeoutCause)
      const answered = yield* withinTime(this.options.read(keys))
      const exit = Option.getOrElse(answered, () => Exit.failCause(timeoutCause))
      if (Exit.isSuccess(exit)) {
        this.failedAt = -Infinity
        return this.resolveAll(keys, exit.value, { readAt, changesBefore })
      }
      this.failedAt = this.clock.currentTimeMillisUnsafe()
      if (Option.isNone(answered)) this.timedOutAt = this.failedAt
      this.resolveFromCache(keys, exit.cause)
    })
  }

  private resolveAll(
    keys: ReadonlyArray<string>,
    read: ReadonlyMap<string, A>,
    { changesBefore, readAt }: { readonly readAt: number; readonly changesBefore: number }
  ): void {
    for (const key of keys) {
      const value = read.get(key)
      // A change may have happened while the rows were read, or by a caller that was just resolved.
      if (this.invalidations === changesBefore) this.store(key, value, readAt)
      this.resolve(key, Effect.succeed(value ?? null))
    }
  }

  private resolveFromCache(keys: ReadonlyArray<string>, cause: Cause.Cause<unknown>): void {
    const now = this.clock.currentTimeMillisUnsafe()
    for (const key of keys) this.resolve(key, this.cachedOrDie(key, cause, now))
  }

  private cachedOrDie(key: string, cause: Cause.Cause<unknown>, now: number): Effect.Effect<A | null> {
    const known = this.found.get(key)
    return known !== undefined && isYoungerThan(now - known.readAt, this.options.outageMillisMax)
      ? Effect.succeed(known.value)
      : Effect.die(Cause.squash(cause))
  }

  private resolve(key: string, of: Effect.Effect<A | null>): void {
    const waiters = this.waiting.get(key) ?? []
    this.waiting.delete(key)
    for (const resume of waiters) resume(of)
  }

  private store(key: string, value: A | undefined, readAt: number): void {
    this.found.delete(key)
    this.unknown.delete(key)
    if (value === undefined) put(this.unknown, key, readAt, unknownKeysCachedMax)
    else put(this.found, key, { value, readAt }, valuesCachedMax)
  }
}

/** Abandons a connection that does not answer: its users must not wait for its end as well. */
const withinTime = Effect.fnUntraced(function*<A>(read: Effect.Effect<A, SqlError.SqlError>) {
  const fiber = yield* Effect.forkDetach(read)
  const exit = yield* Effect.timeoutOption(Fiber.await(fiber), readMillisMax)
  if (Option.isNone(exit)) yield* Effect.forkDetach(Fiber.interrupt(fiber))
  return exit
})

const timeoutCause = Cause.die(new Error(`The database did not respond within ${readMillisMax} ms.`))

const put = <Value>(map: Map<string, Value>, key: string, value: Value, sizeMax: number): void => {
  if (map.size >= sizeMax) {
    const [oldest] = map.keys()
    if (oldest !== undefined) map.delete(oldest)
  }
  map.set(key, value)
}
