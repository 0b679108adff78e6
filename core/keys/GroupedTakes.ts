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

/** The waiting requests of one key, by the limits under which they came. */
type WaitingParts = [Waiting, ...Array<Waiting>]

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
export const makeGroupedTakes = Effect.fnUntraced(function*<E>(options: GroupedTakesOptions<E>) {
  const takes = new GroupedTakes(options, yield* Clock.Clock, Effect.runForkWith(yield* Effect.context()))
  yield* Effect.forkScoped(
    Effect.all([takes.callStore, takes.watch], { concurrency: "unbounded" }).pipe(Effect.withTracerEnabled(false))
  )
  return takes.take
})

class GroupedTakes<E> {
  private readonly options: GroupedTakesOptions<E>
  private readonly clock: Clock.Clock
  private readonly runFork: (effect: Effect.Effect<void>) => unknown
  /** By key, the longest waiting first. */
  private readonly waiting = new Map<string, WaitingParts>()
  private readonly busy = new Set<string>()
  /** In the order in which they began. */
  private readonly calls = new Set<Call>()
  private readonly wake = Latch.makeUnsafe(false)
  private readonly isCalling = Latch.makeUnsafe(false)
  private requests = 0
  private failures = 0
  private reportedAt = -Infinity

  constructor(
    options: GroupedTakesOptions<E>,
    clock: Clock.Clock,
    runFork: (effect: Effect.Effect<void>) => unknown
  ) {
    this.options = options
    this.clock = clock
    this.runFork = runFork
  }

  /** Counts one request. Fails at once if too many wait. */
  readonly take = (
    key: string,
    limit: number,
    windowMillis: number
  ): Effect.Effect<RateDecision, NotCounted> =>
    Effect.callback((resume) => {
      if (this.requests >= waitingMax) return resume(tooMany)
      this.requests++
      const parts = this.waiting.get(key)
      const last = parts?.at(-1)
      if (last?.limit === limit && last.windowMillis === windowMillis) last.resumes.push(resume)
      else {
        const part = { key, limit, windowMillis, since: this.millisNow(), resumes: [resume] }
        if (parts === undefined) this.waiting.set(key, [part])
        else parts.push(part)
      }
      this.wake.openUnsafe()
    })

  /** Calls the store for the keys that wait, for as long as it runs. */
  get callStore(): Effect.Effect<never> {
    return Effect.gen({ self: this }, function*() {
      for (;;) {
        yield* this.wake.await
        // The other requests of this turn of the event loop are still to come.
        yield* Effect.yieldNow
        this.wake.closeUnsafe()
        while (this.calls.size < callsMax) {
          const group = this.nextGroup()
          if (group.length === 0) break
          yield* this.begin(group)
        }
      }
    })
  }

  /** Ends what takes too long. One timer for all deadlines: one for each call, with a fiber, would cost more than the rest. */
  get watch(): Effect.Effect<never> {
    return Effect.gen({ self: this }, function*() {
      let dueAt = Infinity
      for (;;) {
        yield* this.isCalling.await
        if (this.millisNow() - dueAt > stallMillisMin) yield* Effect.sleep(stallMillisMin)
        this.expireOld()
        const [call] = this.calls
        const [parts] = this.waiting.values()
        dueAt = Math.min(call?.beganAt ?? Infinity, parts?.[0].since ?? Infinity) + this.options.millisMax
        if (dueAt === Infinity) this.isCalling.closeUnsafe()
        // A timer may end a fraction of a millisecond early.
        else yield* Effect.sleep(Math.max(1, dueAt - this.millisNow()))
      }
    })
  }

  private millisNow(): number {
    return Number(this.clock.monotonicTimeNanosUnsafe()) / nanosPerMilli
  }

  /** Removes the next keys to count from those that wait. */
  private nextGroup(): ReadonlyArray<Waiting> {
    const group: Array<Waiting> = []
    let keys = 0
    for (const [key, parts] of this.waiting) {
      if (keys === keysMax) break
      if (this.busy.has(key)) continue
      keys++
      this.busy.add(key)
      this.waiting.delete(key)
      group.push(...parts)
    }
    return group.toSorted((one, other) => one.key < other.key ? -1 : one.key > other.key ? 1 : 0)
  }

  private begin(group: ReadonlyArray<Waiting>): Effect.Effect<void> {
    const takes = group.map(({ key, limit, resumes, windowMillis }) => ({
      key,
      limit,
      windowMillis,
      wanted: resumes.length
    }))
    return Effect.map(Effect.forkDetach(this.options.count(takes), { startImmediately: true }), (fiber) => {
      const call = { group, beganAt: this.millisNow(), fiber }
      this.calls.add(call)
      fiber.addObserver((exit) => this.answer(call, exit))
      this.isCalling.openUnsafe()
    })
  }

  private answer(call: Call, exit: Exit.Exit<ReadonlyArray<KeyGrant>, E>): void {
    if (!this.end(call)) return
    if (Exit.isFailure(exit)) return this.fail(call.group, exit.cause)
    for (const [index, part] of call.group.entries()) {
      const grant = exit.value[index]
      if (grant === undefined) this.fail([part], noResult)
      else this.settle(part, grant)
    }
  }

  /** Frees the keys of a call. Returns false for one that has ended before. */
  private end(call: Call): boolean {
    if (!this.calls.delete(call)) return false
    for (const { key } of call.group) this.busy.delete(key)
    this.wake.openUnsafe()
    return true
  }

  private settle({ limit, resumes }: Waiting, { granted, remaining, resetMillis }: KeyGrant): void {
    this.requests -= resumes.length
    resumes.forEach((resume, index) => {
      const allowed = index < granted
      const left = allowed ? remaining + granted - index - 1 : remaining
      resume(Effect.succeed({ allowed, limit, remaining: left, resetMillis }))
    })
  }

  private fail(parts: ReadonlyArray<Waiting>, cause: Cause.Cause<unknown>): void {
    const failed = Effect.fail(new NotCounted({ cause: Cause.squash(cause) }))
    for (const { resumes } of parts) {
      this.requests -= resumes.length
      for (const resume of resumes) resume(failed)
    }
    this.report(cause)
  }

  private report(cause: Cause.Cause<unknown>): void {
    const now = this.millisNow()
    this.failures++
    if (now - this.reportedAt < reportMillis) return
    this.reportedAt = now
    const times = this.failures > 1 ? ` (${this.failures} times since the last such message)` : ""
    this.failures = 0
    this.runFork(Effect.logError(`${this.options.failure}${times}`, cause))
  }

  private expireOld(): void {
    const latest = this.millisNow() - this.options.millisMax
    for (const call of this.calls) {
      if (call.beganAt > latest) break
      this.expire(call)
    }
    for (const [key, parts] of this.waiting) {
      if (parts[0].since > latest) break
      this.waiting.delete(key)
      this.fail(parts, this.noAnswer)
    }
  }

  /** Gives up a call that hangs, without a wait for its end. */
  private expire(call: Call): void {
    this.end(call)
    const parts = [...this.waiting.values()].flat()
    this.waiting.clear()
    call.fiber.interruptUnsafe()
    this.fail([...call.group, ...parts], this.noAnswer)
  }

  private get noAnswer(): Cause.Cause<never> {
    return Cause.die(new Error(`There was no answer within ${this.options.millisMax} ms.`))
  }
}

const tooMany = Effect.suspend(() => new NotCounted({ cause: new Error(`${waitingMax} requests wait to be counted.`) }))

const noResult = Cause.die(new Error("The store returned fewer results than it was asked for."))
