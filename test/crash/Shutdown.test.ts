import { describe, expect, it } from "vitest"
import { drainMillisMax } from "../../adapters/http/server/NodeServer.ts"
import { Client } from "./Client.ts"
import { engines, scratch } from "./Engines.ts"
import { delay, gatehouse, kill, look, type RunningServer, start, stop, unlimitedKey, until } from "./support.ts"

const clientsCount = 32

/** Requests one after the other until the server no longer takes one; adds the ids of those that were answered. */
const loadUntilStopped = async (server: RunningServer, apiKey: string, ids: Array<string>): Promise<void> => {
  let number = 0
  await Promise.all(Array.from({ length: clientsCount }, async () => {
    const client = new Client(server.port)
    for (;;) {
      const body = number++ % 4 === 0
        ? { path: "/scan/email/bulk", json: { emails: [`a${number}@example.org`, `b${number}@example.org`] } }
        : { path: "/scan/email", json: { email: `a${number}@example.org` } }
      const reply = await client.post(body.path, { "API-KEY": apiKey }, body.json)
      if (reply === null) break
      expect(reply.status).toBe(200)
      ids.push(reply.headers.get("x-request-id")!)
    }
    client.close()
  }))
}

describe.each(engines)("SIGTERM under load, on %s", (engine) => {
  it("answers what it took, ends with 0, and leaves nothing to refund", { timeout: 120_000 }, async () => {
    const database = await scratch(engine)
    const eyes = look(database.url)
    let server = await start(database.url)
    const answered = new Set<string>()
    try {
      await gatehouse(database.url, ["credits", "grant", "--amount", "1000000"])
      const apiKey = await unlimitedKey(database.url)
      for (let round = 0; round < 2; round++) {
        const ids: Array<string> = []
        const loading = loadUntilStopped(server, apiKey, ids)
        await until("every client has been answered", 20_000, async () => ids.length > clientsCount)
        await delay(500)
        const stoppedAt = Date.now()
        expect(await stop(server)).toEqual({ code: 0, signal: null })
        expect(Date.now() - stoppedAt).toBeLessThan(drainMillisMax)
        expect(server.output()).not.toMatch(/ERROR|WARN/)
        await loading
        for (const id of ids) answered.add(id)

        expect(await eyes.rows("SELECT id FROM instances")).toEqual([])
        const movements = await eyes.rows(
          "SELECT request_id, kind FROM ledger_movements WHERE kind IN ('settle', 'refund')"
        )
        const refunded = new Set(movements.filter(({ kind }) => kind === "refund").map((row) => row.request_id))
        const paid = new Set(
          movements.filter(({ kind }) => kind === "settle").map((row) => row.request_id).filter((id) =>
            !refunded.has(id)
          )
        )
        expect([...answered].filter((id) => !paid.has(id))).toEqual([])
        expect([...paid].filter((id) => !answered.has(id))).toEqual([])
        server = await start(database.url)
        await delay(500)
        expect(server.output()).not.toContain("refunded")
        expect(await eyes.rows("SELECT request_id FROM ledger_movements WHERE kind = 'refund'")).toHaveLength(
          refunded.size
        )
      }
      expect(await gatehouse(database.url, ["credits", "verify"])).toMatchObject({ ok: true })
    } finally {
      await kill(server)
      await eyes.close()
      await database.remove()
    }
  })
})

/** A request whose body is still under way keeps the server up, so that there is a meanwhile. */
describe("SIGTERM while a request is under way", () => {
  it(
    "says `stopping` on a connection that is open, takes no new one, and answers the request",
    { timeout: 60_000 },
    async () => {
      const database = await scratch("sqlite")
      const server = await start(database.url, { env: { GATEHOUSE_STARTING_CREDITS: "10" } })
      const body = JSON.stringify({ email: "ann@example.org" })
      const head = "POST /scan/email HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n" +
        `API-KEY: ${server.key}\r\nContent-Length: ${body.length}\r\n\r\n`
      const busy = new Client(server.port)
      const watcher = new Client(server.port)
      const ready = Buffer.from("GET /readyz HTTP/1.1\r\nHost: x\r\n\r\n")
      try {
        expect(JSON.parse((await watcher.send(ready))!.body).status).toBe("ready")
        const answering = busy.send(Buffer.from(head + body.slice(0, 5)))
        // A request that has begun keeps the watcher's connection from counting as idle.
        const watching = watcher.send(ready.subarray(0, 10))
        await delay(200)
        server.child.kill("SIGTERM")
        await delay(300)
        watcher.more(ready.subarray(10))
        const stopping = await watching
        expect(stopping?.status).toBe(503)
        expect(JSON.parse(stopping!.body).status).toBe("stopping")
        expect(await new Client(server.port).send(ready)).toBeNull()
        busy.more(Buffer.from(body.slice(5)))
        const answer = await answering
        expect(answer?.status).toBe(200)
        expect(answer?.headers.get("connection")).toBe("close")
        expect(await server.exited).toEqual({ code: 0, signal: null })
        expect(await gatehouse(database.url, ["credits", "balance"])).toMatchObject({ balance: 9 })
      } finally {
        await kill(server)
        await database.remove()
      }
    }
  )
})
