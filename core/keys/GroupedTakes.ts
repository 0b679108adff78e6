import { Cause, Clock, Data, Effect, Exit, type Fiber, Latch } from "effect"
import type { RateDecision } from "./RateLimit.ts"

/** Keys counted with one call of the store: other servers wait for a key until the call has ended. */
export const keysMax = 16
/** Calls of the store at the same time, so that a slow one does not delay every key. */
export const callsMax = 3
/** Requests that wait to be counted. Beyond it a request fails at once. */
export const waitingMax = 10_000
/** Least time between two log messages about failed calls. */
export const reportMillis = 10_000
/**
 * A timer that ends later than this means that the process itself stood still. The calls then go on for as long again, so that answers
 * that have arrived meanwhile are read.
 */
export const stallMillisMin = 100

/** A call has failed, or has not ended in time. The request may have been counted all the same. */
export class NotCounted extends Data.TaggedError("NotCounted")<{ readonly cause: unknown }> {}

/** Requests of one key under one limit, counted together. */
export interface KeyTakes {
  readonly key: string
  readonly limit: number
  readonly windowMillis: number
  /** Number of requests, at least 1. */
  readonly wanted: number
}

/** The result of `KeyTakes`: the first `granted` requests are accepted, the others are refused. */
export interface KeyGrant {
  readonly granted: number
  /** How many more would be accepted. */
  readonly remaining: number
  /** Until one more than `remaining` would be accepted. */
  readonly resetMillis: number
}

export interface GroupedTakesOptions<E> {
  /** Log message about a call that failed. */
  readonly failure: string
  /** Counts each element in order, and returns their results in the same order. */
  readonly count: (takes: ReadonlyArray<KeyTakes>) => Effect.Effect<ReadonlyArray<KeyGrant>, E>
  /** Longest time that a request waits for a call to begin, and that a call takes. */
  readonly millisMax: number
}

type Resume = (decision: Effect.Effect<RateDecision, NotCounted>) => void

/** Requests of one key under one limit, and who waits for each. */
interface Waiting {
  readonly key: string
  readonly limit: number
  readonly windowMillis: number
  /** When the first of them came. */
  readonly since: number
  readonly resumes: Array<Resume>
}

/** A call of the store that has not ended. */
interface Call {
  readonly group: ReadonlyArray<Waiting>
  readonly beganAt: number
  readonly fiber: Fiber.Fiber<unknown, unknown>
}

const nanosPerMilli = 1_000_000

/**
 * Counts requests with few calls of a store: requests that arrive in one turn of the event loop, and those that arrive while their key
 * is being counted, share a call. A busy key so costs one call at a time for each server, however many requests it makes.
 *
 * If a call fails or takes too long, its requests fail; after one that took too long every waiting request does, so that none waits
 * for several calls one after the other. What such a call has counted stays counted: never too little.
 */
export const makeGroupedTakes = Effect.fnUntraced(function*<E>({ count, failure, millisMax }: GroupedTakesOptions<E>) {
  const clock = yield* Clock.Clock
  const runFork = Effect.runForkWith(yield* Effect.context())
  const millisNow = () => Number(clock.monotonicTimeNanosUnsafe()) / nanosPerMilli
  const waiting = new Map<string, Array<Waiting>>()
  const busy = new Set<string>()
  /** In the order in which they began, as the waiting keys in that in which they came: the oldest first. */
  const calls = new Set<Call>()
  const wake = Latch.makeUnsafe(false)
  const isCalling = Latch.makeUnsafe(false)
  let requests = 0
  let failures = 0
  let reportedAt = -Infinity

  /** Removes the next keys to count from those that wait. */
  const nextGroup = (): ReadonlyArray<Waiting> => {
    const group: Array<Waiting> = []
    let keys = 0
    for (const [key, parts] of waiting) {
      if (keys === keysMax) break
      if (busy.has(key)) continue
      keys++
      busy.add(key)
      waiting.delete(key)
      group.push(...parts)
    }
    return group.toSorted((one, other) => one.key < other.key ? -1 : one.key > other.key ? 1 : 0)
  }

  const settle = ({ limit, resumes }: Waiting, { granted, remaining, resetMillis }: KeyGrant) => {
    requests -= resumes.length
    resumes.forEach((resume, index) => {
      const allowed = index < granted
      const left = allowed ? remaining + granted - index - 1 : remaining
      resume(Effect.succeed({ allowed, limit, remaining: left, resetMillis }))
    })
  }

  const noAnswer = Cause.die(new Error(`There was no answer within ${millisMax} ms.`))

  const report = (cause: Cause.Cause<unknown>) => {
    const now = millisNow()
    failures++
    if (now - reportedAt < reportMillis) return
    reportedAt = now
    const times = failures > 1 ? ` (${failures} times since the last such message)` : ""
    failures = 0
    runFork(Effect.logError(`${failure}${times}`, cause))
  }

  const fail = (parts: ReadonlyArray<Waiting>, cause: Cause.Cause<unknown>) => {
    const failed = Effect.fail(new NotCounted({ cause: Cause.squash(cause) }))
    for (const { resumes } of parts) {
      requests -= resumes.length
      for (const resume of resumes) resume(failed)
    }
    report(cause)
  }

  /** Frees the keys of a call. Returns false for one that has ended before. */
  const end = (call: Call): boolean => {
    if (!calls.delete(call)) return false
    for (const { key } of call.group) busy.delete(key)
    wake.openUnsafe()
    return true
  }

  const answer = (call: Call, exit: Exit.Exit<ReadonlyArray<KeyGrant>, E>) => {
    if (!end(call)) return
    if (Exit.isSuccess(exit)) call.group.forEach((part, index) => settle(part, exit.value[index]!))
    else fail(call.group, exit.cause)
  }

  /** Gives up a call that hangs, without a wait for its end. */
  const expire = (call: Call) => {
    end(call)
    const parts = [...waiting.values()].flat()
    waiting.clear()
    call.fiber.interruptUnsafe()
    fail([...call.group, ...parts], noAnswer)
  }

  const begin = Effect.fnUntraced(function*(group: ReadonlyArray<Waiting>) {
    const takes = group.map(({ key, limit, resumes, windowMillis }) => ({
      key,
      limit,
      windowMillis,
      wanted: resumes.length
    }))
    const fiber = yield* Effect.forkDetach(count(takes), { startImmediately: true })
    const call = { group, beganAt: millisNow(), fiber }
    calls.add(call)
    fiber.addObserver((exit) => answer(call, exit))
    isCalling.openUnsafe()
  })

  const expireOld = () => {
    const latest = millisNow() - millisMax
    for (const call of calls) {
      if (call.beganAt > latest) break
      expire(call)
    }
    for (const [key, parts] of waiting) {
      if (parts[0]!.since > latest) break
      waiting.delete(key)
      fail(parts, noAnswer)
    }
  }

  /** One timer for all deadlines: one for each call, with a fiber, would cost more than the rest. */
  const watch = Effect.gen(function*() {
    let dueAt = Infinity
    for (;;) {
      yield* isCalling.await
      if (millisNow() - dueAt > stallMillisMin) yield* Effect.sleep(stallMillisMin)
      expireOld()
      const [call] = calls
      const [parts] = waiting.values()
      dueAt = Math.min(call?.beganAt ?? Infinity, parts?.[0]!.since ?? Infinity) + millisMax
      if (dueAt === Infinity) isCalling.closeUnsafe()
      // A timer may end a fraction of a millisecond early.
      else yield* Effect.sleep(Math.max(1, dueAt - millisNow()))
    }
  })

  const callStore = Effect.gen(function*() {
    for (;;) {
      yield* wake.await
      // The other requests of this turn of the event loop are still to come.
      yield* Effect.yieldNow
      wake.closeUnsafe()
      while (calls.size < callsMax) {
        const group = nextGroup()
        if (group.length === 0) break
        yield* begin(group)
      }
    }
  })

  yield* Effect.forkScoped(
    Effect.all([callStore, watch], { concurrency: "unbounded" }).pipe(Effect.withTracerEnabled(false))
  )

  return (key: string, limit: number, windowMillis: number): Effect.Effect<RateDecision, NotCounted> =>
    Effect.callback((resume) => {
      if (requests >= waitingMax) return resume(tooMany)
      requests++
      const parts = waiting.get(key)
      const last = parts?.at(-1)
      if (last?.limit === limit && last.windowMillis === windowMillis) last.resumes.push(resume)
      else {
        const part = { key, limit, windowMillis, since: millisNow(), resumes: [resume] }
        if (parts === undefined) waiting.set(key, [part])
        else parts.push(part)
      }
      wake.openUnsafe()
    })
})

const tooMany = Effect.suspend(() => new NotCounted({ cause: new Error(`${waitingMax} requests wait to be counted.`) }))
