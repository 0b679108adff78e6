import { Effect, ManagedRuntime } from "effect"
import * as fc from "fast-check"
import { randomUUID } from "node:crypto"
import { afterAll, describe, expect, it } from "vitest"
import type { RateDecision } from "../../core/keys/RateLimit.ts"
import { runs } from "../support/TestRun.ts"
import { Limiters, rateLimiters } from "./RateLimiters.ts"

/** Milliseconds by which time advances. Five minutes are so long that the machine's speed does not matter. */
const stepMillis = 300_000
const windowSteps = 12
const windowMillis = windowSteps * stepMillis

const all = { concurrency: "unbounded" } as const

/** Returns functions that send requests of a new key to the servers, and that advance the key's time. */
const makeKey = Effect.map(Limiters, ({ age, servers }) => {
  const key = randomUUID()
  let requests = 0
  return {
    /** Sends concurrent requests, each to the next server. */
    take: (limit: number, count = 1) =>
      Effect.forEach(
        Array.from({ length: count }),
        () => servers[requests++ % servers.length]!.take(key, limit, windowMillis),
        all
      ),
    pass: (steps: number) => steps === 0 ? Effect.void : Effect.orDie(age(key, steps * stepMillis))
  }
})

type Key = Effect.Success<typeof makeKey>

/** Returns a model of a key that counts requests in a list of times. Checks each decision against the model. */
const makeModel = ({ pass, take }: Key) => {
  let now = 0
  let accepted: ReadonlyArray<number> = []
  const inWindow = () => accepted.filter((at) => at + windowSteps > now)
  return {
    pass: (steps: number) => {
      now += steps
      return pass(steps)
    },
    take: (limit: number, count: number) =>
      Effect.map(take(limit, count), (decisions) => {
        const before = inWindow()
        const granted = Math.max(0, Math.min(count, limit - before.length))
        accepted = [...before, ...Array.from({ length: granted }, () => now)]
        expect(decisions.map(({ limit }) => limit)).toEqual(decisions.map(() => limit))
        expect(decisions.filter(({ allowed }) => allowed)).toHaveLength(granted)
        expect(decisions.map(({ remaining }) => remaining).toSorted((one, other) => other - one)).toEqual(
          decisions.map((_, index) => Math.max(0, limit - before.length - Math.min(index + 1, granted)))
        )
        // Concurrent requests may be decided in any order, so the model expects the same wait for all of them.
        const oldest = accepted[Math.max(0, accepted.length - limit)]!
        for (const { resetMillis } of decisions) expectSteps(resetMillis, oldest + windowSteps - now)
      })
  }
}

/** Expects a wait of the given number of steps, minus the time that the test has taken since. */
const expectSteps = (resetMillis: number, steps: number) => {
  expect(Math.ceil(resetMillis / stepMillis)).toBe(steps)
}

for (const { clock, layer, name, tags } of rateLimiters) {
  describe(`RateLimiter on ${name}`, { tags: [...tags] }, () => {
    const runtime = ManagedRuntime.make(layer)
    afterAll(() => runtime.dispose())
    const test = (title: string, body: (key: Key) => Effect.Effect<void, unknown>) =>
      it(title, () => runtime.runPromise(Effect.flatMap(makeKey, body)))

    test("accepts as many requests as the limit, reports the excess, and does not count refused requests", (key) =>
      Effect.gen(function*() {
        const first = yield* key.take(60, 90)
        expect(first.filter(({ allowed }) => allowed)).toHaveLength(60)
        yield* key.pass(2)
        const [refused] = yield* key.take(60)
        expect(refused).toMatchObject({ allowed: false, limit: 60, remaining: 0 })
        expectSteps(refused!.resetMillis, windowSteps - 2)
        yield* key.pass(windowSteps - 2)
        expect(yield* key.take(60)).toMatchObject([{ allowed: true, remaining: 59 }])
      }))

    it("counts each key separately, even those that one server counts together", () =>
      runtime.runPromise(Effect.gen(function*() {
        const { servers: [server] } = yield* Limiters
        const full = randomUUID()
        yield* server!.take(full, 1, windowMillis)
        const others = Array.from({ length: 4 }, () => randomUUID())
        const decisions = yield* Effect.forEach(
          [...others.slice(0, 2), full, ...others.slice(2)],
          (key, index) => server!.take(key, key === full ? 1 : 10 + index, windowMillis),
          all
        )
        expect(decisions.map(({ remaining }) => remaining)).toEqual([9, 10, 0, 12, 13])
        expect(decisions.map(({ allowed }) => allowed)).toEqual([true, true, false, true, true])
        expectSteps(decisions[0]!.resetMillis, windowSteps)
      })))

    it("accepts exactly the limit in any window, even if the limit changes", async () => {
      const context = await runtime.context()
      const rounds = fc.array(
        fc.record({
          pause: fc.integer({ min: 0, max: windowSteps }),
          limit: fc.oneof({ weight: 3, arbitrary: fc.constant(4) }, fc.integer({ min: 1, max: 12 })),
          count: fc.integer({ min: 1, max: 5 })
        }),
        { maxLength: 14 }
      )
      await fc.assert(
        fc.asyncProperty(rounds, (steps) =>
          Effect.runPromiseWith(context)(Effect.gen(function*() {
            const model = makeModel(yield* makeKey)
            for (const { count, limit, pause } of steps) {
              yield* model.pass(pause)
              yield* model.take(limit, count)
            }
          }))),
        runs(40)
      )
    })

    test("accepts a caller after the stated wait and not before", (key) =>
      Effect.gen(function*() {
        // Sends one request at each of the steps 0 to 4.
        for (let step = 0; step < 5; step++) yield* Effect.andThen(key.take(10), key.pass(1))
        const [lowered] = yield* key.take(2)
        expect(lowered).toMatchObject({ allowed: false, remaining: 0 })
        // A limit of 2 allows another request once the request of step 3 has left the window.
        expectSteps(lowered!.resetMillis, 3 + windowSteps - 5)
        yield* key.pass(2 + windowSteps - 5)
        expect(yield* key.take(2)).toMatchObject([{ allowed: false }])
        yield* key.pass(1)
        expect(yield* key.take(2)).toMatchObject([{ allowed: true, remaining: 0 }])
      }))

    test("counts all accepted requests after the limit was lowered and raised", (key) =>
      Effect.gen(function*() {
        yield* key.take(10, 8)
        expect(yield* key.take(3)).toMatchObject([{ allowed: false, remaining: 0 }])
        const raised = yield* key.take(10, 3)
        expect(raised.filter(({ allowed }) => allowed)).toHaveLength(2)
      }))

    // Only a server's clock can be set back, because a process uses a monotonic clock.
    for (const limit of clock === "server" ? [2, 3] : []) {
      test(`continues to count after the clock was set back by an hour, after 2 requests under a limit of ${limit}`, (key) =>
        Effect.gen(function*() {
          yield* key.take(limit, 2)
          yield* key.pass(-windowSteps)
          const decisions: Array<RateDecision> = [...yield* key.take(limit), ...yield* key.take(limit)]
          expect(decisions.map(({ allowed }) => allowed)).toEqual([limit > 2, false])
          expectSteps(decisions[1]!.resetMillis, windowSteps)
          yield* key.pass(windowSteps - 1)
          expect(yield* key.take(limit)).toMatchObject([{ allowed: false }])
          yield* key.pass(1)
          const after = yield* key.take(limit, limit + 1)
          expect(after.filter(({ allowed }) => allowed)).toHaveLength(limit)
        }))
    }
  })
}
