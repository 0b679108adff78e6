import { describe, expect, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, Metric } from "effect"
import { TestClock } from "effect/testing"
import { CurrentRequester } from "../../../core/queues/Requester.ts"
import { makeRunQueued, type QueueOptions } from "../../../core/queues/RunQueued.ts"

const options: QueueOptions = {
  queue: "downloads",
  slots: 2,
  perHostMax: 1,
  waitingMax: 4,
  waitingPerKeyMax: 2,
  waitMillisMax: 1_000,
  retryAfterSeconds: 5
}

const slow = { requester: { accountId: "account", keyId: "slow" } }
const honest = { requester: { accountId: "account", keyId: "honest" } }
const started = { startImmediately: true }

/** Returns the state of a metric of the queue `downloads`. */
const metricOf = (id: string, reason?: string) =>
  Effect.map(
    Metric.snapshot,
    (all) =>
      all.find((metric) =>
        metric.id === id && metric.attributes?.["queue"] === "downloads" &&
        (reason === undefined || metric.attributes["reason"] === reason)
      )?.state
  )

describe("work in turns", () => {
  it.effect("leaves a slot to a key without one, and passes on free slots", () =>
    Effect.gen(function*() {
      const runQueued = yield* makeRunQueued(options)
      const hanging = yield* Effect.forkChild(runQueued(slow)(Effect.never), started)
      const waiting = yield* Effect.forkChild(runQueued(slow)(Effect.succeed("waited")), started)
      expect(yield* runQueued(honest)(Effect.succeed("done"))).toBe("done")
      yield* Fiber.interrupt(hanging)
      expect(yield* Fiber.join(waiting)).toBe("waited")
    }))

  it.effect("fails with a reason and a count if it gets no place or no turn in time", () =>
    Effect.gen(function*() {
      const runQueued = yield* makeRunQueued(options)
      const hanging = yield* Effect.forkChild(runQueued(slow)(Effect.never), started)
      let isDone = false
      const late = yield* Effect.forkChild(Effect.flip(runQueued(slow)(Effect.sync(() => isDone = true))), started)
      const more = yield* Effect.forkChild(Effect.exit(runQueued(slow)(Effect.void)), started)
      expect(yield* metricOf("gatehouse_queue_waiting")).toMatchObject({ value: 2 })
      const noPlace = yield* Effect.flip(runQueued(slow)(Effect.void))
      expect(noPlace).toMatchObject({
        _tag: "QueueFull",
        retryAfterSeconds: 5,
        message: "This API key has too many downloads waiting. Wait for the time in Retry-After, then retry."
      })
      yield* TestClock.adjust(1_000)
      expect(yield* Fiber.join(late)).toMatchObject({
        _tag: "QueueFull",
        message: /waited too long behind other downloads/
      })
      expect(Exit.isFailure(yield* Fiber.join(more))).toBe(true)
      expect(isDone).toBe(false)
      expect(yield* metricOf("gatehouse_queue_refused_total", "key")).toMatchObject({ count: 1 })
      expect(yield* metricOf("gatehouse_queue_refused_total", "time")).toMatchObject({ count: 2 })
      expect(yield* metricOf("gatehouse_queue_waiting")).toMatchObject({ value: 0 })
      expect(yield* metricOf("gatehouse_queue_running")).toMatchObject({ value: 1 })
      yield* Fiber.interrupt(hanging)
      expect(yield* metricOf("gatehouse_queue_running")).toMatchObject({ value: 0 })
    }).pipe(Effect.provideService(Metric.MetricRegistry, new Map())))

  it.effect("frees the place of work that is canceled while it waits", () =>
    Effect.gen(function*() {
      const runQueued = yield* makeRunQueued({ ...options, waitingPerKeyMax: 1 })
      yield* Effect.forkChild(runQueued(slow)(Effect.never), started)
      for (let round = 0; round < 3; round++) {
        const waiting = yield* Effect.forkChild(runQueued(slow)(Effect.void), started)
        yield* Fiber.interrupt(waiting)
      }
      const last = yield* Effect.forkChild(runQueued(slow)(Effect.void), started)
      expect((yield* Effect.flip(runQueued(slow)(Effect.void)))._tag).toBe("QueueFull")
      yield* Fiber.interrupt(last)
    }))

  it.effect("loses no slot if work is interrupted at the start of its turn", () =>
    Effect.gen(function*() {
      const runQueued = yield* makeRunQueued({ ...options, slots: 1 })
      const gate = yield* Deferred.make<void>()
      const first = yield* Effect.forkChild(runQueued(slow)(Deferred.await(gate)), started)
      const second = yield* Effect.forkChild(runQueued(honest)(Effect.void), started)
      // The second turn starts at the end of the first, and its fiber resumes a microtask later.
      yield* Deferred.succeed(gate, undefined)
      second.interruptUnsafe()
      yield* Fiber.await(first)
      yield* Fiber.await(second)
      expect(yield* runQueued(honest)(Effect.succeed("free"))).toBe("free")
    }))

  it.effect("frees the slot of failed work", () =>
    Effect.gen(function*() {
      const runQueued = yield* makeRunQueued({ ...options, slots: 1, waitingMax: 0 })
      expect(yield* Effect.flip(runQueued(slow)(Effect.fail("first")))).toBe("first")
      expect(yield* Effect.flip(runQueued(slow)(Effect.fail("second")))).toBe("second")
    }))

  it.effect("runs thousands of waiting tasks in sequence without growing the stack", () =>
    Effect.gen(function*() {
      const count = 5_000
      const runQueued = yield* makeRunQueued({ ...options, slots: 1, waitingMax: count, waitingPerKeyMax: count })
      let done = 0
      const own = { requester: yield* CurrentRequester }
      const work = runQueued(own)(Effect.sync(() => ++done))
      yield* runQueued(own)(
        Effect.forkChild(Effect.all(Array.from({ length: count }, () => work), { concurrency: count }), started)
      )
        .pipe(Effect.flatMap(Fiber.join))
      expect(done).toBe(count)
    }))
})
