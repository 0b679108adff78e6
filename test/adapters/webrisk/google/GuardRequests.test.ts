import { describe, expect, it } from "@effect/vitest"
import { Effect, Fiber, Result } from "effect"
import { TestClock } from "effect/testing"
import { guardRequests } from "../../../../adapters/webrisk/google/VendorClient.ts"
import { sourceFailure } from "../../../support/ThreatSources.ts"

describe("a vendor request", () => {
  it.effect("is shared by concurrent callers, and continues if the first one leaves", () =>
    Effect.gen(function*() {
      const { send } = yield* guardRequests<string>("vendor")
      let callCount = 0
      const question = Effect.sync(() => ++callCount).pipe(Effect.delay(100), Effect.map((count) => `answer ${count}`))
      const [first, second, third] = yield* Effect.all([
        Effect.forkChild(send("a", question)),
        Effect.forkChild(send("a", question)),
        Effect.forkChild(send("b", question))
      ])
      yield* TestClock.adjust(50)
      yield* Fiber.interrupt(first)
      yield* TestClock.adjust(50)
      expect(yield* Fiber.join(second)).toBe("answer 1")
      expect(yield* Fiber.join(third)).toBe("answer 2")
      const later = yield* Effect.forkChild(send("a", question))
      yield* TestClock.adjust(100)
      expect(yield* Fiber.join(later)).toBe("answer 3")
    }))

  it.effect("ends at the deadline", () =>
    Effect.gen(function*() {
      const { send } = yield* guardRequests<never>("vendor")
      const waiting = yield* Effect.forkChild(Effect.flip(send("a", Effect.never)))
      yield* TestClock.adjust(5_000)
      expect(yield* Fiber.join(waiting)).toMatchObject({
        _tag: "WebRiskUnavailable",
        source: "vendor",
        message: "vendor did not answer within 5000 ms."
      })
    }))

  it.effect("is suspended after consecutive failures, then resumed with a single probe", () =>
    Effect.gen(function*() {
      const { send, problem } = yield* guardRequests<string>("vendor")
      let callCount = 0
      const failing = Effect.suspend(() => {
        callCount++
        return sourceFailure("vendor", "It said 503.")
      })
      for (let count = 0; count < 5; count++) {
        expect((yield* Effect.flip(send("a", failing))).message).toBe("It said 503.")
      }
      const { message } = yield* Effect.flip(send("a", failing))
      expect(message).toMatch(/^vendor is paused for 30 seconds .* It said 503\.$/)
      expect(yield* problem).toBe(message)
      expect(callCount).toBe(5)

      yield* TestClock.adjust(29_999)
      expect((yield* Effect.flip(send("a", failing))).message).toBe(message)
      yield* TestClock.adjust(1)
      const probe = yield* Effect.forkChild(send("a", Effect.as(Effect.sleep(1_000), "back")))
      yield* TestClock.adjust(1)
      expect(Result.isFailure(yield* Effect.result(send("b", Effect.succeed("too early"))))).toBe(true)
      yield* TestClock.adjust(1_000)
      expect(yield* Fiber.join(probe)).toBe("back")
      expect(yield* send("b", Effect.succeed("in time"))).toBe("in time")
      expect(yield* problem).toBe(null)
    }))

  it.effect("is limited to 32 at a time, and the others wait within their deadline", () =>
    Effect.gen(function*() {
      const { send } = yield* guardRequests<string>("vendor")
      let [now, most] = [0, 0]
      const question = Effect.acquireUseRelease(
        Effect.sync(() => most = Math.max(most, ++now)),
        () => Effect.as(Effect.sleep(1_000), "answer"),
        () => Effect.sync(() => now--)
      )
      const results = yield* Effect.forEach(
        Array.from({ length: 40 }, (_, at) => `${at}`),
        (key) => Effect.forkChild(send(key, question))
      )
      yield* TestClock.adjust(2_000)
      expect(yield* Effect.forEach(results, Fiber.join)).toEqual(Array.from({ length: 40 }, () => "answer"))
      expect(most).toBe(32)
    }))

  it.effect("passes a defect to every caller waiting for the result", () =>
    Effect.gen(function*() {
      const { send } = yield* guardRequests<string>("vendor")
      const fault = Effect.andThen(Effect.sleep(10), Effect.die(new Error("a fault of the program")))
      const waiting = yield* Effect.forEach([1, 2], () => Effect.forkChild(Effect.exit(send("a", fault))))
      yield* TestClock.adjust(10)
      for (const fiber of waiting) expect(String(yield* Fiber.join(fiber))).toContain("a fault of the program")
    }))
})
