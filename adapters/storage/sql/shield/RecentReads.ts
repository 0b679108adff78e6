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
  const clock = yield* Clock.Clock
  const wake = Latch.makeUnsafe(false)
  const found = new Map<string, Known<A>>()
  const unknown = new Map<string, number>()
  const waiting = new Map<string, Array<(answer: Effect.Effect<A | null>) => void>>()
  let changes = 0
  let failedAt = -Infinity
  let silentAt = -Infinity

  const keep = (key: string, value: A | undefined, readAt: number) => {
    found.delete(key)
    unknown.delete(key)
    if (value === undefined) put(unknown, key, readAt, unknownKeptMax)
    else put(found, key, { value, readAt }, foundKeptMax)
  }

  const answer = (key: string, of: Effect.Effect<A | null>) => {
    const waiters = waiting.get(key) ?? []
    waiting.delete(key)
    for (const resume of waiters) resume(of)
  }

  const answerWhileAway = (keys: ReadonlyArray<string>, cause: Cause.Cause<unknown>) => {
    const now = clock.currentTimeMillisUnsafe()
    for (const key of keys) answer(key, whileAway(key, cause, now))
  }

  const whileAway = (key: string, cause: Cause.Cause<unknown>, now: number): Effect.Effect<A | null> => {
    const known = found.get(key)
    return known !== undefined && isYoung(now - known.readAt, options.awayMillisMax)
      ? Effect.succeed(known.value)
      : Effect.die(Cause.squash(cause))
  }

  const readGroup = Effect.fnUntraced(function*() {
    const keys = [...waiting.keys()].slice(0, keysReadMax)
    const readAt = clock.currentTimeMillisUnsafe()
    const changesBefore = changes
    // One has waited for an answer in vain; the others must not wait for it in turn.
    if (isYoung(readAt - silentAt, awayRetryMillis)) return answerWhileAway(keys, noAnswer)
    const answered = yield* withinTime(options.read(keys))
    const exit = Option.getOrElse(answered, () => Exit.failCause(noAnswer))
    if (Exit.isSuccess(exit)) {
      failedAt = -Infinity
      for (const key of keys) {
        // A change while the rows were on their way may have overtaken them.
        if (changes === changesBefore) keep(key, exit.value.get(key), readAt)
        answer(key, Effect.succeed(exit.value.get(key) ?? null))
      }
      return
    }
    failedAt = clock.currentTimeMillisUnsafe()
    if (Option.isNone(answered)) silentAt = failedAt
    answerWhileAway(keys, exit.cause)
  })

  yield* Effect.forkScoped(
    Effect.gen(function*() {
      for (;;) {
        yield* wake.await
        wake.closeUnsafe()
        while (waiting.size > 0) yield* readGroup()
      }
    }).pipe(Effect.withTracerEnabled(false))
  )

  const atHand = (key: string): A | null | undefined => {
    const now = clock.currentTimeMillisUnsafe()
    const known = found.get(key)
    if (known !== undefined) {
      return isYoung(
          now - known.readAt,
          isYoung(now - failedAt, awayRetryMillis) ? options.awayMillisMax : options.staleMillisMax
        )
        ? known.value
        : undefined
    }
    const missingAt = unknown.get(key)
    return missingAt !== undefined && isYoung(now - missingAt, options.staleMillisMax) ? null : undefined
  }

  const wait = (key: string) =>
    Effect.callback<A | null>((resume) => {
      const waiters = waiting.get(key)
      if (waiters === undefined) waiting.set(key, [resume])
      else waiters.push(resume)
      wake.openUnsafe()
    })

  const reads: RecentReads<A> = {
    find: (key) => {
      const known = atHand(key)
      return known === undefined ? wait(key) : Effect.succeed(known)
    },
    forget: () => {
      changes++
      found.clear()
      unknown.clear()
    }
  }
  return reads
})

/** A connection that answers no more is left behind: whoever waits for it must not wait for its end as well. */
const withinTime = Effect.fnUntraced(function*<A>(read: Effect.Effect<A, SqlError.SqlError>) {
  const fiber = yield* Effect.forkDetach(read)
  const exit = yield* Effect.timeoutOption(Fiber.await(fiber), readMillisMax)
  if (Option.isNone(exit)) yield* Effect.forkDetach(Fiber.interrupt(fiber))
  return exit
})

const noAnswer = Cause.die(new Error(`The database has not answered within ${readMillisMax} ms.`))

const put = <Value>(map: Map<string, Value>, key: string, value: Value, sizeMax: number): void => {
  if (map.size >= sizeMax) map.delete(map.keys().next().value!)
  map.set(key, value)
}
