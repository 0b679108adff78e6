import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Leads } from "../../core/leads/records/Leads.ts"
import { createScratchDatabase } from "../crash/Engines.ts"
import { type InProcessServer, startServerInProcess } from "../support/InProcessServer.ts"
import { storeEverything } from "../support/SharedAccount.ts"
import { needs } from "../support/TestRun.ts"
import { asker, bulk, expectAccounted, lead, phishing, scanEmail, scanUrl } from "./Contract.ts"

const tags = [needs.postgres]

/** Text that PostgreSQL handles differently from SQLite: NUL characters and unpaired surrogates. */
describe("on PostgreSQL, unsupported text causes no server fault", { tags }, () => {
  let server: InProcessServer
  let database: Awaited<ReturnType<typeof createScratchDatabase>>
  const ask = asker(() => server, () => server.key)

  beforeAll(async () => {
    database = await createScratchDatabase("postgres")
    server = await startServerInProcess({ env: { DATABASE_URL: database.url, ...storeEverything } })
  })
  afterAll(async () => {
    await server.stop()
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

  it("replaces unsupported characters in a stored lead", async () => {
    const response = await ask(lead.path, {
      email: "ann\u0000@example.org",
      message: "a\u0000b \ud800",
      source: "form\u0000 \udfff"
    })
    expect(response.status).toBe(200)
    const stored = () => server.run(Leads.use((leads) => leads.get(response.json.request_id))).catch(() => null)
    await expect.poll(stored).toMatchObject({
      message: "a\ufffdb \ufffd",
      source: "form  \ufffd"
    })
  })

  it("accepts Latin-1 characters in an idempotency key", async () => {
    const name = "k\u00e9\u00ff"
    const first = await ask(scanEmail.path, scanEmail.body, { "Idempotency-Key": name })
    const again = await ask(scanEmail.path, scanEmail.body, { "Idempotency-Key": name })
    expect([first.status, again.text, again.headers.get("idempotency-replayed")]).toEqual([200, first.text, "true"])
  })

  it("accounts for every credit", async () => {
    await expectAccounted(server, ask.charged())
    expect(server.output()).not.toMatch(/ERROR/)
  })
})
