import { connect } from "node:net"
import { describe, expect, it } from "vitest"
import { post } from "../bench/load.ts"
import { Client } from "./Client.ts"
import { engines, scratch } from "./Engines.ts"
import { delay, gatehouse, kill, look, start, unlimitedKey, until } from "./support.ts"

const requestsInWave = 40
const wavesMax = 10

/** Sends a request and resets the connection a moment later, whatever has become of it. */
const sendAndReset = (port: number, request: Buffer, millis: number): Promise<void> =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.write(request, () => setTimeout(() => socket.resetAndDestroy(), millis))
    })
    socket.on("error", () => {})
    socket.on("close", () => resolve())
  })

describe.each(engines)("a client that goes away, on %s", (engine) => {
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
      // How long a request takes depends on the machine: waves are sent until some were charged before the reset.
      const client = new Client(server.port)
      expect((await client.post("/scan/email", { "API-KEY": apiKey }, { email: "ann@example.org" }))?.status).toBe(200)
      let sent = 0
      let refunds = 0
      for (let wave = 0; wave < wavesMax && refunds === 0; wave++) {
        await Promise.all(Array.from({ length: requestsInWave }, (_, at) => {
          const { body, headers } = request(sent++)
          return sendAndReset(server.port, post("/scan/email", headers, body), at)
        }))
        await delay(1_000)
        refunds = (await eyes.rows("SELECT version FROM ledger_movements WHERE kind = 'refund'")).length
      }
      expect(refunds).toBeGreaterThan(0)
      await until(
        "what was in flight is closed",
        3_000,
        async () => (await eyes.rows("SELECT in_flight FROM instances WHERE in_flight <> '[]'")).length === 0
      )

      for (let number = 0; number < sent; number++) {
        const { body, headers } = request(number)
        expect((await client.post("/scan/email", headers, body))?.status).toBe(200)
      }
      client.close()
      expect(await gatehouse(database.url, ["credits", "balance"])).toMatchObject({
        balance: 1000 - 1 - sent,
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
