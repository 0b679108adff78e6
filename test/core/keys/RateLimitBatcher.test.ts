import { describe, expect, it } from "@effect/vitest"
import { Clock, Deferred, Duration, Effect, Exit, Fiber, Logger } from "effect"
import { TestClock } from "effect/testing"
import type { RateDecision } from "../../../core/keys/RateLimit.ts"
import {
  batchKeysMax,
  makeRateLimitBatcher,
  stallMillisMin,
  storeCallsMax,
  type TakeGrant,
  type TakeRequest,
  waitingRequestsMax
} from "../../../core/keys/RateLimitBatcher.ts"

const windowMillis = 60_000
const millisMax = 1_000
const all = { concurrency: "unbounded" } as const

/** Makes a batcher on a store that grants every request, as soon as the test lets the store respond. */
const setUp = Effect.fnUntraced(function*() {
  const calls: Array<ReadonlyArray<TakeRequest>> = []
  const state = {
    meanwhile: Effect.void as Effect.Effect<void, string>,
    grant: ({ limit, wanted }: TakeRequest): TakeGrant => ({
      granted: wanted,
      remaining: limit - wanted,
      resetMillis: 7
    }),
    results: (grants: ReadonlyArray<TakeGrant>): ReadonlyArray<TakeGrant> => grants
  }
  const take = yield* makeRateLimitBatcher({
    failure: "The store does not count",
    count: (takes) =>
      Effect.suspend(() => {
        calls.push(takes)
        return Effect.map(state.meanwhile, () => state.results(takes.map(state.grant)))
      }),
    millisMax
  })
  const callOf = (call: ReadonlyArray<TakeRequest>) => call.map(({ key, wanted }) => `${key} ${wanted}`)
  return {
    take: (key: string, limit = 60) => take(key, limit, windowMillis),
    state,
    /** Returns the keys and the numbers of requests of each call. */
    calls: () => calls.map(callOf)
  }
})

/** Suspends the store's calls until the test continues them. */
const hold = Effect.fnUntraced(function*(state: { meanwhile: Effect.Effect<void, string> }) {
  const gate = yield* Deferred.make<void, string>()
  state.meanwhile = Deferred.await(gate)
  return gate
})

/** Runs all fibers that do not wait for a timer. */
const turn = TestClock.adjust(0)

describe("requests that are counted together", () => {
  it.effect("share one call if they arrive at once, with keys in one order", () =>
    Effect.gen(function*() {
      const { calls, take } = yield* setUp()
      yield* Effect.forEach(["b", "a", "b", "c", "b"], (key) => take(key), all)
      expect(calls()).toEqual([["a 1", "b 3", "c 1"]])
    }))

  it.effect("get the same decisions as if they were counted one by one", () =>
    Effect.gen(function*() {
      const { state, take } = yield* setUp()
      state.grant = () => ({ granted: 2, remaining: 0, resetMillis: 500 })
      const decisions = yield* Effect.forEach([1, 2, 3, 4], () => take("a", 10), all)
      const refused: RateDecision = { allowed: false, limit: 10, remaining: 0, resetMillis: 500 }
      expect(decisions).toEqual([
        { ...refused, allowed: true, remaining: 1 },
        { ...refused, allowed: true },
        refused,
        refused
      ])
    }))

  it.effect("wait for the call that counts their key, but not for those of other keys", () =>
    Effect.gen(function*() {
      const { calls, state, take } = yield* setUp()
      const gate = yield* hold(state)
      const first = yield* Effect.forkChild(take("a"))
      yield* turn
      const later = yield* Effect.forkChild(Effect.forEach(["a", "a", "b"], (key) => take(key), all))
      yield* turn
      expect(calls()).toEqual([["a 1"], ["b 1"]])
      yield* Deferred.succeed(gate, undefined)
      yield* Fiber.joinAll([first, later])
      expect(calls()).toEqual([["a 1"], ["b 1"], ["a 2"]])
    }))

  it.effect("are counted in order of arrival if the limit has changed", () =>
    Effect.gen(function*() {
      const { calls, take } = yield* setUp()
      const decisions = yield* Effect.forEach([60, 60, 30, 60], (limit) => take("a", limit), all)
      expect(calls()).toEqual([["a 2", "a 1", "a 1"]])
      expect(decisions.map(({ limit, remaining }) => [limit, remaining])).toEqual([[60, 59], [60, 58], [30, 29], [
        60,
        59
      ]])
    }))

  it.effect("are sent for at most 16 keys per call, in at most 3 concurrent calls", () =>
    Effect.gen(function*() {
      const { calls, state, take } = yield* setUp()
      const gate = yield* hold(state)
      const keys = Array.from({ length: batchKeysMax * (storeCallsMax + 1) + 1 }, (_, index) => `key ${index}`)
      const taking = yield* Effect.forkChild(Effect.forEach(keys, (key) => take(key), all))
      yield* turn
      expect(calls().map(({ length }) => length)).toEqual([16, 16, 16])
      yield* Deferred.succeed(gate, undefined)
      yield* Fiber.join(taking)
      expect(calls().map(({ length }) => length)).toEqual([16, 16, 16, 16, 1])
    }))
})

describe("a store that does not count", () => {
  it.effect("fails the requests for which it returns no result", () =>
    Effect.gen(function*() {
      const { state, take } = yield* setUp()
      state.results = (grants) => grants.slice(0, 1)
      const exits = yield* Effect.forEach(["a", "b"], (key) => Effect.exit(take(key)), all)
      expect(exits.map(({ _tag }) => _tag)).toEqual(["Success", "Failure"])
    }))

  it.effect("fails only the requests of a failed call", () =>
    Effect.gen(function*() {
      const { state, take } = yield* setUp()
      const gate = yield* hold(state)
      const failing = yield* Effect.forkChild(Effect.exit(take("a")))
      yield* turn
      const waiting = yield* Effect.forkChild(take("a"))
      yield* turn
      state.meanwhile = Effect.void
      yield* Deferred.fail(gate, "away")
      const failed = yield* Effect.flip(yield* Fiber.join(failing))
      expect([failed._tag, failed.cause]).toEqual(["NotCounted", "away"])
      expect(yield* Fiber.join(waiting)).toMatchObject({ allowed: true })
    }))

  it.effect("delays no request beyond the deadline or for a second call", () =>
    Effect.gen(function*() {
      const { calls, state, take } = yield* setUp()
      // Sends a request of another key, then no request for twice the deadline.
      yield* take("b")
      yield* TestClock.adjust(2 * millisMax)
      yield* hold(state)
      const first = yield* Effect.forkChild(Effect.exit(take("a")))
      yield* TestClock.adjust(millisMax - 1)
      const second = yield* Effect.forkChild(Effect.exit(take("a")))
      yield* turn
      expect(first.pollUnsafe()).toBeUndefined()
      yield* TestClock.adjust(1)
      expect([Exit.isFailure(yield* Fiber.join(first)), Exit.isFailure(yield* Fiber.join(second))]).toEqual([
        true,
        true
      ])
      state.meanwhile = Effect.void
      expect(yield* take("a")).toMatchObject({ allowed: true })
      expect(calls()).toEqual([["b 1"], ["a 1"], ["a 1"]])
    }))

  it.effect("delays no request beyond the deadline if a call is slow and still running", () =>
    Effect.gen(function*() {
      const { calls, state, take } = yield* setUp()
      const slow = yield* hold(state)
      const keys = Array.from({ length: 2 * batchKeysMax * storeCallsMax + 1 }, (_, index) => `${1_000 + index}`)
      const taking = yield* Effect.forEach(keys, (key) => Effect.forkChild(Effect.exit(take(key))))
      yield* TestClock.adjust(millisMax - 100)
      const slower = yield* hold(state)
      yield* Deferred.succeed(slow, undefined)
      yield* TestClock.adjust(99)
      expect(calls()).toHaveLength(2 * storeCallsMax)
      expect(taking.at(-1)!.pollUnsafe()).toBeUndefined()
      yield* TestClock.adjust(1)
      yield* Deferred.succeed(slower, undefined)
      const exits = yield* Effect.forEach(taking, Fiber.join)
      expect(exits.map(Exit.isSuccess)).toEqual(keys.map((_, index) => index < keys.length - 1))
      expect(calls()).toHaveLength(2 * storeCallsMax)
    }))

  it.effect("uses results that arrived while the process was suspended before requests fail", () => {
    const timers: Array<{ readonly millis: number; readonly end: () => void }> = []
    const monotonic = { millis: 0 }
    const nanos = () => BigInt(monotonic.millis) * 1_000_000n
    const clock: Clock.Clock = {
      currentTimeMillisUnsafe: () => monotonic.millis,
      currentTimeMillis: Effect.sync(() => monotonic.millis),
      currentTimeNanosUnsafe: nanos,
      currentTimeNanos: Effect.sync(nanos),
      monotonicTimeNanosUnsafe: nanos,
      monotonicTimeNanos: Effect.sync(nanos),
      sleep: (duration) =>
        Effect.callback<void>((resume) =>
          void timers.push({ millis: Duration.toMillis(duration), end: () => resume(Effect.void) })
        )
    }
    return Effect.gen(function*() {
      const { state, take } = yield* setUp()
      const gate = yield* hold(state)
      const taking = yield* Effect.forkChild(take("a"))
      for (let turns = 0; turns < 5; turns++) yield* Effect.yieldNow
      expect(timers.map(({ millis }) => millis)).toEqual([millisMax])
      monotonic.millis = 5 * millisMax
      timers[0]!.end()
      for (let turns = 0; turns < 5; turns++) yield* Effect.yieldNow
      expect(timers.map(({ millis }) => millis)).toEqual([millisMax, stallMillisMin])
      yield* Deferred.succeed(gate, undefined)
      expect(yield* Fiber.join(taking)).toMatchObject({ allowed: true })
    }).pipe(Effect.provideService(Clock.Clock, clock))
  })

  it.effect("ends a call that took too long", () =>
    Effect.gen(function*() {
      const { state, take } = yield* setUp()
      let ended = false
      state.meanwhile = Effect.onInterrupt(Effect.never, () =>
        Effect.sync(() => {
          ended = true
        }))
      const taking = yield* Effect.forkChild(Effect.exit(take("a")))
      yield* TestClock.adjust(millisMax)
      yield* Fiber.join(taking)
      yield* turn
      expect(ended).toBe(true)
    }))

  it.effect("fails a request immediately if 10,000 are waiting", () =>
    Effect.gen(function*() {
      const { state, take } = yield* setUp()
      const gate = yield* hold(state)
      const taking = yield* Effect.forkChild(
        Effect.forEach(Array.from({ length: waitingRequestsMax }), () => take("a", 1e6), all)
      )
      yield* turn
      expect(Exit.isFailure(yield* Effect.exit(take("b")))).toBe(true)
      yield* Deferred.succeed(gate, undefined)
      expect(yield* Fiber.join(taking)).toHaveLength(10_000)
      expect(yield* take("b")).toMatchObject({ allowed: true })
    }))

  it.effect("is logged at most every 10 seconds, with the number of failures", () => {
    const lines: Array<string> = []
    const logger = Logger.make<unknown, void>(({ message }) => void lines.push(String(message)))
    return Effect.gen(function*() {
      const { state, take } = yield* setUp()
      state.meanwhile = Effect.fail("away")
      const fail = Effect.andThen(Effect.exit(take("a")), turn)
      yield* Effect.andThen(fail, fail)
      yield* TestClock.adjust(10_000)
      yield* fail
      expect(lines).toEqual([
        "The store does not count",
        "The store does not count (2 times since the last such message)"
      ])
    }).pipe(Effect.provide(Logger.layer([logger])))
  })
})
