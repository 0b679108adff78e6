import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { createFormScreen, type FormOptions, type FormPolicy } from "../../apps/middleware/index.ts"
import type { ShieldLogEntry } from "../../apps/shield/index.ts"
import { emailResult, leadResult } from "../client/FakeServer.ts"
import { type FakeGatehouse, humanVerdict, respondWith, startFakeGatehouse } from "../shield/FakeGatehouse.ts"
import type { App } from "../shield/Frameworks.ts"
import { startExpress, startFastify, startHono, startNext } from "./Apps.ts"

let fake: FakeGatehouse
let logged: Array<ShieldLogEntry> = []
const apps: Array<App> = []

const reset = () => {
  fake.requests.length = 0
  fake.byPath.set("/shield/siteverify", respondWith(humanVerdict))
  fake.byPath.set("/scan/email", respondWith(emailResult))
  fake.byPath.set("/lead/analyze", respondWith(leadResult))
  logged = []
}
beforeAll(async () => {
  fake = await startFakeGatehouse()
  reset()
})
afterAll(() => Promise.all([fake.stop(), ...apps.map((app) => app.stop())]))
afterEach(reset)

const formOptions = (): FormOptions => ({
  baseUrl: fake.baseUrl,
  secret: "gh_secret_x",
  apiKey: "gh_live_x",
  honeypotField: "phone",
  emailField: "email",
  textField: "message",
  nameField: "name",
  companyField: "company",
  websiteField: "website",
  source: "contact form",
  timeoutMillis: 10_000,
  log: (entry) => logged.push(entry)
})

const fields = { "shield-token": "sh1.a.b", email: "ann@example.com", message: "Hello", name: "Ann", phone: "" }

const screen = (policy: FormPolicy = {}, body: unknown = fields, options: Partial<FormOptions> = {}) =>
  createFormScreen({ ...formOptions(), policy, ...options })(body, "198.51.100.7")

const sent = () => Object.fromEntries(fake.requests.map(({ json, path }) => [path, json]))

describe("the screening of a form", () => {
  it("verifies Shield's token, checks the email address and analyzes the lead", async () => {
    expect(await screen()).toEqual({
      accepted: true,
      outcome: "allow",
      reasons: [],
      shield: expect.objectContaining({ kind: "human", score: 87 }),
      email: emailResult,
      lead: leadResult
    })
    expect(sent()).toEqual({
      "/shield/siteverify": {
        secret: "gh_secret_x",
        token: "sh1.a.b",
        email: "ann@example.com",
        text: "Hello"
      },
      "/scan/email": { email: "ann@example.com" },
      "/lead/analyze": { email: "ann@example.com", message: "Hello", name: "Ann", source: "contact form" }
    })
  })

  it("ends with Shield's rejection, so that bots cost nothing", async () => {
    fake.byPath.set("/shield/siteverify", respondWith({ success: false, error: "honeypot" }))
    expect(await screen()).toMatchObject({ accepted: false, outcome: "reject", reasons: ["shield"], email: null })
    expect(fake.requests).toHaveLength(1)
  })

  it.each<[string, string, unknown, number, FormPolicy, object]>([
    ["a degraded token", "/shield/siteverify", { success: true, degraded: true }, 200, { onDegraded: "review" }, {
      outcome: "review",
      reasons: ["shield"]
    }],
    ["a blocked address", "/scan/email", { ...emailResult, email_blocked: true }, 200, {}, {
      outcome: "reject",
      reasons: ["email_blocked"]
    }],
    ["a throwaway address", "/scan/email", { ...emailResult, disposable: true }, 200, {}, {
      outcome: "allow",
      reasons: ["email_disposable"]
    }],
    ["a throwaway address by the policy", "/scan/email", { ...emailResult, disposable: true }, 200, {
      onDisposable: "reject"
    }, { outcome: "reject" }],
    ["an invalid address", "/scan/email", { ok: false, message: "Invalid email" }, 422, {}, {
      outcome: "reject",
      reasons: ["email_invalid"],
      email: null
    }],
    ["a lead to review", "/lead/analyze", { ...leadResult, verdict: "review" }, 200, {}, {
      outcome: "review",
      reasons: ["lead_review"]
    }],
    ["spam", "/lead/analyze", { ...leadResult, verdict: "spam" }, 200, {}, {
      outcome: "review",
      reasons: ["lead_spam"]
    }],
    ["spam by the policy", "/lead/analyze", { ...leadResult, verdict: "spam" }, 200, { onSpam: "reject" }, {
      outcome: "reject"
    }]
  ])("handles %s", async (_, path, json, status, policy, expected) => {
    fake.byPath.set(path, respondWith(json, status))
    expect(await screen(policy)).toMatchObject(expected)
    expect(logged).toEqual([])
  })

  it.each([
    [401, "request_refused"],
    [403, "request_refused"],
    [429, "rate_limited"]
  ])("accepts a form that is not checked because of %i, and logs it", async (status, reason) => {
    const refusal = respondWith({ ok: false, message: "No." }, status, { "Retry-After": "60" })
    fake.byPath.set("/scan/email", refusal)
    fake.byPath.set("/lead/analyze", refusal)
    expect(await screen()).toMatchObject({
      accepted: true,
      outcome: "allow",
      reasons: ["not_checked"],
      email: null,
      lead: null
    })
    expect(logged.map(({ ip, reason }) => [ip, reason])).toEqual([["198.51.100.7", reason], ["198.51.100.7", reason]])
    expect(await screen({ onUnavailable: "reject" })).toMatchObject({ accepted: false, outcome: "reject" })
  })

  it("accepts a form while Gatehouse is down", async () => {
    for (const path of fake.byPath.keys()) fake.byPath.set(path, { kind: "resets" })
    const decision = await screen({}, fields, { timeoutMillis: 300 })
    expect(decision).toMatchObject({ accepted: true, shield: { kind: "unavailable" }, reasons: ["not_checked"] })
    expect(new Set(logged.map(({ reason }) => reason))).toEqual(new Set(["service_unavailable"]))
    expect(await screen({}, fields, { onServiceError: "reject", timeoutMillis: 300 })).toMatchObject({
      accepted: false
    })
  })

  it("sends only what Gatehouse accepts", async () => {
    const long = {
      ...fields,
      message: ` ${"x".repeat(20_001)} `,
      name: "n".repeat(2_000),
      company: " ",
      website: "a.example"
    }
    expect(await screen({}, long)).toMatchObject({ outcome: "review", reasons: ["message_truncated"] })
    expect(sent()["/lead/analyze"]).toEqual({
      email: "ann@example.com",
      message: "x".repeat(20_000),
      name: "n".repeat(1_000),
      website: "https://a.example",
      source: "contact form"
    })
    await screen({}, { ...fields, website: "not a website" })
    expect(fake.requests.at(-1)!.json.website).toBeUndefined()
  })

  it("checks only what the form has and the options want", async () => {
    await screen({}, { "shield-token": "sh1.a.b" })
    expect(Object.keys(sent())).toEqual(["/shield/siteverify"])
    fake.requests.length = 0
    await screen({}, fields, { checksEmail: false })
    expect(Object.keys(sent())).toEqual(["/shield/siteverify", "/lead/analyze"])
    fake.requests.length = 0
    await screen({}, fields, { analyzesLead: false })
    expect(Object.keys(sent())).toEqual(["/shield/siteverify", "/scan/email"])
  })

  it("does not accept invalid options", () => {
    expect(() => createFormScreen({ ...formOptions(), apiKey: "" })).toThrow(TypeError)
    expect(() => createFormScreen({ ...formOptions(), secret: "" })).toThrow(TypeError)
  })
})

describe.each([
  ["Express", startExpress],
  ["Fastify", startFastify],
  ["Hono", startHono],
  ["Next.js", startNext]
])("%s", (_, start) => {
  let app: App
  beforeAll(async () => {
    app = await start({ form: formOptions(), upload: { baseUrl: fake.baseUrl, apiKey: "gh_live_x" } })
    apps.push(app)
  })
  const send = async (values: Record<string, string> = fields) => {
    const response = await fetch(`${app.baseUrl}/form`, { method: "POST", body: new URLSearchParams(values) })
    return { status: response.status, json: await response.json() }
  }

  it("passes an accepted form on, with the decision", async () => {
    fake.byPath.set("/lead/analyze", respondWith({ ...leadResult, verdict: "review" }))
    expect(await send()).toMatchObject({
      status: 200,
      json: { name: "Ann", decision: { accepted: true, outcome: "review", email: emailResult, shield: { score: 87 } } }
    })
  })

  it("answers a rejected form, with a reason that the visitor can change", async () => {
    fake.byPath.set("/scan/email", respondWith({ ok: false, message: "Invalid email" }, 422))
    expect(await send()).toEqual({ status: 422, json: { ok: false, error: "The email address is not valid." } })
    fake.byPath.set("/scan/email", respondWith({ ...emailResult, email_blocked: true }))
    expect(await send()).toEqual({ status: 403, json: { ok: false, error: "The form could not be accepted." } })
    fake.byPath.set("/shield/siteverify", respondWith({ success: false, error: "low score" }))
    expect(await send()).toMatchObject({ status: 403, json: { error: expect.stringContaining("reload the page") } })
  })

  it("does not check a GET request", async () => {
    const response = await fetch(`${app.baseUrl}/form`)
    expect([response.status, await response.json()]).toEqual([200, { decision: null }])
    expect(fake.requests).toEqual([])
  })
})
