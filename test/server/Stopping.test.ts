import { describe, expect, it } from "vitest"
import { Client } from "../crash/Client.ts"
import { gatehouse, until } from "../crash/support.ts"
import { serving } from "./Serving.ts"

const ready = Buffer.from("GET /readyz HTTP/1.1\r\nHost: x\r\n\r\n")

/** A request whose body is still under way keeps the server up, so that there is a meanwhile. */
describe("a server that is told to stop while a request is under way", () => {
  it("says `stopping` on a connection that is open, takes no new one, and answers the request", async () => {
    const server = await serving({ env: { GATEHOUSE_STARTING_CREDITS: "10" } })
    const body = JSON.stringify({ email: "ann@example.org" })
    const busy = new Client(server.port)
    const watcher = new Client(server.port)
    try {
      expect(JSON.parse((await watcher.send(ready))!.body).status).toBe("ready")
      const head = "POST /scan/email HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n" +
        `API-KEY: ${server.key}\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`
      // A request that has begun keeps the watcher's connection from counting as idle. The server has read it before it answers what
      // came after it.
      const watching = watcher.send(ready.subarray(0, 10))
      expect((await busy.send(Buffer.from(head)))?.status).toBe(100)
      const stopped = server.stop()
      await until("no connection is taken", async () => await sendOnce(server.port, ready) === null)
      watcher.more(ready.subarray(10))
      const stopping = await watching
      expect(stopping?.status).toBe(503)
      expect(JSON.parse(stopping!.body).status).toBe("stopping")
      const answer = await busy.rest(Buffer.from(body))
      expect(answer?.status).toBe(200)
      expect(answer?.headers.get("connection")).toBe("close")
      await stopped
      expect(await gatehouse(server.databaseUrl, ["credits", "balance"])).toMatchObject({ balance: 9 })
    } finally {
      busy.close()
      watcher.close()
      await server.stop()
    }
  })
})

const sendOnce = async (port: number, request: Buffer) => {
  const client = new Client(port)
  const reply = await client.send(request)
  client.close()
  return reply
}
