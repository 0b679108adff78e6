import { setTimeout as delay } from "node:timers/promises"
import { afterAll, beforeAll, expect, it } from "vitest"
import { startServer, type TestServer } from "../support/Server.ts"
import { asker, phishing } from "./Contract.ts"
import { expectLimited } from "./Limited.ts"

let server: TestServer
const ask = asker(() => server, () => server.key)

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.remove())

// It waits for a window to pass: a file of its own, beside which others run.
it.skipIf(process.env["GATEHOUSE_TEST_REQUIRE"] !== "all")(
  "who waits as long as told is let in: refused requests were not counted",
  { timeout: 90_000 },
  async () => {
    const { key } = await server.makeKey(1)
    const headers = { "API-KEY": key }
    expect((await ask(phishing.path, phishing.body, headers)).status).toBe(201)
    let wait = 0
    for (let at = 0; at < 5; at++) {
      wait = expectLimited(await ask(phishing.path, phishing.body, headers), phishing, 1)
      await delay(200)
    }
    await delay(wait * 1_000)
    expect((await ask(phishing.path, phishing.body, headers)).status).toBe(201)
  }
)
