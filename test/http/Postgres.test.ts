import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { postgresUrl, scratch } from "../crash/Engines.ts"
import { startServer, type TestServer } from "../support/Server.ts"
import { asker, bulk, lead, phishing, scanEmail, scanUrl } from "./Contract.ts"

/** What PostgreSQL takes differently from SQLite: text with a NUL, and with surrogates that stand alone. */
describe.skipIf(postgresUrl === null)("on PostgreSQL, what no text may hold is no fault of the server", () => {
  let server: TestServer
  let database: Awaited<ReturnType<typeof scratch>>
  const ask = asker(() => server, () => server.key)

  beforeAll(async () => {
    database = await scratch("postgres")
    const keeping = { GATEHOUSE_HISTORY_SUBJECTS: "full", GATEHOUSE_LEAD_MESSAGES: "keep" }
    server = await startServer({ env: { DATABASE_URL: database.url, ...keeping } })
  })
  afterAll(async () => {
    await server.remove()
    await database.remove()
  })

  it.each<readonly [string, unknown]>([
    [phishing.path, { url: "http://nul.example/a\u0000b" }],
    [phishing.path, { url: "http://nul.example/?q=\u0000" }],
    [phishing.path, { url: "http://alone.example/\ud800" }],
    [scanUrl.path, { url: "http://nul.example/a\u0000b" }],
    [scanUrl.path, { url: "http://nul.example/#\u0000" }],
    [scanUrl.path, { url: "http://alone.example/\udfff" }],
    [scanEmail.path, { email: "ann\u0000@example.org" }],
    [scanEmail.path, { email: "ann@exam\u0000ple.org" }],
    [bulk.path, { emails: ["ann\u0000@example.org", "\ud800@example.org", "ann@example.org"] }]
  ])("%s (%#)", async (path, body) => {
    const answer = await ask(path, body, { "Idempotency-Key": `${path} ${JSON.stringify(body)}` })
    expect([200, 201, 422], answer.text).toContain(answer.status)
  })

  it("nor in a lead that is kept", async () => {
    const told = await ask(lead.path, {
      email: "ann\u0000@example.org",
      message: "a\u0000b \ud800",
      source: "form\u0000 \udfff"
    })
    expect(told.status).toBe(200)
    const stored = async () => (await server.cli("leads", "list"))[0]
    await expect.poll(stored, { timeout: 10_000 }).toMatchObject({
      request_id: told.json.request_id,
      message: "a\ufffdb \ufffd",
      source: "form  \ufffd"
    })
  })

  it("nor in an idempotency key", async () => {
    const name = "k\u00e9\u00ff"
    const first = await ask(scanEmail.path, scanEmail.body, { "Idempotency-Key": name })
    const again = await ask(scanEmail.path, scanEmail.body, { "Idempotency-Key": name })
    expect([first.status, again.text, again.headers.get("idempotency-replayed")]).toEqual([200, first.text, "true"])
  })

  it("and every credit is accounted for", async () => {
    expect(await server.balance()).toBe(10_000 - ask.charged())
    expect(server.output()).not.toMatch(/ERROR/)
  })
})
