import { Clock, Effect, Layer } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as RateLimiterMemory from "../../adapters/storage/memory/RateLimiterMemory.ts"
import { type InProcessServer, startServerInProcess } from "../support/InProcessServer.ts"
import type { TestResponse } from "../support/Server.ts"
import { asker, expectAccounted, keyedEndpoints, phishing, scanEmail, siteverify } from "./Contract.ts"
import { expectLimited } from "./Limited.ts"

/** Clocks of the rate limiter, which advance only when a test changes them. */
const clocks = { monotonicMillis: 0, wallMillis: Date.now() }
const stopped: Clock.Clock = {
  currentTimeMillisUnsafe: () => clocks.wallMillis,
  currentTimeMillis: Effect.sync(() => clocks.wallMillis),
  currentTimeNanosUnsafe: () => BigInt(clocks.wallMillis) * 1_000_000n,
  currentTimeNanos: Effect.sync(() => BigInt(clocks.wallMillis) * 1_000_000n),
  monotonicTimeNanosUnsafe: () => BigInt(clocks.monotonicMillis) * 1_000_000n,
  monotonicTimeNanos: Effect.sync(() => BigInt(clocks.monotonicMillis) * 1_000_000n),
  sleep: () => Effect.never
}
const pass = (millis: number) => {
  clocks.monotonicMillis += millis
  clocks.wallMillis += millis
}

let server: InProcessServer
let key = ""
const ask = asker(() => server, () => key)

beforeAll(async () => {
  server = await startServerInProcess({
    ports: Layer.fresh(RateLimiterMemory.layer).pipe(Layer.provide(Layer.succeed(Clock.Clock, stopped)))
  })
  key = (await server.createKey(60)).key
})
afterAll(() => server.stop())

it("60 requests in a minute are accepted, then 429 with Retry-After; free and invalid requests count too", async () => {
  const answers: Array<TestResponse> = []
  for (let at = 0; at < 60; at++) {
    answers.push(
      at % 3 === 0
        ? await ask(phishing.path, phishing.body)
        : await ask(scanEmail.path, at % 3 === 1 ? {} : scanEmail.body)
    )
  }
  expect(answers.map(({ status }) => status)).not.toContain(429)
  expect(answers.map(({ headers }) => Number(/;r=(\d+);/.exec(headers.get("ratelimit")!)![1]))).toEqual(
    Array.from({ length: 60 }, (_, at) => 59 - at)
  )
  expect(answers[0]!.headers.get("ratelimit-policy")).toBe("\"default\";q=60;w=60")
  expect(expectLimited(await ask(scanEmail.path, scanEmail.body), scanEmail, 60)).toBe(60)
})

describe("once the limit is reached", () => {
  it.each(keyedEndpoints.map((endpoint) => [endpoint.path, endpoint] as const))(
    "%s answers 429 in its own shape before it reads the body",
    async (path, endpoint) => {
      expectLimited(await ask(path, endpoint.body), endpoint, 60)
      expectLimited(await ask(path, "{"), endpoint, 60)
      expectLimited(await ask(path, "x".repeat(2_000_000)), endpoint, 60)
    }
  )

  it("a wrong key is still 401, and Shield requires no key", async () => {
    expect((await ask(scanEmail.path, scanEmail.body, { "API-KEY": "wrong" })).status).toBe(401)
    expect((await ask(siteverify.path, siteverify.body)).status).toBe(siteverify.status)
  })

  it("another key of the same account has its own limit", async () => {
    const other = await server.createKey(2)
    const statuses: Array<number> = []
    for (let at = 0; at < 4; at++) {
      statuses.push((await ask(scanEmail.path, scanEmail.body, { "API-KEY": other.key })).status)
    }
    expect(statuses).toEqual([200, 200, 429, 429])
  })

  it("no refused request was charged", async () => {
    await expectAccounted(server, ask.charged())
    expect(ask.charged()).toBe(20 + 2)
  })
})

it("of a burst of 100 on a key with limit 10, exactly 10 are accepted", async () => {
  const { key } = await server.createKey(10)
  const answers = await Promise.all(
    Array.from({ length: 100 }, () => ask(scanEmail.path, scanEmail.body, { "API-KEY": key }))
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(90)
})

it("requests without a valid key do not count", async () => {
  const { key } = await server.createKey(1)
  for (let at = 0; at < 5; at++) await ask(scanEmail.path, scanEmail.body, { "API-KEY": `${key.slice(0, -1)}_` })
  expect((await ask(scanEmail.path, scanEmail.body, { "API-KEY": key })).status).toBe(200)
})

describe("a client that waits for the stated time", () => {
  const report = (key: string) => ask(phishing.path, phishing.body, { "API-KEY": key })

  it("is accepted exactly then: requests over the limit did not count", async () => {
    const { key } = await server.createKey(1)
    expect((await report(key)).status).toBe(201)
    pass(500)
    expect(expectLimited(await report(key), phishing, 1)).toBe(60)
    for (const [millis, wait] of [[10_000, 50], [40_000, 10], [8_500, 1]] as const) {
      pass(millis)
      expect(expectLimited(await report(key), phishing, 1)).toBe(wait)
    }
    pass(1_000)
    expect((await report(key)).status).toBe(201)
  })

  it("is accepted even if the time of day was set back meanwhile", async () => {
    const { key } = await server.createKey(1)
    expect((await report(key)).status).toBe(201)
    clocks.wallMillis -= 86_400_000
    pass(1_000 * expectLimited(await report(key), phishing, 1))
    expect((await report(key)).status).toBe(201)
  })
})
