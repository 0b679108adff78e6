import { Effect } from "effect"
import {
  attemptWindowMillisMax,
  browserAttemptLimits,
  memberAttemptLimits,
  SignInAttempts
} from "../../../core/members/passwords/SignInAttempts.ts"
import { contract } from "./Contract.ts"
import { expect } from "./Expect.ts"

const startMillis = 1_700_000_000_000
const at = (seconds: number) => new Date(startMillis + seconds * 1_000)

export const signInAttemptsContract = contract<SignInAttempts>("SignInAttempts", ({ test, testIsolated }) => {
  test(
    "wait after five failures, longer after each, up to 15 minutes",
    Effect.gen(function*() {
      const tries = yield* SignInAttempts
      for (let n = 0; n < 5; n++) expect(yield* tries.begin("ann", at(n), memberAttemptLimits)).toBe(0)
      const waits: Array<number> = []
      let now = 4
      for (let n = 0; n < 8; n++) {
        const wait = yield* tries.begin("ann", at(now), memberAttemptLimits)
        // Another attempt during the wait does not extend the wait.
        expect(yield* tries.begin("ann", at(now + 1), memberAttemptLimits)).toBe(wait - 1_000)
        waits.push(wait / 1_000)
        now += wait / 1_000
        expect(yield* tries.begin("ann", at(now), memberAttemptLimits)).toBe(0)
      }
      expect(waits).toEqual([30, 60, 120, 240, 480, 900, 900, 900])
      expect(yield* tries.begin("ben", at(now), memberAttemptLimits)).toBe(0)
      yield* tries.clear("ann")
      for (let n = 0; n < 5; n++) expect(yield* tries.begin("ann", at(now), memberAttemptLimits)).toBe(0)
      expect(yield* tries.begin("ann", at(now), memberAttemptLimits)).toBe(30_000)
    })
  )

  test(
    "are counted individually, however many run concurrently",
    Effect.gen(function*() {
      const tries = yield* SignInAttempts
      const waits = yield* Effect.forEach(
        Array.from({ length: 40 }),
        () => tries.begin("browser", at(0), browserAttemptLimits),
        { concurrency: "unbounded" }
      )
      expect(waits.filter((wait) => wait === 0)).toHaveLength(30)
      expect(new Set(waits)).toEqual(new Set([0, 900_000]))
    })
  )

  test(
    "are taken back individually",
    Effect.gen(function*() {
      const tries = yield* SignInAttempts
      for (let n = 0; n < 30; n++) yield* tries.begin("another browser", at(n), browserAttemptLimits)
      expect(yield* tries.begin("another browser", at(30), browserAttemptLimits)).toBe(870_000)
      yield* tries.undo("another browser", at(7))
      yield* tries.undo("another browser", at(7))
      yield* tries.undo("unknown", at(7))
      expect(yield* tries.begin("another browser", at(30), browserAttemptLimits)).toBe(0)
      expect(yield* tries.begin("another browser", at(30), browserAttemptLimits)).toBe(870_000)
      expect(yield* tries.begin("unknown", at(30), browserAttemptLimits)).toBe(0)
    })
  )

  testIsolated(
    "are swept when they no longer affect a decision",
    Effect.gen(function*() {
      const tries = yield* SignInAttempts
      yield* tries.begin("old", at(0), memberAttemptLimits)
      yield* tries.begin("new", at(60), memberAttemptLimits)
      expect(yield* tries.sweep(new Date(at(60).getTime() - attemptWindowMillisMax))).toBe(0)
      expect(yield* tries.sweep(at(60))).toBe(1)
      expect(yield* tries.sweep(at(61))).toBe(1)
      expect(yield* tries.sweep(at(61))).toBe(0)
    })
  )
})
