import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { createVerifier, type ShieldLog } from "../../apps/shield/index.ts"
import { type FakeGatehouse, respondWith, startFakeGatehouse } from "./FakeGatehouse.ts"

const secret = "gh_secret_Zk3q9"
const token = "sh1.k1.body"
const ip = "203.0.113.7"
let fake: FakeGatehouse
beforeAll(async () => {
  fake = await startFakeGatehouse()
})
afterAll(() => fake.stop())

const verifyAfterReset = (log: ShieldLog) => {
  fake.behavior = { kind: "resets" }
  return createVerifier({ secret, baseUrl: fake.baseUrl, timeoutMillis: 10_000, log })({ token, remoteAddress: ip })
}

describe("the log", () => {
  it("may fail without losing a form", async () => {
    const log = () => {
      throw new Error("disk full")
    }
    expect(await verifyAfterReset(log)).toMatchObject({ accepted: true, kind: "unavailable" })
    const rejectLater = () => Promise.reject(new Error("disk full"))
    expect(await verifyAfterReset(rejectLater)).toMatchObject({ accepted: true, kind: "unavailable" })
  })

  it("is the console by default", async () => {
    const error = vi.spyOn(console, "error").mockImplementation(() => {})
    fake.behavior = respondWith({}, 500)
    await createVerifier({ secret, baseUrl: fake.baseUrl })({ token, remoteAddress: ip })
    expect(error.mock.calls).toEqual([["shield:", { reason: "service_error", ip, at: expect.any(String) }, "HTTP 500"]])
    error.mockRestore()
  })
})

describe("options", () => {
  it.each([
    [{ secret: "" }, /secret/],
    [{ secret: undefined as never }, /secret/],
    [{ secret: "gh_site_abc" }, /site key/],
    [{ onServiceError: "deny" as never }, /onServiceError/],
    [{ baseUrl: "gatehouse" }, /baseUrl/],
    [{ baseUrl: "ftp://gatehouse.example" }, /baseUrl/],
    [{ baseUrl: "https://a:b@gatehouse.example" }, /password/],
    [{ timeoutMillis: 0 }, /timeoutMillis/],
    [{ timeoutMillis: Number.NaN }, /timeoutMillis/]
  ])("%j are rejected at the start", (options, message) => {
    expect(() => createVerifier({ secret, baseUrl: fake.baseUrl, ...options })).toThrow(message)
  })
})
