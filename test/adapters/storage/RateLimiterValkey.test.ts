import { describe, expect, it } from "@effect/vitest"
import { Effect, Exit, Fiber, Layer, Logger, ManagedRuntime, Redacted } from "effect"
import { PrometheusMetrics } from "effect/observability"
import { TestClock } from "effect/testing"
import { randomUUID } from "node:crypto"
import { afterEach } from "vitest"
import * as RateLimiterMemory from "../../../adapters/storage/memory/RateLimiterMemory.ts"
import * as RateLimiterValkey from "../../../adapters/storage/valkey/RateLimiterValkey.ts"
import { ValkeyClient } from "../../../adapters/storage/valkey/ValkeyClient.ts"
import { StorageUnavailable } from "../../../core/kernel/StorageHealth.ts"
import { rateWindowMillis } from "../../../core/keys/RateLimit.ts"
import { RateLimiter } from "../../../core/keys/RateLimiter.ts"
import { type Redis, startRedis } from "../../support/Redis.ts"
import { needs } from "../../support/TestRun.ts"

describe("the rate limiter on Valkey", { tags: [needs.redis] }, () => {
  const ends: Array<() => Promise<void>> = []
  afterEach(async () => {
    for (const end of ends.splice(0).toReversed()) await end()
  })

  const newServer = async (port?: number): Promise<Redis> => {
    const server = await startRedis(port)
    ends.push(server.stop)
    return server
  }

  interface LimiterOptions {
    readonly fallback?: Layer.Layer<RateLimiter>
    readonly millisMax?: number
  }

  /** Starts a limiter with an in-memory fallback on a server, and records its log. */
  const limiterOn = async (
    url: string,
    { fallback = Layer.fresh(RateLimiterMemory.layer), millisMax = 300_000 }: LimiterOptions = {}
  ) => {
    const lines: Array<string> = []
    const logger = Logger.make<unknown, void>(({ message }) => void lines.push(String(message)))
    const runtime = ManagedRuntime.make(
      RateLimiterValkey.layer.pipe(
        Layer.provide(fallback),
        Layer.provideMerge(ValkeyClient.layer(Redacted.make(url))),
        Layer.provide(Layer.succeed(RateLimiterValkey.ValkeyTimeouts, { millisMax, outageRetryMillis: 10 })),
        Layer.provideMerge(Logger.layer([logger]))
      )
    )
    ends.push(() => runtime.dispose())
    await runtime.context()
    return {
      lines,
      run: runtime.runPromise,
      take: (key: string, limit: number) =>
        runtime.runPromise(RateLimiter.use((limiter) => limiter.take(key, limit, rateWindowMillis)))
    }
  }

  const acceptedOf = async (take: () => Promise<{ readonly allowed: boolean }>, count: number): Promise<number> => {
    const decisions = await Promise.all(Array.from({ length: count }, take))
    return decisions.filter(({ allowed }) => allowed).length
  }

  it("counts from zero in the fallback while Valkey is down, and again after Valkey lost its data", async () => {
    const server = await newServer()
    const { lines, take } = await limiterOn(server.url)
    const key = randomUUID()
    expect(await acceptedOf(() => take(key, 10), 15)).toBe(10)
    await server.stop()
    expect(await acceptedOf(() => take(key, 10), 15)).toBe(10)
    expect(await acceptedOf(() => take(key, 10), 5)).toBe(0)
    expect(lines).toEqual(["Valkey cannot count requests; the database counts requests instead"])
    await newServer(server.port)
    await expect.poll(() => lines).toContain("Valkey counts requests again")
    expect(await acceptedOf(() => take(key, 10), 15)).toBe(10)
    expect(await acceptedOf(() => take(key, 10), 5)).toBe(0)
  })

  it("counts in the fallback while Valkey hangs, and then continues from Valkey's count", async () => {
    const server = await newServer()
    const { lines, take } = await limiterOn(server.url, { millisMax: 50 })
    const key = randomUUID()
    await expect.poll(async () => (await take(key, 1_000)).remaining).toBeLessThan(998)
    server.suspend()
    const whileAway = randomUUID()
    expect(await acceptedOf(() => take(whileAway, 3), 5)).toBe(3)
    server.resume()
    // Valkey has counted three requests of this key, and now counts further requests.
    await expect.poll(async () => (await take(key, 1_000)).remaining).toBeLessThan(997)
    expect(lines).toContain("Valkey counts requests again")
  })

  it("starts while Valkey is down", async () => {
    const server = await newServer()
    await server.stop()
    const { lines, take } = await limiterOn(server.url)
    expect(await take("a", 2)).toMatchObject({ allowed: true, remaining: 1 })
    expect(lines[0]).toMatch(/^Valkey is unavailable; the database counts requests instead: .*ECONNREFUSED/)
    await newServer(server.port)
    await expect.poll(() => lines).toContain("Valkey counts requests again")
    expect(await take("a", 2)).toMatchObject({ allowed: true, remaining: 1 })
  })

  it("fails only if the fallback fails", async () => {
    const server = await newServer()
    await server.stop()
    const away = Layer.succeed(RateLimiter, { take: () => Effect.die(new StorageUnavailable({ cause: "away" })) })
    const { run } = await limiterOn(server.url, { fallback: away })
    const exit = await run(Effect.exit(RateLimiter.use((limiter) => limiter.take("a", 1, rateWindowMillis))))
    expect(Exit.isFailure(exit)).toBe(true)
  })

  it("counts in the fallback if Valkey refuses to count", async () => {
    const server = await newServer()
    const { run, take } = await limiterOn(server.url)
    await run(ValkeyClient.use(({ send }) => send("SET", `${RateLimiterValkey.keyPrefix}a`, "not a stream")))
    expect(await take("a", 5)).toMatchObject({ allowed: true, remaining: 4 })
  })

  it("drops a request when the window has passed, to the millisecond", async () => {
    const server = await newServer()
    const { run, take } = await limiterOn(server.url)
    // If a key's newest request is ahead of the clock, the first take counts from 1 ms after that request.
    const newest = Date.now() + 3_600_000
    for (const [age, remaining] of [[rateWindowMillis, 1], [rateWindowMillis - 1, 0]] as const) {
      const key = randomUUID()
      const add = (at: number, before: number) =>
        ValkeyClient.use(({ send }) =>
          send("XADD", `${RateLimiterValkey.keyPrefix}${key}`, `${at}-${2 * before + 1}`, "count", "1", "skew", "0")
        )
      await run(Effect.andThen(add(newest + 1 - age, 0), add(newest, 1)))
      expect(await take(key, 3)).toMatchObject({ allowed: true, remaining })
    }
  })

  it("expires each key with its last request and removes old entries", async () => {
    const server = await newServer()
    const { run, take } = await limiterOn(server.url)
    const key = randomUUID()
    const stream = `${RateLimiterValkey.keyPrefix}${key}`
    const send = (...command: ReadonlyArray<string>) => run(ValkeyClient.use((client) => client.send(...command)))
    const [seconds] = await send("TIME") as ReadonlyArray<string>
    const old = 1_000 * Number(seconds) - 2 * rateWindowMillis
    for (let at = 0; at < 1_000; at++) {
      await send("XADD", stream, `${old + at}-${2 * at + 1}`, "count", "1", "skew", "0")
    }
    expect(await take(key, 60)).toMatchObject({ allowed: true, remaining: 59 })
    expect(Number(await send("XLEN", stream))).toBeLessThanOrEqual(100)
    const expiry = Number(await send("PTTL", stream))
    expect(expiry).toBeGreaterThan(0)
    expect(expiry).toBeLessThanOrEqual(rateWindowMillis)
  })
})

describe("the rate limiter while Valkey hangs", () => {
  it.effect("lets one request per second try Valkey and counts the others in the fallback at once", () =>
    Effect.gen(function*() {
      let sent = 0
      const hanging = Layer.succeed(ValkeyClient, {
        send: () =>
          Effect.suspend(() => {
            sent++
            return Effect.never
          }),
        problem: () => null,
        onReady: () => {}
      })
      const fallbacks = Effect.map(
        PrometheusMetrics.format(),
        (text) => Number(/^gatehouse_rate_limit_fallbacks_total (\d+)/m.exec(text)?.[1] ?? 0)
      )
      const before = yield* fallbacks
      const layer = RateLimiterValkey.layer.pipe(
        Layer.provide(Layer.fresh(RateLimiterMemory.layer)),
        Layer.provide(hanging)
      )
      yield* Effect.gen(function*() {
        const limiter = yield* RateLimiter
        const take = limiter.take("a", 60, rateWindowMillis)
        const first = yield* Effect.forkChild(take)
        yield* TestClock.adjust(250)
        expect(yield* Fiber.join(first)).toMatchObject({ remaining: 59 })
        yield* TestClock.adjust(999)
        expect(yield* take).toMatchObject({ remaining: 58 })
        expect(sent).toBe(1)
        yield* TestClock.adjust(1)
        const trying = yield* Effect.forkChild(take)
        yield* TestClock.adjust(0)
        expect(yield* take).toMatchObject({ remaining: 57 })
        expect(sent).toBe(2)
        yield* TestClock.adjust(250)
        expect(yield* Fiber.join(trying)).toMatchObject({ remaining: 56 })
      }).pipe(Effect.provide(layer))
      expect((yield* fallbacks) - before).toBe(4)
    }).pipe(Effect.provide(Logger.layer([]))))
})
