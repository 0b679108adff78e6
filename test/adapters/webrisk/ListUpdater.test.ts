import { describe, expect, it } from "@effect/vitest"
import { Clock, Effect, Exit, Fiber, Random, Result, Scope } from "effect"
import { TestClock } from "effect/testing"
import {
  backOffMillis,
  backOffMillisMax,
  clockSkewMillisMax,
  type ListUpdaterOptions,
  startListUpdater,
  unreachedMillis,
  UpdateFailed,
  updateMillisMax,
  type UpdateResult
} from "../../../adapters/webrisk/ListUpdater.ts"

const minutes = 60_000
const hours = 60 * minutes

const failure = (given: Partial<UpdateFailed> = {}) =>
  new UpdateFailed({ message: "It said no.", isReached: true, retryAfterMillis: null, ...given })

/** Creates a list whose updates return the scripted results, the last of which repeats. Records the request times. */
const scripted = (
  script: ReadonlyArray<UpdateResult | UpdateFailed | "defect" | "hang">,
  options: Partial<ListUpdaterOptions<never>> = {}
) => {
  const askedAt: Array<number> = []
  const update = Effect.gen(function*() {
    askedAt.push(yield* Clock.currentTimeMillis)
    const step = script[Math.min(askedAt.length, script.length) - 1]!
    yield* Effect.yieldNow
    if (step === "defect") return yield* Effect.die(new Error("a bug"))
    if (step === "hang") return yield* Effect.never
    return step instanceof UpdateFailed ? yield* step : step
  })
  const kept = startListUpdater({
    name: "list",
    updatedAt: null,
    periodMillis: 30 * minutes,
    jitterMillis: 30_000,
    freshMillis: hours,
    ...options,
    update
  })
  return { askedAt, kept }
}

const done: UpdateResult = { waitMillis: null }
const stateNow = (list: { readonly state: (now: number) => string }) =>
  Effect.map(Clock.currentTimeMillis, (now) => list.state(now))

describe("backoff", () => {
  // Published table of Chromium's TestBackOffLogic, in minutes: shortest and longest delay.
  const table = [[15, 30], [30, 60], [60, 120], [120, 240], [240, 480], [480, 960], [960, 1_440], [1_440, 1_440]]

  it.each(table.map(([least, most], at) => ({ failures: at + 1, least: least!, most: most! })))(
    "after $failures failures is from $least to $most minutes",
    ({ failures, least, most }) => {
      expect(backOffMillis(failures, 0) / minutes).toBe(least)
      expect(Math.round(backOffMillis(failures, 0.999_999) / minutes)).toBe(most)
    }
  )

  it("uses Retry-After if it is longer, up to a day", () => {
    expect(backOffMillis(1, 0, 2 * hours)).toBe(2 * hours)
    expect(backOffMillis(3, 0, minutes)).toBe(hours)
    expect(backOffMillis(1, 0, 1e15)).toBe(backOffMillisMax)
    expect(backOffMillis(1e9, 0.5)).toBe(backOffMillisMax)
  })

  it("is short for an unreachable vendor", () => {
    expect([1, 2, 3, 40].map((failures) => unreachedMillis(failures, 0) / 1_000)).toEqual([15, 30, 60, 900])
  })
})

describe("a scheduled list update", () => {
  it.effect("starts at once without a snapshot, then runs periodically with jitter", () =>
    Effect.gen(function*() {
      const { askedAt, kept } = scripted([done])
      const list = yield* kept
      expect(yield* stateNow(list)).toBe("down")
      yield* TestClock.adjust(1)
      expect(yield* stateNow(list)).toBe("live")
      yield* TestClock.adjust(24 * hours)
      expect(askedAt[0]).toBe(0)
      const gaps = askedAt.slice(1).map((at, before) => at - askedAt[before]!)
      expect(gaps.length).toBeGreaterThanOrEqual(47)
      expect(Math.min(...gaps)).toBeGreaterThanOrEqual(29.5 * minutes)
      expect(Math.max(...gaps)).toBeLessThanOrEqual(30.5 * minutes)
      expect(new Set(gaps).size).toBeGreaterThan(10)
    }))

  it.effect("is delayed by up to a minute if a snapshot can answer meanwhile", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(5 * hours)
      const { askedAt, kept } = scripted([done], { updatedAt: 4.5 * hours })
      const list = yield* kept.pipe(Effect.provideService(Random.Random, halfway))
      expect(yield* stateNow(list)).toBe("live")
      yield* TestClock.adjust(29_999)
      expect(askedAt).toEqual([])
      yield* TestClock.adjust(1)
      expect(askedAt).toEqual([5 * hours + 30_000])
    }))

  it.effect.each([
    { age: "is too old to count", updatedAt: 0 },
    { age: "is from the future", updatedAt: 40 * hours }
  ])("starts at once if the snapshot $age", ({ updatedAt }) =>
    Effect.gen(function*() {
      yield* TestClock.setTime(25 * hours)
      const { askedAt, kept } = scripted([failure()], { updatedAt })
      const list = yield* kept
      yield* TestClock.adjust(1)
      expect(askedAt).toEqual([25 * hours])
      expect(yield* stateNow(list)).toBe("down")
    }))

  it.effect("leaves the list down if the clock goes back beyond the tolerance", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(100 * hours)
      const list = yield* scripted([done], { updatedAt: 100 * hours }).kept
      expect(list.state(100 * hours - clockSkewMillisMax)).toBe("live")
      expect(list.state(100 * hours - clockSkewMillisMax - 1)).toBe("down")
    }))

  it.effect("runs at the time set by the vendor, within limits", () =>
    Effect.gen(function*() {
      const { askedAt, kept } = scripted([
        { waitMillis: 2_000_000 },
        { waitMillis: 0 },
        { waitMillis: Infinity },
        done
      ])
      const list = yield* kept
      yield* TestClock.adjust(2_000_000)
      expect(askedAt).toEqual([0, 2_000_000])
      yield* TestClock.adjust(1_000)
      expect(askedAt).toEqual([0, 2_000_000, 2_001_000])
      yield* TestClock.adjust(12 * hours - 1)
      expect(askedAt.length).toBe(3)
      expect(yield* stateNow(list), "the vendor wished so").toBe("live")
      yield* TestClock.adjust(1)
      expect(askedAt.length).toBe(4)
    }))

  it.effect("turns live lists stale and then down if the vendor fails for more than a day, and live after recovery", () =>
    Effect.gen(function*() {
      const { askedAt, kept } = scripted([done, ...Array.from({ length: 8 }, () => failure()), done])
      const list = yield* kept
      const states: Array<string> = []
      for (let hour = 0; hour < 30; hour++) {
        yield* TestClock.adjust(hours)
        states.push(yield* stateNow(list))
        expect(list.status.updatedAt).toBe(0)
      }
      expect(states).toEqual(["live", ...states.slice(1, 24).fill("stale"), ...states.slice(24).fill("down")])
      expect(list.status).toMatchObject({ problem: "It said no.", checkedAt: askedAt.at(-1) })
      expect(list.status.failures).toBe(askedAt.length - 1)
      yield* TestClock.adjust(72 * hours)
      expect(yield* stateNow(list)).toBe("live")
      expect(list.status).toMatchObject({ problem: null, failures: 0 })
    }))

  it.effect("backs off by the formula, or by Retry-After if that is longer", () =>
    Effect.gen(function*() {
      const { askedAt, kept } = scripted([failure(), failure(), failure({ retryAfterMillis: 5 * hours }), failure()])
      yield* kept.pipe(Effect.provideService(Random.Random, halfway))
      yield* TestClock.adjust(12 * hours)
      expect(askedAt.map((at) => at / minutes)).toEqual([0, 22.5, 67.5, 367.5, 547.5])
    }))

  it.effect("is retried within seconds if the vendor was unreachable", () =>
    Effect.gen(function*() {
      const { askedAt, kept } = scripted([
        failure({ isReached: false }),
        failure({ isReached: false }),
        failure(),
        done
      ])
      yield* kept.pipe(Effect.provideService(Random.Random, halfway))
      yield* TestClock.adjust(hours)
      expect(askedAt.slice(0, 4).map((at) => at / 1_000)).toEqual([0, 22.5, 67.5, 67.5 + 22.5 * 60])
    }))

  it.effect.each(["defect", "hang"] as const)("survives an update with a %s", (fault) =>
    Effect.gen(function*() {
      const { kept } = scripted([done, fault, done])
      const list = yield* kept
      yield* TestClock.adjust(31 * minutes + updateMillisMax)
      expect(list.status).toMatchObject({ updatedAt: 0, failures: 1 })
      yield* TestClock.adjust(31 * minutes)
      expect(list.status).toMatchObject({ failures: 0, problem: null })
    }))

  it.effect("runs at once on request, even during backoff", () =>
    Effect.gen(function*() {
      const { askedAt, kept } = scripted([failure(), failure({ message: "Still no." }), done])
      const list = yield* kept
      yield* TestClock.adjust(1)
      const first = yield* Effect.result(list.updateNow)
      expect(Result.isFailure(first) && first.failure.message).toBe("Still no.")
      yield* Effect.all([list.updateNow, list.updateNow], { concurrency: 2 })
      expect(askedAt).toEqual([0, 1, 1])
      expect(yield* stateNow(list)).toBe("live")
      yield* TestClock.adjust(20 * minutes)
      expect(askedAt.length, "one update for all who asked, and none left over").toBe(3)
    }))

  it.effect("ends with its scope and fails waiting callers", () =>
    Effect.gen(function*() {
      const scope = yield* Scope.make()
      const { askedAt, kept } = scripted(["hang"])
      const list = yield* kept.pipe(Effect.provideService(Scope.Scope, scope))
      const waiting = yield* Effect.forkChild(list.updateNow)
      yield* TestClock.adjust(1)
      yield* Scope.close(scope, Exit.void)
      expect(Exit.isFailure(yield* Fiber.await(waiting))).toBe(true)
      yield* TestClock.adjust(24 * hours)
      expect(askedAt.length).toBe(1)
    }))
})

const halfway = { nextDoubleUnsafe: () => 0.5, nextIntUnsafe: () => 0 }
