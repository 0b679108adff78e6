import { Cause, Clock, Data, Effect, Exit, type Fiber, Latch } from "effect"
import type { RateDecision } from "./RateLimit.ts"

/** Maximum number of keys per call of the store. Other servers wait for these keys until the call ends. */
export const batchKeysMax = 16
/** Maximum number of concurrent calls of the store. There are several, so that a slow call does not delay every key. */
export const storeCallsMax = 3
/** Maximum number of waiting requests. Further requests fail immediately. */
export const waitingRequestsMax = 10_000
/** Minimum milliseconds between two log messages about failed calls. */
export const logIntervalMillisMin = 10_000
/**
 * Delay of a timer, in milliseconds, above which the process counts as stalled. Calls then get this time in addition,
 * so that responses that have arrived in the meantime are read.
 */
export const stallMillisMin = 100

/** Error when a call failed or timed out. The request may still have been counted. */
export class NotCounted extends Data.TaggedError("NotCounted")<{ readonly cause: unknown }> {}

/** Requests of one key under one limit, counted together. */
export interface TakeRequest {
  readonly key: string
  readonly limit: number
  readonly windowMillis: number
  /** Number of requests, at least 1. */
  readonly wanted: number
}

/** Result of a `TakeRequest`. The first `granted` requests are accepted, and the others are refused. */
export interface TakeGrant {
  readonly granted: number
  /** Number of further requests that would be accepted now. */
  readonly remaining: number
  /** Milliseconds until the limit would accept one request more than `remaining`. */
  readonly resetMillis: number
}

export interface RateLimitBatcherOptions<E> {
  /** Log message about a call that failed. */
  readonly failure: string
  /** Counts the requests of each element in order, and returns the results in the same order. */
  readonly count: (takes: ReadonlyArray<TakeRequest>) => Effect.Effect<ReadonlyArray<TakeGrant>, E>
  /** Maximum milliseconds that a request waits for a call to begin. Also the maximum milliseconds that a call takes. */
  readonly millisMax: number
}

type Resume = (decision: Effect.Effect<RateDecision, NotCounted>) => void

/** Waiting requests of one key under one limit. */
interface WaitingPart {
  readonly key: string
  readonly limit: number
  readonly windowMillis: number
  readonly since: number
  readonly resumes: Array<Resume>
}

/** Waiting requests of one key. Each limit has one element. */
type WaitingParts = [WaitingPart, ...Array<WaitingPart>]

/** Call of the store that is in progress. */
interface Call {
  readonly group: ReadonlyArray<WaitingPart>
  readonly beganAt: number
  readonly fiber: Fiber.Fiber<unknown, unknown>
}

const nanosPerMilli = 1_000_000

/**
 * Returns a function that counts requests with few calls of a store. Requests that arrive in one turn of the event
 * loop, or while their key is being counted, share a call. Therefore a busy key costs one call at a time per server, at
 * any request rate.
 *
 * If a call fails, its requests fail. If a call times out, all waiting requests fail too, so that no request waits for
 * several calls in a row. Requests counted by such a call stay counted, so the limit is never exceeded.
 */
export const makeRateLimitBatcher = Effect.fnUntraced(function*<E>(options: RateLimitBatcherOptions<E>) {
  const takes = new RateLimitBatcher(options, yield* Clock.Clock, Effect.runForkWith(yield* Effect.context()))
  yield* Effect.forkScoped(
    Effect.all([takes.callStore, takes.watch], { concurrency: "unbounded" }).pipe(Effect.withTracerEnabled(false))
  )
  return takes.take
})

class RateLimitBatcher<E> {
  private readonly options: RateLimitBatcherOptions<E>
  private readonly clock: Clock.Clock
  private readonly runFork: (effect: Effect.Effect<void>) => unknown
  /** Waiting requests by key, longest waiting first. */
  private readonly waiting = new Map<string, WaitingParts>()
  private readonly busy = new Set<string>()
  /** Calls in progress, ordered by start time. */
  private readonly calls = new Set<Call>()
  private readonly wake = Latch.makeUnsafe(false)
  private readonly isCalling = Latch.makeUnsafe(false)
  private requests = 0
  private failures = 0
  private reportedAt = -Infinity

  constructor(
    options: RateLimitBatcherOptions<E>,
    clock: Clock.Clock,
    runFork: (effect: Effect.Effect<void>) => unknown
  ) {
    this.options = options
    this.clock = clock
    this.runFork = runFork
  }

  /** Counts one request. Fails immediately if too many requests are waiting. */
  readonly take = (
    key: string,
    limit: number,
    windowMillis: number
  ): Effect.Effect<RateDecision, NotCounted> =>
    Effect.callback((resume) => {
      if (this.requests >= waitingRequestsMax) return resume(tooMany)
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

  /** Calls the store for waiting keys until it is interrupted. */
  get callStore(): Effect.Effect<never> {
    return Effect.gen({ self: this }, function*() {
      for (;;) {
        yield* this.wake.await
        // The other requests of this turn of the event loop arrive first.
        yield* Effect.yieldNow
        this.wake.closeUnsafe()
        while (this.calls.size < storeCallsMax) {
          const group = this.nextGroup()
          if (group.length === 0) break
          yield* this.begin(group)
        }
      }
    })
  }

  /**
   * Ends overdue calls and requests. Uses one timer for all deadlines, because a timer and a fiber per call would
   * dominate the cost.
   */
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
        // A timer may fire a fraction of a millisecond early.
        else yield* Effect.sleep(Math.max(1, dueAt - this.millisNow()))
      }
    })
  }

  private millisNow(): number {
    return Number(this.clock.monotonicTimeNanosUnsafe()) / nanosPerMilli
  }

  /** Removes the next keys to count from the queue. */
  private nextGroup(): ReadonlyArray<WaitingPart> {
    const group: Array<WaitingPart> = []
    let keys = 0
    for (const [key, parts] of this.waiting) {
      if (keys === batchKeysMax) break
      if (this.busy.has(key)) continue
      keys++
      this.busy.add(key)
      this.waiting.delete(key)
      group.push(...parts)
    }
    return group.toSorted((one, other) => one.key < other.key ? -1 : one.key > other.key ? 1 : 0)
  }

  private begin(group: ReadonlyArray<WaitingPart>): Effect.Effect<void> {
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

  private answer(call: Call, exit: Exit.Exit<ReadonlyArray<TakeGrant>, E>): void {
    if (!this.end(call)) return
    if (Exit.isFailure(exit)) return this.fail(call.group, exit.cause)
    for (const [index, part] of call.group.entries()) {
      const grant = exit.value[index]
      if (grant === undefined) this.fail([part], noResult)
      else this.settle(part, grant)
    }
  }

  /** Releases the keys of a call. Returns false if the call has already ended. */
  private end(call: Call): boolean {
    if (!this.calls.delete(call)) return false
    for (const { key } of call.group) this.busy.delete(key)
    this.wake.openUnsafe()
    return true
  }

  private settle({ limit, resumes }: WaitingPart, { granted, remaining, resetMillis }: TakeGrant): void {
    this.requests -= resumes.length
    resumes.forEach((resume, index) => {
      const allowed = index < granted
      const left = allowed ? remaining + granted - index - 1 : remaining
      resume(Effect.succeed({ allowed, limit, remaining: left, resetMillis }))
    })
  }

  private fail(parts: ReadonlyArray<WaitingPart>, cause: Cause.Cause<unknown>): void {
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
    if (now - this.reportedAt < logIntervalMillisMin) return
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

  /** Abandons a call that hangs, without waiting for it to end, and fails all waiting requests. */
  private expire(call: Call): void {
    this.end(call)
    const parts = [...this.waiting.values()].flat()
    this.waiting.clear()
    call.fiber.interruptUnsafe()
    this.fail([...call.group, ...parts], this.noAnswer)
  }

  private get noAnswer(): Cause.Cause<never> {
    return Cause.die(new Error(`The rate limit store did not answer within ${this.options.millisMax} ms.`))
  }
}

const tooMany = Effect.suspend(() =>
  new NotCounted({ cause: new Error(`${waitingRequestsMax} requests are already waiting to be counted.`) })
)

const noResult = Cause.die(new Error("The rate limit store returned too few results."))
