import { Cause, Clock, Effect, Exit, Fiber, Latch, Option } from "effect"
import type { SqlError } from "effect/sql"
import { isYoungerThan } from "../servers/DatabaseClock.ts"

/** Maximum number of keys that one statement reads. */
export const keysReadMax = 256
/** Maximum number of cached values. The value that was read from the database first is dropped first. */
export const valuesCachedMax = 10_000
/**
 * Maximum number of cached unknown keys. They are separate from the values, so a flood of random keys evicts no value.
 */
export const unknownKeysCachedMax = 10_000
/** Maximum duration of a read. A longer read counts as failed. */
export const readMillisMax = 1_000
/** Time after a failed read during which cached values are returned without another try. */
export const outageRetryMillis = 1_000

export interface ReadThroughCacheOptions<A> {
  /** Reads the values of several keys in one statement, so that each value is consistent. */
  readonly read: (keys: ReadonlyArray<string>) => Effect.Effect<ReadonlyMap<string, A>, SqlError.SqlError>
  /** Maximum age of a cached value, and of a cached unknown key. */
  readonly staleMillisMax: number
  /** Maximum age of a cached value while the database cannot be read. */
  readonly outageMillisMax: number
}

export interface ReadThroughCache<A> {
  /** Returns the value of a key, or null if it has none. Dies if the database is unavailable and no value is cached. */
  readonly find: (key: string) => Effect.Effect<A | null>
  /** Invalidates the cache after a local change. */
  readonly invalidate: () => void
}

interface CachedValue<A> {
  readonly value: A
  /** Time at which the read began, so that the age also covers changes during the read. */
  readonly readAt: number
}

/**
 * Creates a cache for lookups by untrusted keys. One statement runs at a time and reads all keys that arrived during
 * the previous one. A flood of random keys therefore costs only a few queries.
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

  /** Reads the requested keys until it is interrupted. */
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
      // A read has timed out recently, so these keys do not wait for another read.
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
      // Caches no value if the cache was invalidated during the read, or by a caller that was just resolved.
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

/**
 * Limits a read to `readMillisMax`. The interruption runs in the background, because it may also wait for the database.
 */
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
