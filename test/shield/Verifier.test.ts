import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { messageCharsMax } from "../../adapters/http/api/Leads.ts"
import { createVerifier, type ShieldLogEntry, type VerifierOptions } from "../../apps/shield/index.ts"
import { responseBytesMax } from "../../apps/shield/PostJson.ts"
import { textCharsMax, tokenCharsMax, verifyMillisMax } from "../../apps/shield/Verifier.ts"
import * as times from "../../core/shield/ShieldTimes.ts"
import {
  type FakeBehavior,
  type FakeGatehouse,
  humanVerdict,
  respondWith,
  startFakeGatehouse
} from "./FakeGatehouse.ts"
import { pastDeadline } from "./PastDeadline.ts"

const secret = "gh_secret_Zk3q9"
const token = "sh1.k1.body"
const ip = "203.0.113.7"
let fake: FakeGatehouse
let elsewhere: FakeGatehouse
let logged: Array<readonly [ShieldLogEntry, string]> = []

beforeAll(async () => {
  fake = await startFakeGatehouse()
  elsewhere = await startFakeGatehouse()
})
afterAll(() => Promise.all([fake.stop(), elsewhere.stop()]))
afterEach(() => {
  // Checks that the secret is never logged.
  expect(JSON.stringify(logged)).not.toContain(secret)
  fake.requests.length = 0
  fake.trickled = 0
  logged = []
})

const verifier = (options: Partial<VerifierOptions> = {}) =>
  createVerifier({
    secret,
    baseUrl: fake.baseUrl,
    timeoutMillis: 10_000,
    log: (...entry) => logged.push(entry),
    ...options
  })

const when = (behavior: FakeBehavior, options: Partial<VerifierOptions> = {}) => {
  fake.behavior = behavior
  const { kind } = behavior
  const verifyWithin = (timeoutMillis: number) => verifier({ timeoutMillis, ...options })({ token, remoteAddress: ip })
  if (kind !== "hangs" && kind !== "trickles") return verifyWithin(10_000)
  return pastDeadline(
    300,
    () => kind === "hangs" ? fake.requests.length > 0 : fake.trickled > 1,
    () => verifyWithin(300)
  )
}

describe("a verdict", () => {
  it("for a person has every field of Gatehouse's response", async () => {
    expect(await when(respondWith({ ...humanVerdict, spam_score: 0.12, language: "en" }))).toEqual({
      accepted: true,
      kind: "human",
      score: 87,
      band: "human",
      geo: { country: "DE", asn: "AS64500" },
      spamScore: 0.12,
      language: "en"
    })
    expect(logged).toEqual([])
  })

  it.each([[0, "elevated-bot-risk"], [39, "elevated-bot-risk"], [40, "some-risk"], [70, "human"], [100, "human"]])(
    "with score %i is in the band %s, and accepted",
    async (score, band) => {
      expect(await when(respondWith({ success: true, score }))).toEqual({ accepted: true, kind: "human", score, band })
    }
  )

  it.each([
    [{ success: false, error: "duplicate token" }, "duplicate token"],
    [{ success: false, error: "low score", score: 100, degraded: true }, "low score"],
    [{ success: false }, "rejected"],
    [{ success: false, error: 7 }, "rejected"]
  ])("%j is a rejection, whatever its other fields", async (json, error) => {
    expect(await when(respondWith(json))).toEqual({ accepted: false, kind: "rejected", error })
  })

  it("shows whether it is degraded", async () => {
    expect(await when(respondWith({ success: true, degraded: true }))).toEqual({ accepted: true, kind: "degraded" })
  })

  it("omits fields that violate the contract, and keeps the rest", async () => {
    const odd = { success: true, score: 50, geo: { country: 1 }, spam_score: "0.9", language: null }
    expect(await when(respondWith(odd))).toEqual({ accepted: true, kind: "human", score: 50, band: "some-risk" })
  })
})

describe("a request", () => {
  it("is one POST of JSON, which shows the visitor to no third party", async () => {
    fake.behavior = respondWith(humanVerdict)
    await verifier({ baseUrl: `${fake.baseUrl}/below/` })({
      token,
      email: "ann@example.com",
      text: "Hello",
      honeypot: "",
      remoteAddress: ip
    })
    expect(fake.requests).toHaveLength(1)
    const [request] = fake.requests
    expect(request).toMatchObject({ method: "POST", path: "/below/shield/siteverify" })
    expect(request!.headers["content-type"]).toBe("application/json")
    expect(request!.json).toEqual({ secret, token, email: "ann@example.com", text: "Hello" })
  })

  it.each([undefined, null, ""])("has an empty token for %j", async (token) => {
    fake.behavior = respondWith({ success: true, degraded: true })
    expect((await verifier()({ token })).kind).toBe("degraded")
    expect(fake.requests[0]!.json).toEqual({ secret, token: "" })
  })

  it("is as long as Gatehouse accepts, so that no long message is refused", async () => {
    expect(textCharsMax).toBeLessThanOrEqual(messageCharsMax)
    fake.behavior = respondWith(humanVerdict)
    await verifier()({
      token,
      text: "a".repeat(textCharsMax - 1) + "😀b",
      email: "e".repeat(9_999),
      honeypot: "h".repeat(9_999)
    })
    const { email, honeypot, text } = fake.requests[0]!.json
    expect([text, email.length, honeypot.length]).toEqual(["a".repeat(textCharsMax - 1), 1_000, 1_000])
  })

  it("may contain any value that form parsers create from visitors' input", async () => {
    fake.behavior = respondWith(humanVerdict)
    const bare = Object.create(null)
    const odd = { token: [token], email: ["a@b.example", "c@d.example"], text: bare, honeypot: [], remoteAddress: [1] }
    expect(await verifier()(odd as never)).toMatchObject({ kind: "human" })
    expect(fake.requests[0]!.json).toEqual({
      secret,
      token,
      email: "a@b.example,c@d.example",
      text: "[object]",
      honeypot: "[]"
    })
    fake.behavior = { kind: "resets" }
    expect(await verifier()({ token: bare, remoteAddress: 7 } as never)).toMatchObject({ kind: "unavailable" })
    expect(logged[0]![0].ip).toBeNull()
  })

  it("is not sent with a token longer than any that Gatehouse issues", async () => {
    expect(tokenCharsMax).toBe(times.tokenCharsMax)
    fake.behavior = { kind: "resets" }
    const decision = await verifier()({ token: "x".repeat(tokenCharsMax + 1) })
    expect(decision).toEqual({ accepted: false, kind: "rejected", error: "invalid token" })
    expect(fake.requests).toEqual([])
  })
})

const at = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

const unanswered: ReadonlyArray<readonly [string, FakeBehavior, string, RegExp]> = [
  ["500", respondWith({ success: false, error: "Internal error" }, 500), "service_error", /^HTTP 500$/],
  ["502 of a proxy", { kind: "text", text: "<h1>Bad gateway</h1>", status: 502 }, "service_error", /^HTTP 502$/],
  ["503", respondWith({ success: false, error: secret }, 503), "service_error", /^HTTP 503$/],
  ["204", { kind: "text", text: "", status: 204 }, "service_error", /^HTTP 204$/],
  [
    "a page",
    { kind: "text", text: "<title>Welcome to our network</title>" },
    "service_error",
    /^not a siteverify response/
  ],
  ["nothing", { kind: "text", text: "" }, "service_error", /^not a siteverify response/],
  ["null", respondWith(null), "service_error", /^not a siteverify response/],
  ["a list", respondWith([true]), "service_error", /^not a siteverify response/],
  [
    "success that is no boolean",
    respondWith({ success: "true", score: 90 }),
    "service_error",
    /^not a siteverify response/
  ],
  ["no score", respondWith({ success: true }), "service_error", /without a score/],
  ["a score beyond the scale", respondWith({ success: true, score: 101 }), "service_error", /without a score/],
  ["a score in words", respondWith({ success: true, score: "90" }), "service_error", /without a score/],
  ["brackets without end", { kind: "text", text: "[".repeat(60_000) }, "service_error", /^not a siteverify response/],
  [
    "a huge body",
    respondWith({ ...humanVerdict, more: "x".repeat(responseBytesMax) }),
    "service_error",
    /^not a siteverify response/
  ],
  ["silence", { kind: "hangs" }, "service_unavailable", /^no answer within 300 ms$/],
  ["a trickle", { kind: "trickles" }, "service_unavailable", /^no answer within 300 ms$/],
  ["a reset", { kind: "resets" }, "service_unavailable", /^\w+$/],
  ["half an answer", { kind: "breaks off" }, "service_unavailable", /^\w+$/]
]

describe("a missing verdict", () => {
  it.each(unanswered)("for %s: the form goes through, and that is logged", async (_, behavior, reason, detail) => {
    const decision = await when(behavior)
    expect(decision).toEqual({ accepted: true, kind: "unavailable", error: expect.stringMatching(detail) })
    expect(logged).toEqual([[{ reason, ip, at: expect.stringMatching(at) }, expect.stringMatching(detail)]])
  })

  it.each(unanswered)("for %s: the form is rejected if the policy says so", async (_, behavior, reason) => {
    const decision = await when(behavior, { onServiceError: "reject" })
    expect(decision).toMatchObject({ accepted: false, kind: "unavailable" })
    expect(logged.map(([entry]) => entry.reason)).toEqual([reason])
  })

  it("if the connection is refused", async () => {
    const stopped = await startFakeGatehouse()
    await stopped.stop()
    const decision = await verifier({ baseUrl: stopped.baseUrl })({ token })
    expect(decision).toEqual({ accepted: true, kind: "unavailable", error: "ECONNREFUSED" })
    expect(logged).toEqual([[{ reason: "service_unavailable", ip: null, at: expect.any(String) }, "ECONNREFUSED"]])
  })

  it("if the host does not exist", async () => {
    const decision = await verifier({ baseUrl: "http://gatehouse.invalid", timeoutMillis: 5_000 })({ token })
    expect(decision).toMatchObject({ accepted: true, kind: "unavailable" })
  })

  it("after a redirect, which the secret does not follow", async () => {
    const decision = await when({ kind: "redirects", to: `${elsewhere.baseUrl}/shield/siteverify` })
    expect(decision).toEqual({ accepted: true, kind: "unavailable", error: "HTTP 307" })
    expect(logged.map(([{ reason }]) => reason)).toEqual(["service_error"])
    expect(elsewhere.requests).toEqual([])
  })

  it("lets no form with a filled honeypot through", async () => {
    fake.behavior = { kind: "resets" }
    const decision = await verifier()({ token, honeypot: "http://buy.example" })
    expect(decision).toEqual({ accepted: false, kind: "rejected", error: "honeypot" })
    expect(logged).toHaveLength(1)
  })

  it("follows the contract's timeout by default", async () => {
    expect(verifyMillisMax).toBe(3_000)
    fake.behavior = { kind: "trickles" }
    const verify = createVerifier({ secret, baseUrl: fake.baseUrl, log: (...entry) => logged.push(entry) })
    const decision = await pastDeadline(verifyMillisMax, () => fake.trickled > 1, () => verify({ token }))
    expect(decision).toMatchObject({ accepted: true, kind: "unavailable", error: "no answer within 3000 ms" })
  })

  it("with a fetch that ignores its signal", async () => {
    const verify = verifier({ timeoutMillis: 300, fetch: () => new Promise(() => {}) })
    const decision = await pastDeadline(300, () => true, () => verify({ token }))
    expect(decision).toMatchObject({ accepted: true, kind: "unavailable" })
  })

  it("with a fetch that fails in an unusual way", async () => {
    const fetches: ReadonlyArray<typeof fetch> = [
      () => {
        throw new Error(`could not send ${secret}`)
      },
      () => Promise.reject(null),
      () => Promise.reject({ code: `E ${secret}` })
    ]
    for (const fetch of fetches) {
      expect(await verifier({ fetch })({ token })).toMatchObject({ accepted: true, kind: "unavailable" })
    }
  })
})

describe("a request that Gatehouse refuses", () => {
  it.each([400, 401, 403, 404, 413, 422])("with %i is not an outage", async (status) => {
    const decision = await when(respondWith({ message: "The token is too long.", errors: {} }, status))
    const error = `HTTP ${status}: The token is too long.`
    expect(decision).toEqual({ accepted: false, kind: "rejected", error })
    expect(logged).toEqual([[{ reason: "request_refused", ip, at: expect.stringMatching(at) }, error]])
  })

  it("and whose response contains the secret does not log any part of it", async () => {
    const error = `${"x".repeat(190)}${secret}`
    const decision = await when(respondWith({ success: false, error }, 422))
    expect(decision.error).not.toContain(secret.slice(0, 6))
    expect(await when(respondWith({ success: false, error: secret }))).toMatchObject({ error: "[secret]" })
  })

  it("because of the rate limit counts as unavailable, with the time to retry", async () => {
    const busy = respondWith({ success: false, error: "Too many requests." }, 429, { "Retry-After": "17" })
    const expected = { kind: "unavailable", error: "HTTP 429", retryAfterSeconds: 17 }
    expect(await when(busy)).toEqual({ accepted: false, ...expected })
    expect(await when(busy, { onRateLimited: "allow" })).toEqual({ accepted: true, ...expected })
    expect(await when(busy, { onServiceError: "allow" })).toMatchObject({ accepted: false })
    expect(logged.map(([{ reason }]) => reason)).toEqual(["rate_limited", "rate_limited", "rate_limited"])
  })
})
