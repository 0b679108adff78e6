import { Effect, Layer } from "effect"
import * as fc from "fast-check"
import { randomUUID } from "node:crypto"
import { describe, expect, it } from "vitest"
import * as RateLimiterMemory from "../../adapters/storage/memory/RateLimiterMemory.ts"
import * as RateLimiterPg from "../../adapters/storage/sql/RateLimiterPg.ts"
import { RateLimiter } from "../../core/ports/RateLimiter.ts"
import { layerFreshPostgres } from "../support/Storages.ts"

describe.for([
  { name: "memory", layer: () => RateLimiterMemory.layer },
  { name: "PostgreSQL", layer: () => RateLimiterPg.layer.pipe(Layer.provide(layerFreshPostgres()), Layer.orDie) }
])("RateLimiter on $name", ({ layer }) => {
  const run = <A>(effect: Effect.Effect<A, unknown, RateLimiter>) => Effect.runPromise(Effect.provide(effect, layer()))

  it(
    "lets exactly the limit through, says when there will be more, and counts no refusal",
    () =>
      run(Effect.gen(function*() {
        const limiter = yield* RateLimiter
        const key = randomUUID()
        const all = yield* Effect.all(Array.from({ length: 61 }, () => limiter.take(key, 60, 60_000)), {
          concurrency: "unbounded"
        })
        expect(all.filter(({ allowed }) => allowed)).toHaveLength(60)
        const refused = yield* limiter.take(key, 60, 60_000)
        expect(refused).toMatchObject({ allowed: false, limit: 60, remaining: 0 })
        expect(refused.resetMillis).toBeGreaterThan(50_000)
        expect(refused.resetMillis).toBeLessThanOrEqual(60_000)
        expect((yield* limiter.take(randomUUID(), 60, 60_000)).remaining).toBe(59)
      }))
  )

  it("never lets more than the limit into any window, and lets in who waits as told", () =>
    fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 5 }),
        fc.array(fc.integer({ min: 0, max: 60 }), { maxLength: 12 }),
        (limit, pauses) =>
          run(Effect.gen(function*() {
            const limiter = yield* RateLimiter
            const [key, windowMillis] = [randomUUID(), 100]
            // Each is noted by the latest time at which it can have been counted, and the earliest.
            const accepted: Array<{ earliest: number; latest: number }> = []
            for (const pause of pauses) {
              yield* Effect.sleep(pause)
              const earliest = performance.now()
              const decision = yield* limiter.take(key, limit, windowMillis)
              if (decision.allowed) accepted.push({ earliest, latest: performance.now() })
              else {
                yield* Effect.sleep(Math.ceil(decision.resetMillis) + 5)
                const again = performance.now()
                expect((yield* limiter.take(key, limit, windowMillis)).allowed).toBe(true)
                accepted.push({ earliest: again, latest: performance.now() })
              }
            }
            accepted.forEach((first, at) => {
              const beyond = accepted[at + limit]
              if (beyond !== undefined) expect(beyond.latest - first.earliest).toBeGreaterThanOrEqual(windowMillis - 1)
            })
          }))
      ),
      { numRuns: 8 }
    ))

  it("counts what was let in before against a limit that was lowered", () =>
    run(Effect.gen(function*() {
      const limiter = yield* RateLimiter
      const key = randomUUID()
      for (let at = 0; at < 5; at++) yield* limiter.take(key, 10, 60_000)
      expect((yield* limiter.take(key, 3, 60_000)).allowed).toBe(false)
      expect((yield* limiter.take(key, 10, 60_000)).allowed).toBe(true)
    })))
})
