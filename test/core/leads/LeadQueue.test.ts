import { describe, expect, it } from "@effect/vitest"
import { Clock, Effect, Layer } from "effect"
import { leadMillisPerYield, LeadQueue } from "../../../core/leads/LeadQueue.ts"

const keyOf = (keyId: string) => ({ accountId: "account", keyId })

/** A clock that advances only when a test requests it, also in the middle of synchronous work. */
class SteppedClock implements Clock.Clock {
  nanos = 0n
  currentTimeMillisUnsafe = () => Number(this.nanos / 1_000_000n)
  currentTimeMillis = Effect.sync(this.currentTimeMillisUnsafe)
  currentTimeNanosUnsafe = () => this.nanos
  currentTimeNanos = Effect.sync(this.currentTimeNanosUnsafe)
  monotonicTimeNanosUnsafe = this.currentTimeNanosUnsafe
  monotonicTimeNanos = this.currentTimeNanos
  sleep = () => Effect.never
}

/** Counts the turns of the event loop. */
const countTurns = Effect.acquireRelease(
  Effect.sync(() => {
    const counted = { turns: 0, next: setImmediate(() => {}) }
    const count = () => {
      counted.turns++
      counted.next = setImmediate(count)
    }
    counted.next = setImmediate(count)
    return counted
  }),
  (counted) => Effect.sync(() => clearImmediate(counted.next))
)

describe("lead analyses", () => {
  it.effect("that take long run once per turn of the event loop, round robin by key", () => {
    const clock = new SteppedClock()
    return Effect.gen(function*() {
      const { runQueued } = yield* LeadQueue
      const loop = yield* countTurns
      const order: Array<readonly [string, number]> = []
      const judge = (keyId: string) =>
        runQueued(keyOf(keyId))(Effect.sync(() => {
          order.push([keyId, loop.turns])
          clock.nanos += BigInt(leadMillisPerYield) * 1_000_000n
        }))
      yield* Effect.all(["heavy", "heavy", "heavy", "honest"].map(judge), { concurrency: "unbounded" })
      expect(order.map(([keyId]) => keyId)).toEqual(["heavy", "heavy", "honest", "heavy"])
      expect(new Set(order.map(([, turn]) => turn)).size).toBe(4)
    }).pipe(Effect.provide(LeadQueue.layer().pipe(Layer.provide(Layer.succeed(Clock.Clock, clock)))))
  })

  it.effect("that take little time run immediately", () =>
    Effect.gen(function*() {
      const { runQueued } = yield* LeadQueue
      let done = 0
      const work = runQueued(keyOf("light"))(Effect.sync(() => ++done))
      yield* Effect.forkChild(Effect.all(Array.from({ length: 50 }, () => work)), { startImmediately: true })
      expect(done).toBe(50)
    }).pipe(Effect.provide(LeadQueue.layer())))

  it.effect("are refused beyond a key's slots, without affecting other keys", () =>
    Effect.gen(function*() {
      const { runQueued } = yield* LeadQueue
      const started = { startImmediately: true }
      yield* Effect.forkChild(runQueued(keyOf("heavy"))(Effect.never), started)
      yield* Effect.forkChild(runQueued(keyOf("heavy"))(Effect.void), started)
      const refused = yield* Effect.flip(runQueued(keyOf("heavy"))(Effect.void))
      expect(refused).toMatchObject({ _tag: "QueueFull", retryAfterSeconds: 1 })
      const other = yield* Effect.forkChild(runQueued(keyOf("honest"))(Effect.void), started)
      expect(other.pollUnsafe()).toBe(undefined)
    }).pipe(Effect.provide(LeadQueue.layer({ queuedMax: 4, queuedPerKeyMax: 1 }))))
})
