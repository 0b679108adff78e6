import { Effect } from "effect"
import { expect } from "vitest"
import {
  browserTryLimits,
  memberTryLimits,
  SignInTries,
  tryWindowMillisMax
} from "../../core/members/passwords/TryLimits.ts"
import { onEveryStorage } from "../support/Storages.ts"

const begin = 1_700_000_000_000
const at = (seconds: number) => new Date(begin + seconds * 1_000)

onEveryStorage("SignInTries", ({ test, testAlone }) => {
  test(
    "wait after five failures, longer after each, up to 15 minutes",
    Effect.gen(function*() {
      const tries = yield* SignInTries
      for (let n = 0; n < 5; n++) expect(yield* tries.begin("ann", at(n), memberTryLimits)).toBe(0)
      const waits: Array<number> = []
      let now = 4
      for (let n = 0; n < 8; n++) {
        const wait = yield* tries.begin("ann", at(now), memberTryLimits)
        // Another try in between does not extend the wait.
        expect(yield* tries.begin("ann", at(now + 1), memberTryLimits)).toBe(wait - 1_000)
        waits.push(wait / 1_000)
        now += wait / 1_000
        expect(yield* tries.begin("ann", at(now), memberTryLimits)).toBe(0)
      }
      expect(waits).toEqual([30, 60, 120, 240, 480, 900, 900, 900])
      expect(yield* tries.begin("ben", at(now), memberTryLimits)).toBe(0)
      yield* tries.forget("ann")
      for (let n = 0; n < 5; n++) expect(yield* tries.begin("ann", at(now), memberTryLimits)).toBe(0)
      expect(yield* tries.begin("ann", at(now), memberTryLimits)).toBe(30_000)
    })
  )

  test(
    "are counted individually, however many run concurrently",
    Effect.gen(function*() {
      const tries = yield* SignInTries
      const waits = yield* Effect.forEach(
        Array.from({ length: 40 }),
        () => tries.begin("browser", at(0), browserTryLimits),
        { concurrency: "unbounded" }
      )
      expect(waits.filter((wait) => wait === 0)).toHaveLength(30)
      expect(new Set(waits)).toEqual(new Set([0, 900_000]))
    })
  )

  test(
    "are taken back individually",
    Effect.gen(function*() {
      const tries = yield* SignInTries
      for (let n = 0; n < 30; n++) yield* tries.begin("another browser", at(n), browserTryLimits)
      expect(yield* tries.begin("another browser", at(30), browserTryLimits)).toBe(870_000)
      yield* tries.takeBack("another browser", at(7))
      yield* tries.takeBack("another browser", at(7))
      yield* tries.takeBack("unknown", at(7))
      expect(yield* tries.begin("another browser", at(30), browserTryLimits)).toBe(0)
      expect(yield* tries.begin("another browser", at(30), browserTryLimits)).toBe(870_000)
      expect(yield* tries.begin("unknown", at(30), browserTryLimits)).toBe(0)
    })
  )

  testAlone(
    "are swept when they no longer affect a decision",
    Effect.gen(function*() {
      const tries = yield* SignInTries
      yield* tries.begin("old", at(0), memberTryLimits)
      yield* tries.begin("new", at(60), memberTryLimits)
      expect(yield* tries.sweep(new Date(at(60).getTime() - tryWindowMillisMax))).toBe(0)
      expect(yield* tries.sweep(at(60))).toBe(1)
      expect(yield* tries.sweep(at(61))).toBe(1)
      expect(yield* tries.sweep(at(61))).toBe(0)
    })
  )
})
