import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import type { GuardOptions, ShieldLogEntry } from "../../apps/shield/index.ts"
import { type FakeGatehouse, humanVerdict, respondWith, startFakeGatehouse } from "./FakeGatehouse.ts"
import { type App, type Hooks, startExpress, startFastify, startFetch, startHono } from "./Frameworks.ts"

const secret = "gh_secret_Zk3q9"
let fake: FakeGatehouse
let logged: Array<ShieldLogEntry> = []
const apps: Array<App> = []

beforeAll(async () => {
  fake = await startFakeGatehouse()
})
afterAll(() => Promise.all([fake.stop(), ...apps.map((app) => app.stop())]))
afterEach(() => {
  fake.requests.length = 0
  fake.behavior = respondWith(humanVerdict)
  logged = []
})

const shield = (): GuardOptions => ({
  secret,
  baseUrl: fake.baseUrl,
  timeoutMillis: 10_000,
  log: (entry) => logged.push(entry)
})

const encodings = {
  form: (fields: Record<string, string>) => new URLSearchParams(fields),
  json: (fields: Record<string, string>) => JSON.stringify(fields)
}
const types = { form: "application/x-www-form-urlencoded", json: "application/json" }

const send = async (app: App, encoding: "form" | "json", fields: Record<string, any>, path = "/form") => {
  const headers = { "Content-Type": types[encoding], "X-Forwarded-For": "198.51.100.99" }
  const body = encodings[encoding](fields).toString()
  const response = await fetch(`${app.baseUrl}${path}`, { method: "POST", headers, body })
  return { status: response.status, headers: response.headers, json: await response.json() }
}

const frameworks = [
  ["Express", startExpress],
  ["Fastify", startFastify],
  ["Hono", startHono],
  ["fetch handlers", startFetch]
] as const

describe.each(frameworks)("%s", (_, start) => {
  const started = async (options: Partial<GuardOptions> & Hooks = {}): Promise<App> => {
    const app = await start({ ...shield(), ...options })
    apps.push(app)
    return app
  }
  let app: App
  beforeAll(async () => {
    app = await started({ honeypotField: "website", emailField: "email", textField: "message" })
  })

  it.each(["form", "json"] as const)("passes a person's %s on, with the decision", async (encoding) => {
    const fields = {
      name: "Ann Müller",
      email: "ann@example.com",
      message: "Hello",
      website: "",
      "shield-token": "sh1.a.b"
    }
    const { json, status } = await send(app, encoding, fields)
    expect(status).toBe(200)
    expect(json).toEqual({
      name: "Ann Müller",
      shield: { accepted: true, kind: "human", score: 87, band: "human", geo: { country: "DE", asn: "AS64500" } }
    })
    expect(fake.requests.map(({ json }) => json)).toEqual([
      { secret, token: "sh1.a.b", email: "ann@example.com", text: "Hello" }
    ])
  })

  it.each(["form", "json"] as const)("answers a rejected %s with 403, without the reason", async (encoding) => {
    fake.behavior = respondWith({ success: false, error: "honeypot" })
    const { headers, json, status } = await send(app, encoding, { "shield-token": "sh1.a.b", website: "buy" })
    expect(status).toBe(403)
    expect(json).toEqual({
      ok: false,
      error: "The form could not be verified. Please reload the page and send it again."
    })
    expect(headers.get("content-type")).toMatch(/^application\/json/)
    expect(headers.get("cache-control")).toBe("no-store")
    expect(fake.requests[0]!.json.honeypot).toBe("buy")
  })

  it("passes on a degraded form and an unverified one, which is logged with the socket's address", async () => {
    fake.behavior = respondWith({ success: true, degraded: true })
    expect((await send(app, "form", { name: "Ann" })).json.shield).toEqual({ accepted: true, kind: "degraded" })
    expect(fake.requests[0]!.json).toEqual({ secret, token: "" })
    fake.behavior = { kind: "resets" }
    const { json, status } = await send(app, "form", { name: "Ann", "shield-token": "sh1.a.b" })
    expect([status, json.name, json.shield.kind]).toEqual([200, "Ann", "unavailable"])
    expect(logged).toEqual([{
      reason: "service_unavailable",
      ip: expect.stringMatching(/^(?:::ffff:)?127\.0\.0\.1$/),
      at: expect.any(String)
    }])
  })

  it("shows a page for a GET request", async () => {
    const response = await fetch(`${app.baseUrl}/form`)
    expect([response.status, await response.json()]).toEqual([200, { shield: null }])
    expect(fake.requests).toEqual([])
  })

  it("applies the policy, other field names, and the app's own response", async () => {
    const strict = await started({
      teapot: true,
      tokenField: "proof",
      textField: (body) => `${body["subject"]}: ${body["body"]}`,
      policy: { scoreMin: 50, onDegraded: "reject" }
    })
    const fields = { proof: "sh1.c.d", subject: "Offer", body: "Buy", "shield-token": "sh1.x.y" }
    expect((await send(strict, "json", fields)).status).toBe(200)
    expect(fake.requests[0]!.json).toEqual({ secret, token: "sh1.c.d", text: "Offer: Buy" })
    fake.behavior = respondWith({ success: true, score: 49 })
    const low = await send(strict, "json", fields)
    expect([low.status, low.json]).toEqual([418, { accepted: true, kind: "human", score: 49, band: "some-risk" }])
    fake.behavior = respondWith({ success: true, degraded: true })
    expect((await send(strict, "json", {})).status).toBe(418)
  })

  it("asks for a retry if there is no verdict and the policy requires one", async () => {
    fake.behavior = respondWith({}, 429, { "Retry-After": "9" })
    const { headers, status } = await send(app, "form", { "shield-token": "sh1.a.b" })
    expect([status, headers.get("retry-after")]).toEqual([503, "9"])
    const strict = await started({ onServiceError: "reject" })
    fake.behavior = respondWith({}, 500)
    expect((await send(strict, "form", { "shield-token": "sh1.a.b" })).status).toBe(503)
  })

  it("uses every value of repeated fields, and handles types that no form has", async () => {
    await send(app, "json", { "shield-token": ["", "sh1.a.b"], email: ["a@b.example", "c@d.example"], website: [0] })
    expect(fake.requests[0]!.json).toEqual({
      secret,
      token: "sh1.a.b",
      email: "a@b.example\nc@d.example",
      honeypot: "filled"
    })
    await send(app, "json", { "shield-token": { $ne: "" }, email: { a: 1 }, message: null, website: false })
    expect(fake.requests[1]!.json).toEqual({ secret, token: "", honeypot: "filled" })
    await send(app, "json", [1] as never)
    expect(fake.requests[2]!.json).toEqual({ secret, token: "" })
  })

  it("leaves the app's own errors to the app", async () => {
    if (start === startFetch) return
    const broken = await started({
      emailField: () => {
        throw new Error("no such field")
      }
    })
    const { json, status } = await send(broken, "json", { "shield-token": "sh1.a.b" })
    expect([status, json]).toEqual([500, { failed: "no such field" }])
  })
})

describe("a form that the app has not parsed", () => {
  it("is rejected with any content, and logged", async () => {
    const app = await startExpress(shield())
    apps.push(app)
    fake.behavior = respondWith({ success: true, degraded: true })
    const response = await fetch(`${app.baseUrl}/form`, { method: "POST", body: "shield-token=sh1.a.b" })
    expect(response.status).toBe(415)
    expect(await response.json()).toEqual({ ok: false, error: "This content type is not supported." })
    expect(fake.requests).toEqual([])
    expect(logged.map(({ reason }) => reason)).toEqual(["body_not_parsed"])
  })

  it("does not reach a fetch handler if the body is unreadable", async () => {
    const app = await startFetch(shield())
    apps.push(app)
    const response = await fetch(`${app.baseUrl}/form`, { method: "POST", body: "hello" })
    expect(response.status).toBe(415)
  })
})

describe("fetch handlers and Hono", () => {
  it.each([["Hono", startHono], ["a handler", startFetch]] as const)("read uploads on %s", async (_, start) => {
    const app = await start({ ...shield(), textField: "message", bodyBytesMax: 10_000 })
    apps.push(app)
    const form = new FormData()
    form.append("shield-token", "sh1.a.b")
    form.append("name", "Ann")
    form.append("message", "Zwölf Boxkämpfer")
    form.append("file", new Blob(["x".repeat(5_000)]), "a.txt")
    const response = await fetch(`${app.baseUrl}/form`, { method: "POST", body: form })
    expect(await response.json()).toMatchObject({ name: "Ann", shield: { kind: "human" } })
    expect(fake.requests[0]!.json).toEqual({ secret, token: "sh1.a.b", text: "Zwölf Boxkämpfer" })
    form.append("more", new Blob(["x".repeat(5_000)]), "b.txt")
    const large = await fetch(`${app.baseUrl}/form`, { method: "POST", body: form })
    expect([large.status, await large.json()]).toEqual([413, { ok: false, error: "The form is too large." }])
    expect(fake.requests).toHaveLength(1)
  })

  it("accept a body that Hono has already read", async () => {
    const app = await startHono(shield())
    apps.push(app)
    for (const encoding of ["form", "json"] as const) {
      const { json } = await send(app, encoding, { "shield-token": "sh1.a.b", name: "Ann" }, "/read/form")
      expect(json).toMatchObject({ name: "Ann", shield: { kind: "human" } })
    }
    expect(fake.requests.map(({ json }) => json.token)).toEqual(["sh1.a.b", "sh1.a.b"])
  })
})
