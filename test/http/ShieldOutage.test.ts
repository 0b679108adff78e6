import { DatabaseSync } from "node:sqlite"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type InProcessServer, startServerInProcess } from "../support/InProcessServer.ts"
import type { TestResponse } from "../support/Server.ts"
import { checkDeclared, siteverify } from "./Contract.ts"
import { openRaw, requestText } from "./Raw.ts"
import { easyToken, expectFailure, makeSite, type TestSite, visitor } from "./ShieldVisitor.ts"

/** Returns the sum of the counters with these labels. */
const metricOf = (text: string, name: string, labels: ReadonlyArray<string>): number =>
  text.split("\n")
    .filter((line) => /^\w+/.exec(line)?.[0] === name && labels.every((label) => line.includes(label)))
    .reduce((sum, line) => sum + Number(line.split(" ").at(-1)), 0)

const host = "shop.example.com"
const perMinute = 20

let server: InProcessServer
let site: TestSite
/** Metrics before the tests. They are global to the process, so other servers in it have already changed them. */
let metricsBefore = ""
const metrics = async () => (await fetch(`${server.baseUrl}/metrics`)).text()
const person = visitor(() => server, { origin: `https://${host}`, address: "203.0.113.7" })

beforeAll(async () => {
  server = await startServerInProcess({
    env: {
      GATEHOUSE_TRUSTED_PROXIES: "127.0.0.1",
      GATEHOUSE_SHIELD_REQUESTS_PER_MINUTE: String(perMinute),
      GATEHOUSE_ACCESS_LOG: "all"
    }
  })
  metricsBefore = await metrics()
  site = await makeSite(server, [host])
})
afterAll(() => server.stop())

describe("rate limits (decision 30)", () => {
  const many = async (ask: () => Promise<TestResponse>, times = perMinute + 3) => {
    const answers: Array<TestResponse> = []
    for (let at = 0; at < times; at++) answers.push(await ask())
    return answers
  }
  const at = (address: string) => visitor(() => server, { origin: `https://${host}`, address })

  it("each address may request a limited number of a site's challenges per minute, without effect on others", async () => {
    const answers = await many(() => at("198.51.100.1").challenge("gh_site_test_pass"))
    expect(answers.slice(0, perMinute - 2).every(({ status }) => status === 200)).toBe(true)
    expectFailure(
      answers.at(-1)!,
      429,
      `Rate limit exceeded: at most ${perMinute} requests per minute. Wait for Retry-After, then retry.`
    )
    expect(Number(answers.at(-1)!.headers.get("retry-after"))).toBeGreaterThan(0)
    expect(answers.at(-1)!.headers.get("access-control-expose-headers")).toContain("Retry-After")
    expect((await at("198.51.100.1").challenge("gh_site_test_bot")).status).toBe(200)
    expect((await at("198.51.100.2").challenge("gh_site_test_pass")).status).toBe(200)
  })

  it("an X-Forwarded-For value written by the client does not change its address", async () => {
    let forged = 0
    const answers = await many(() => at(`10.0.0.${++forged}, 198.51.100.3`).challenge("gh_site_test_pass"))
    expect(answers.at(-1)!.status).toBe(429)
  })

  it("several X-Forwarded-For lines are one list, of which the last entry counts", async () => {
    const raw = await openRaw(server.port)
    raw.write(requestText("POST /shield/siteverify", [
      ["X-Forwarded-For", "198.51.100.77"],
      ["X-Forwarded-For", "198.51.100.78"],
      ["Content-Length", "2"]
    ], "{}"))
    await raw.until(/\}/)
    raw.end()
    await expect.poll(() => server.output()).toMatch(/POST \/shield\/siteverify .*from=198\.51\.100\.78 /)
    expect(server.output()).not.toContain("198.51.100.77")
  })

  it.each(["redeem", "refresh"] as const)("%s is limited as well", async (path) => {
    const body = { challenge: "sc1.a.b.c", counters: [], ticket: "st1.a.b" }
    const answers = await many(() => at("198.51.100.4").ask(`/shield/${path}`, body))
    expect([answers[0]!.status, answers.at(-1)!.status]).toEqual([422, 429])
  })
})

/** Removes a table of the running server while `body` runs. */
const without = async <A>(table: string, body: () => Promise<A>, { filename } = server): Promise<A> => {
  const db = new DatabaseSync(filename)
  db.exec(`ALTER TABLE ${table} RENAME TO away`)
  try {
    return await body()
  } finally {
    db.exec(`ALTER TABLE away RENAME TO ${table}`)
    db.close()
  }
}

describe("while used tokens cannot be looked up", () => {
  const verify = async (token: string, more = {}) =>
    (await server.post(siteverify.path, { secret: site.secret, token, ...more })).json

  it("visitors get degraded tokens, and authentic tokens pass as degraded; other checks still apply", async () => {
    const { token } = await easyToken(server, person, site)
    const degraded = await without("single_uses", async () => {
      const redeemed = await easyToken(server, person, site)
      expect(redeemed).toEqual({
        ok: true,
        token: expect.stringMatching(/^shd1\./),
        ticket: null,
        expires_in: 300,
        ticket_expires_in: 0
      })
      expect(await verify(token)).toEqual({ success: true, degraded: true })
      expect(await verify(token, { honeypot: "x" })).toEqual({ success: false, error: "honeypot" })
      expect(await verify("sh1.a.b")).toEqual({ success: false, error: "invalid token" })
      expect(await verify(token, { email: "nobody" })).toEqual({ success: false, error: "invalid email" })
      return redeemed.token
    })
    expect(await verify(degraded)).toEqual({ success: true, degraded: true })
    expect(await verify(degraded)).toEqual({ success: false, error: "duplicate token" })
    expect(await verify(token)).toMatchObject({ success: true, score: expect.any(Number) })
  })
})

describe("while sites cannot be looked up", () => {
  it("a recently used site continues to work", async () => {
    const { token } = await easyToken(server, person, site)
    await server.post(siteverify.path, { secret: site.secret, token: "" })
    await person.challenge(site.siteKey)
    await without("sites", async () => {
      expect((await person.challenge(site.siteKey)).status).toBe(200)
      const answer = await server.post(siteverify.path, { secret: site.secret, token })
      expect([answer.status, answer.json]).toEqual([200, { success: true, score: expect.any(Number) }])
    })
  })

  it("any other site gets 503, which lets forms through; the log has the reason, but no secret", async () => {
    const other = await makeSite(server, [host])
    const before = server.output().length
    await without("sites", async () => {
      const answer = await server.post(siteverify.path, { secret: other.secret, token: "" })
      checkDeclared(siteverify.path, answer)
      expect([answer.status, answer.json]).toEqual([503, { success: false, error: expect.any(String) }])
      expect(answer.headers.get("retry-after")).toBe("1")
      const challenge = await person.challenge(other.siteKey)
      expectFailure(challenge, 503)
      expect(challenge.headers.get("retry-after")).toBe("1")
    })
    const logged = server.output().slice(before)
    expect(logged).toMatch(/ERROR shield\/siteverify failed/)
    expect(logged).toMatch(/ERROR shield\/challenge failed/)
    expect(logged).not.toContain(other.secret)
    expect((await fetch(`http://127.0.0.1:${server.port}/healthz`)).status).toBe(200)
    expect((await server.post(siteverify.path, { secret: other.secret, token: "" })).json).toEqual({
      success: true,
      degraded: true
    })
  })
})

it("passed verifications appear in the metrics", async () => {
  const grown = async (name: string, ...labels: ReadonlyArray<string>) =>
    metricOf(await metrics(), name, labels) - metricOf(metricsBefore, name, labels)
  expect(await grown("gatehouse_shield_challenges_issued_total")).toBeGreaterThan(0)
  expect(await grown("gatehouse_shield_challenges_solved_total")).toBeGreaterThan(0)
  expect(await grown("gatehouse_shield_verified_total", "result=\"human\"")).toBeGreaterThan(0)
  expect(await grown("gatehouse_shield_verified_total", "result=\"duplicate token\"")).toBe(1)
  expect(await grown("gatehouse_shield_degraded_total", "reason=\"store\"")).toBeGreaterThan(0)
  const refused = ["operation=\"shield/siteverify\"", "status=\"503\""]
  expect(await grown("gatehouse_requests_total", ...refused)).toBe(1)
})

describe.each([["errors", 1], ["off", 0]] as const)("the access log with %s", (accessLog, lines) => {
  it("contains requests that fail with status 500 or above, as configured", async () => {
    const one = await startServerInProcess({ env: { GATEHOUSE_ACCESS_LOG: accessLog } })
    try {
      const { secret } = await makeSite(one, [host])
      const verify = () => one.post(siteverify.path, { secret, token: "" })
      const refused = await one.post(siteverify.path, "{")
      expect([(await verify()).status, refused.status >= 400 && refused.status < 500]).toEqual([200, true])
      const other = await makeSite(one, [host])
      const failed = await without("sites", () => one.post(siteverify.path, { secret: other.secret, token: "" }), one)
      expect(failed.status).toBe(503)
      const logged = one.output().split("\n").filter((line) => line.includes("POST /shield/siteverify"))
      expect(logged).toHaveLength(lines)
      if (lines > 0) expect(logged[0]).toMatch(/ status=503 .*from=127\.0\.0\.1 /)
    } finally {
      await one.stop()
    }
  })
})
