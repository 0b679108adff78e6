import { connect } from "node:net"
import { describe, expect, it } from "vitest"
import { post } from "../bench/load.ts"
import { Client } from "./Client.ts"
import { delay, engines, gatehouse, kill, look, scratch, start, unlimitedKey, until } from "./support.ts"

const requestsCount = 60

/** Sends a request and resets the connection a moment later, whatever has become of it. */
const sendAndReset = (port: number, request: Buffer, millis: number): Promise<void> =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.write(request, () => setTimeout(() => socket.resetAndDestroy(), millis))
    })
    socket.on("error", () => {})
    socket.on("close", () => resolve())
  })

describe.each(engines())("a client that goes away, on %s", (engine) => {
  it("gets its credits back, and pays once when it comes again with its key", { timeout: 60_000 }, async () => {
    const database = await scratch(engine)
    const server = await start(database.url)
    const eyes = look(database.url)
    try {
      await gatehouse(database.url, ["credits", "grant", "--amount", "1000"])
      const apiKey = await unlimitedKey(database.url)
      const request = (number: number) => ({
        headers: { "API-KEY": apiKey, "Idempotency-Key": `gone-${number}` },
        body: { email: `ann.${number}@example-company.com` }
      })
      const numbers = Array.from({ length: requestsCount }, (_, at) => at)
      await Promise.all(numbers.map((number) => {
        const { body, headers } = request(number)
        return sendAndReset(server.port, post("/scan/email", headers, body), number / 10)
      }))
      await until(
        "what was in flight is closed",
        3_000,
        async () => (await eyes.rows("SELECT in_flight FROM instances WHERE in_flight <> '[]'")).length === 0
      )
      await delay(200)
      const refunds = Number((await eyes.rows("SELECT COUNT(*) AS n FROM ledger_movements WHERE kind = 'refund'"))[0].n)
      expect(refunds).toBeGreaterThan(0)

      const client = new Client(server.port)
      for (const number of numbers) {
        const { body, headers } = request(number)
        expect((await client.post("/scan/email", headers, body))?.status).toBe(200)
      }
      client.close()
      expect(await gatehouse(database.url, ["credits", "balance"])).toMatchObject({
        balance: 1000 - requestsCount,
        held: 0
      })
      expect(await gatehouse(database.url, ["credits", "verify"])).toMatchObject({ ok: true })
    } finally {
      await kill(server)
      await eyes.close()
      await database.remove()
    }
  })
})
