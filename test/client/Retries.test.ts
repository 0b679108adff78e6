import { describe, expect, it } from "vitest"
import { ResponseError } from "../../apps/client/index.ts"
import { retryAfterJitterMillisMax } from "../../apps/client/Timing.ts"
import { type FakeBehavior, humanVerdict, respondWith, startFakeGatehouse } from "../shield/FakeGatehouse.ts"
import { emailResult, failureOf, fakeServer, leadResult } from "./FakeServer.ts"

const { client, fake, delays, keysSent, retries } = fakeServer()

const transient: ReadonlyArray<readonly [what: string, behavior: FakeBehavior, code: string]> = [
  ["429", respondWith({ ok: false, message: "Rate limit exceeded." }, 429), "rate_limited"],
  ["409", respondWith({ ok: false, message: "Still in progress." }, 409), "conflict"],
  ["500", respondWith({ ok: false, message: "An internal error occurred." }, 500), "server_error"],
  ["503", respondWith({ ok: false, message: "The database is unavailable." }, 503), "unavailable"],
  ["a proxy's page with 502", { kind: "text", text: "<html>Bad Gateway</html>", status: 502 }, "unavailable"],
  ["a proxy's page with 504", { kind: "text", text: "<html>Timeout</html>", status: 504 }, "unavailable"],
  ["a proxy's page with 429", { kind: "text", text: "<html>Slow down</html>", status: 429 }, "rate_limited"],
  ["408", { kind: "text", text: "", status: 408 }, "unexpected_response"],
  ["a reset connection", { kind: "resets" }, "connection_failed"],
  ["a connection that breaks in the body", { kind: "breaks off" }, "connection_failed"],
  ["incomplete JSON", { kind: "text", text: "{\"ok\":true,\"email\":\"ann@exa" }, "unexpected_response"],
  ["a page with 200", { kind: "text", text: "<html>Sign in to the network</html>" }, "unexpected_response"],
  ["JSON of another service", respondWith({ ok: true }), "unexpected_response"]
]

describe("a charged call", () => {
  it.each(transient)("repeats %s, with the same idempotency key", async (_, behavior, code) => {
    fake().next.push(behavior, behavior, respondWith(emailResult, 200, { "X-Credits-Charged": "1" }))
    const { metadata, result } = await client().withMetadata.scanEmail({ email: "ann@example.com" })
    expect(result).toEqual(emailResult)
    const [key] = keysSent()
    expect(keysSent()).toEqual([key, key, key])
    expect(key).toMatch(/^[\da-f-]{36}$/)
    expect(metadata).toMatchObject({ attempts: 3, creditsCharged: 1, idempotencyKey: key })
    expect(retries.map(({ attempt, error, operation }) => [operation, attempt, error.code])).toEqual([
      ["scanEmail", 1, code],
      ["scanEmail", 2, code]
    ])
    expect(delays).toEqual([100, 200])
  })

  it("ends with the last failure after the last retry", async () => {
    fake().next.push(...Array.from({ length: 4 }, () => respondWith({ ok: false, message: "Overloaded." }, 503)))
    const failure = await failureOf(client().scanUrl({ url: "https://example.com/" }))
    expect(failure).toBeInstanceOf(ResponseError)
    expect(failure).toMatchObject({ code: "unavailable", message: "Overloaded.", status: 503, attempts: 4 })
    expect(failure.idempotencyKey).toBe(keysSent()[0])
    expect(fake().requests).toHaveLength(4)
  })

  it("uses another key for each call, and a given key", async () => {
    fake().behavior = respondWith(emailResult)
    await client().scanEmail({ email: "a@example.com" })
    await client().scanEmail({ email: "a@example.com" })
    await client().scanEmail({ email: "a@example.com" }, { idempotencyKey: "signup-4711" })
    expect(new Set(keysSent()).size).toBe(3)
    expect(keysSent()[2]).toBe("signup-4711")
  })
})

describe("Retry-After", () => {
  it("is the shortest delay, in seconds or as a date", async () => {
    const inSeconds = respondWith({ ok: false, message: "Wait." }, 429, { "Retry-After": "7" })
    const date = new Date(Date.now() + 60_000).toUTCString()
    fake().next.push(inSeconds, respondWith({}, 503, { "Retry-After": date }), respondWith(emailResult))
    await client({ backoffMillis: 10_000, totalMillisMax: 1_000_000 }).scanEmail({ email: "a@example.com" })
    expect(delays[0]).toBe(7_000 + retryAfterJitterMillisMax)
    expect(delays[1]).toBeGreaterThan(40_000)
    expect(delays[1]).toBeLessThanOrEqual(61_000)
    expect(retries[0]!.error).toMatchObject({ retryAfterSeconds: 7 })
  })

  it("ends the call if it is longer than the remaining time", async () => {
    fake().next.push(respondWith({ ok: false, message: "Wait." }, 429, { "Retry-After": "3600" }))
    const failure = await failureOf(client().scanEmail({ email: "a@example.com" }))
    expect(failure).toMatchObject({ code: "rate_limited", retryAfterSeconds: 3_600, attempts: 1 })
    expect(delays).toEqual([])
  })
})

describe("calls that cannot be repeated", () => {
  const verify = () => client().verifyShieldToken({ secret: "gh_secret_x", token: "sh1.a.b" })

  it("include a verification that may have used up its token", async () => {
    for (const [what, behavior] of transient.filter(([what]) => !what.includes("429"))) {
      fake().next.push(behavior)
      await failureOf(verify())
      expect(fake().requests.splice(0), what).toHaveLength(1)
      fake().next.length = 0
    }
  })

  it("do not include a verification that was not processed", async () => {
    fake().next.push(respondWith({ success: false, error: "Rate limit exceeded." }, 429), respondWith(humanVerdict))
    expect(await verify()).toEqual(humanVerdict)
    const stopped = await startFakeGatehouse()
    await stopped.stop()
    const unreachable = client({ baseUrl: stopped.baseUrl, retriesMax: 2 })
    const failure = await failureOf(unreachable.verifyShieldToken({ secret: "x", token: "" }))
    expect(failure).toMatchObject({ code: "connection_failed", attempts: 3 })
  })

  it("include error responses that another attempt cannot change", async () => {
    for (const status of [400, 401, 403, 413, 422]) {
      fake().next.push(respondWith({ ok: false, message: "No." }, status))
      expect(await failureOf(client().scanEmail({ email: "a@example.com" }))).toMatchObject({ status, attempts: 1 })
    }
  })

  it("do not include free calls", async () => {
    for (const [, behavior] of transient) {
      fake().next.push(behavior, respondWith(leadResult))
      expect(await client().analyzeLead({ message: "Hello" })).toEqual(leadResult)
    }
    fake().next.push({ kind: "resets" }, respondWith({ id: 1, url: "https://a.example/" }, 201))
    expect(await client().submitPhishingLink({ url: "https://a.example/" })).toMatchObject({ id: 1 })
    expect(keysSent().filter((key) => key !== undefined)).toEqual([])
  })
})
