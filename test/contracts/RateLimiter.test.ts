import { Effect, Layer, ManagedRuntime } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import * as fc from "fast-check"
import { randomUUID } from "node:crypto"
import { afterAll, describe, expect, it } from "vitest"
import * as RateLimiterMemory from "../../adapters/storage/memory/RateLimiterMemory.ts"
import * as RateLimiterPg from "../../adapters/storage/sql/RateLimiterPg.ts"
import { RateLimiter } from "../../core/ports/RateLimiter.ts"
import { layerFreshPostgres } from "../support/Storages.ts"
import { needs, runs } from "../support/TestRun.ts"

/** Time passes in steps of five minutes, so that what the machine takes meanwhile decides nothing. */
const stepMillis = 300_000
const windowSteps = 12
const windowMillis = windowSteps * stepMillis

/** PostgreSQL counts by its own clock: there, what was counted grows older instead. */
const agePg = (key: string, millis: number) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.asVoid(sql`UPDATE rate_windows
      SET hits = ARRAY(SELECT hit - ${millis}::bigint FROM unnest(hits) AS hit ORDER BY hit) WHERE key = ${key}`))

const suite = <R, E>(
  name: string,
  tags: Array<string>,
  layer: Layer.Layer<RateLimiter | R, E>,
  age: (key: string, millis: number) => Effect.Effect<void, unknown, R>
) =>
  describe(`RateLimiter on ${name}`, { tags }, () => {
    const runtime = ManagedRuntime.make(layer)
    afterAll(() => runtime.dispose())

    /** A key, and time that passes for it. */
    const makeKey = (limit: number) => {
      const key = randomUUID()
      return {
        key,
        take: (max = limit) => RateLimiter.use((limiter) => limiter.take(key, max, windowMillis)),
        pass: (steps: number) => age(key, steps * stepMillis)
      }
    }

    /** Reports whether a time to wait is so many steps, less what the machine has taken since. */
    const expectSteps = (resetMillis: number, steps: number) => {
      expect(Math.ceil(resetMillis / stepMillis)).toBe(steps)
    }

    it("lets exactly the limit through, says when there will be more, and counts no refusal", () =>
      runtime.runPromise(Effect.gen(function*() {
        const { pass, take } = makeKey(60)
        const all = yield* Effect.all(Array.from({ length: 61 }, () => take()), { concurrency: "unbounded" })
        expect(all.filter(({ allowed }) => allowed)).toHaveLength(60)
        yield* pass(2)
        const refused = yield* take()
        expect(refused).toMatchObject({ allowed: false, limit: 60, remaining: 0 })
        expectSteps(refused.resetMillis, windowSteps - 2)
        const other = yield* makeKey(60).take()
        expect(other).toMatchObject({ allowed: true, limit: 60, remaining: 59 })
        expectSteps(other.resetMillis, windowSteps)
        yield* pass(windowSteps - 2)
        expect(yield* take()).toMatchObject({ allowed: true, remaining: 59 })
      })))

    it("never lets more than the limit into any window, and lets in what waits as told", () =>
      runtime.runPromise(Effect.gen(function*() {
        const context = yield* Effect.context<RateLimiter | R>()
        yield* Effect.promise(() =>
          fc.assert(
            fc.asyncProperty(
              fc.integer({ min: 1, max: 5 }),
              fc.array(fc.integer({ min: 0, max: windowSteps }), { maxLength: 14 }),
              (limit, pauses) =>
                Effect.runPromiseWith(context)(Effect.gen(function*() {
                  const { pass, take } = makeKey(limit)
                  let now = 0
                  let accepted: ReadonlyArray<number> = []
                  for (const pause of pauses) {
                    yield* pass(pause)
                    now += pause
                    accepted = accepted.filter((at) => at + windowSteps > now)
                    const decision = yield* take()
                    expect(decision.allowed).toBe(accepted.length < limit)
                    if (decision.allowed) accepted = [...accepted, now]
                    expect(decision.remaining).toBe(limit - accepted.length)
                    const waitSteps = accepted[0]! + windowSteps - now
                    expectSteps(decision.resetMillis, waitSteps)
                    if (decision.allowed) continue
                    yield* pass(waitSteps)
                    now += waitSteps
                    accepted = [...accepted.filter((at) => at + windowSteps > now), now]
                    expect((yield* take()).allowed).toBe(true)
                  }
                }))
            ),
            runs(30)
          )
        )
      })))

    it("counts what was let in before against a limit that was changed", () =>
      runtime.runPromise(Effect.gen(function*() {
        const { take } = makeKey(10)
        for (let at = 0; at < 5; at++) yield* take()
        expect((yield* take(3)).allowed).toBe(false)
        expect((yield* take(10)).allowed).toBe(true)
      })))

    it("counts the newest requests against a limit that was lowered", () =>
      runtime.runPromise(Effect.gen(function*() {
        const { pass, take } = makeKey(10)
        // At the steps 0, 1, 2, 3 and 4.
        for (let at = 0; at < 5; at++) yield* Effect.andThen(take(), pass(1))
        const lowered = yield* take(2)
        expect(lowered).toMatchObject({ allowed: false, remaining: 0 })
        // With two let in at 3 and 4, the next is let in when the first of them leaves the window.
        expectSteps(lowered.resetMillis, 3 + windowSteps - 5)
        yield* pass(2 + windowSteps - 5)
        expect((yield* take(2)).allowed).toBe(false)
        yield* pass(1)
        expect(yield* take(2)).toMatchObject({ allowed: true, remaining: 0 })
      })))
  })

suite(
  "memory",
  [],
  Layer.provideMerge(RateLimiterMemory.layer, TestClock.layer()),
  (_, millis) => TestClock.adjust(millis)
)
suite("PostgreSQL", [needs.postgres], Layer.provideMerge(RateLimiterPg.layer, layerFreshPostgres()), agePg)
