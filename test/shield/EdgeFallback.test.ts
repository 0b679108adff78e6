import { Effect, Layer } from "effect"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import * as SealsNode from "../../adapters/crypto/SealsNode.ts"
import { subkeyOf } from "../../adapters/crypto/SealsNode.ts"
import * as SecretsNode from "../../adapters/crypto/SecretsNode.ts"
import { encodeBase64Url } from "../../apps/shield/EdgeToken.ts"
import { edgeFallback, type EdgeOptions } from "../../apps/shield/index.ts"
import { Seals } from "../../core/kernel/Seals.ts"
import { writeChallenge } from "../../core/shield/challenges/Challenge.ts"
import { readDegradedToken } from "../../core/shield/tokens/DegradedToken.ts"
import { type FakeGatehouse, respondWith, startFakeGatehouse } from "./FakeGatehouse.ts"
import { pastDeadline } from "./PastDeadline.ts"

const ring = { id: "k7", secret: new Uint8Array(32).fill(7), createdAt: new Date(0) }
const seals = Effect.runSync(
  Effect.scoped(
    Effect.provide(Effect.map(Seals, (seals) => seals), Layer.provide(SealsNode.layerFixed([ring]), SecretsNode.layer))
  )
)
const sites = [{ id: "site_1", site_key: "gh_site_A", hostnames: ["www.example.com", "*.example.org"] }]
const page = { Origin: "https://www.example.com", "Content-Type": "text/plain" }
let fake: FakeGatehouse
let warnings: Array<string> = []

beforeAll(async () => {
  fake = await startFakeGatehouse()
})
afterAll(() => fake.stop())
afterEach(() => {
  fake.requests.length = 0
  warnings = []
})

const edge = (options: Partial<EdgeOptions<[string?]>> = {}) =>
  edgeFallback<[string?]>({
    origin: fake.baseUrl,
    key: encodeBase64Url(subkeyOf(ring, "sign", "degraded")),
    keyId: "k7",
    sites,
    // A busy machine must not count as an outage of Gatehouse.
    slowMillis: 10_000,
    onDegraded: (why) => warnings.push(why),
    ...options
  })

const post = (path: string, body: unknown, headers: Record<string, string> = page) =>
  new Request(`https://shield.example.com${path}`, { method: "POST", headers, body: JSON.stringify(body) })

const challenge = { sitekey: "gh_site_A", profile: "argon2id" }
const healthy = respondWith({ ok: true, challenge: "sc1.x" }, 200, { "Access-Control-Allow-Origin": "*" })

describe("while Gatehouse responds", () => {
  it("an edge forwards the widget's requests with the visitor's address", async () => {
    fake.behavior = healthy
    const headers = {
      ...page,
      "X-Forwarded-For": "198.51.100.1",
      Forwarded: "for=198.51.100.1",
      Cookie: "session=1",
      Authorization: "Basic x",
      "User-Agent": "Firefox"
    }
    const handle = edge({ remoteAddress: (_, address) => address })
    const answer = await handle(post("/shield/challenge?a=1", challenge, headers), "203.0.113.7")
    expect([answer.status, await answer.json()]).toEqual([200, { ok: true, challenge: "sc1.x" }])
    expect(answer.headers.get("access-control-allow-origin")).toBe("*")
    const [request] = fake.requests
    expect([request!.path, request!.method, request!.json]).toEqual(["/shield/challenge?a=1", "POST", challenge])
    expect(request!.headers).toMatchObject({
      origin: "https://www.example.com",
      "user-agent": "Firefox",
      "content-type": "text/plain",
      "x-forwarded-for": "203.0.113.7"
    })
    for (const name of ["cookie", "authorization", "forwarded"]) expect(request!.headers).not.toHaveProperty(name)
    expect(warnings).toEqual([])
  })

  it("an edge that does not know the visitor's address forwards no invented one", async () => {
    fake.behavior = healthy
    await edge()(post("/shield/refresh", {}, { ...page, "X-Forwarded-For": "198.51.100.1" }))
    expect(fake.requests[0]!.headers).not.toHaveProperty("x-forwarded-for")
  })

  it.each([403, 409, 410, 413, 422, 429])("its status %i is forwarded", async (status) => {
    fake.behavior = respondWith({ ok: false, error: "no" }, status, { "Retry-After": "3" })
    const answer = await edge()(post("/shield/challenge", challenge))
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([status, "3"])
    expect(warnings).toEqual([])
  })

  it("files are forwarded, and only Shield's paths are reachable", async () => {
    fake.behavior = { kind: "text", text: "widget" }
    const answer = await edge()(new Request("https://shield.example.com/shield/widget.js"))
    expect([answer.status, await answer.text()]).toEqual([200, "widget"])
    for (const path of ["/metrics", "/scan", "/shield", "/shield/../metrics", "/shield/%2e%2e/metrics"]) {
      expect((await edge()(new Request(`https://shield.example.com${path}`))).status).toBe(404)
    }
    expect(fake.requests.map(({ path }) => path)).toEqual(["/shield/widget.js"])
  })
})

const outages = [
  ["silent", { kind: "hangs" }, "no answer within 200 ms"],
  ["broken", respondWith({ ok: false, error: "no" }, 503), "HTTP 503"],
  ["cut off", { kind: "resets" }, "no connection"]
] as const

describe.each(outages)("while Gatehouse is %s", (_, behavior, why) => {
  const answered = (request: Request): Promise<Response> =>
    behavior.kind === "hangs"
      ? pastDeadline(200, () => fake.requests.length > 0, () => edge({ slowMillis: 200 })(request))
      : edge()(request)

  it("the challenge is a degraded token, and solving it returns that token", async () => {
    fake.behavior = behavior
    const answer = await answered(post("/shield/challenge", challenge))
    const body: any = await answer.json()
    expect(answer.headers.get("access-control-allow-origin")).toBe("*")
    expect(answer.headers.get("cache-control")).toBe("no-store")
    expect(body).toMatchObject({ ok: true, profile: "sha256", puzzles: 1, bits: 1, expires_in: 120 })
    expect(Buffer.from(body.seed, "base64url")).toHaveLength(16)
    const redeemed: any = await (await edge()(post("/shield/redeem", { challenge: body.challenge, counters: [1] })))
      .json()
    expect(redeemed).toMatchObject({ ok: true, token: body.challenge, ticket: null, ticket_expires_in: 0 })
    expect(redeemed.expires_in).toBeGreaterThan(200)
    expect(redeemed.expires_in).toBeLessThanOrEqual(300)
    expect(readDegradedToken(seals, redeemed.token)).toMatchObject({
      siteId: "site_1",
      host: "www.example.com",
      cause: "edge"
    })
    expect(warnings).toEqual([why])
    expect(fake.requests).toHaveLength(1)
  })

  it("solutions of a real challenge return a degraded token with its ID", async () => {
    fake.behavior = behavior
    const id = new Uint8Array(16).fill(9)
    const real = writeChallenge(seals, {
      id,
      siteId: "site_1",
      host: "www.example.com",
      issuedAt: Date.now(),
      expiresAt: Date.now() + 120_000,
      networkHash: 1,
      profile: "sha256",
      puzzles: 4,
      bits: 3
    })
    const answer: any = await (await answered(post("/shield/redeem", { challenge: real, counters: [1] }))).json()
    expect(readDegradedToken(seals, answer.token)).toMatchObject({ id, siteId: "site_1", host: "www.example.com" })
    expect([answer.ticket, answer.expires_in]).toEqual([null, 300])
  })

  it.each<[string, unknown, Record<string, string>]>([
    ["another host", challenge, { Origin: "https://evil.example" }],
    ["no origin", challenge, {}],
    ["another site", { sitekey: "gh_site_test_pass" }, page],
    ["nonsense", [1], page],
    ["nothing", null, page]
  ])("%s gets nothing", async (_, body, headers) => {
    fake.behavior = behavior
    const answer = await answered(post("/shield/challenge", body, headers))
    expect([answer.status, (await answer.json()).ok]).toEqual([503, false])
    expect(warnings).toEqual([])
  })

  it("hosts below a listed one get a token", async () => {
    fake.behavior = behavior
    const answer: any =
      await (await answered(post("/shield/challenge", challenge, { Origin: "https://a.example.org" })))
        .json()
    expect(readDegradedToken(seals, answer.challenge)?.host).toBe("a.example.org")
  })
})

describe("an edge", () => {
  it.each(["sc1.k7.AAAA.BBBB", "sc1.k7.", "", 7, null, "sc1.k7.é.x", `sc1.k7.${"A".repeat(9_999)}.x`])(
    "rejects the challenge %j",
    async (text) => {
      fake.behavior = { kind: "resets" }
      expect((await edge()(post("/shield/redeem", { challenge: text, counters: [] }))).status).toBe(503)
    }
  )

  it("rejects its own expired tokens and malformed ones", async () => {
    fake.behavior = healthy
    for (const text of ["shd1.k7.AAAA.BBBB", "shd1.k7.AA.BB"]) {
      expect((await edge()(post("/shield/redeem", { challenge: text, counters: [] }))).status).toBe(410)
    }
    expect(fake.requests).toEqual([])
  })

  it("reads at most the size of a widget's request", async () => {
    fake.behavior = healthy
    expect((await edge()(post("/shield/redeem", "x".repeat(40_000)))).status).toBe(413)
    expect(fake.requests).toEqual([])
  })

  it("waits for slow files, and reports missing ones", async () => {
    fake.behavior = { kind: "resets" }
    expect((await edge()(new Request("https://shield.example.com/shield/widget.js"))).status).toBe(503)
    expect((await edge()(post("/shield/refresh", {}))).status).toBe(503)
  })

  it("does not start without its key", () => {
    expect(() => edge({ key: "" })).toThrow(/key/)
  })
})
