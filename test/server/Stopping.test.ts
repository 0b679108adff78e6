import { describe, expect, it } from "vitest"
import { createScratchDatabase } from "../crash/Engines.ts"
import { KeepAliveClient, type RawResponse } from "../crash/KeepAliveClient.ts"
import { inspectDatabase, killServer, runCliJson, startServerProcess, waitUntil } from "../crash/ServerProcess.ts"
import { needs } from "../support/TestRun.ts"
import { startProgram } from "./RunningProgram.ts"

const ready = Buffer.from("GET /readyz HTTP/1.1\r\nHost: x\r\n\r\n")

/** A request whose body is still in transit keeps the server running, so that the test can act during the stop. */
describe("a server that receives a stop signal during a request", () => {
  it("reports `stopping` on an open connection, accepts no new one, and answers the request", async () => {
    const server = await startProgram({ env: { GATEHOUSE_STARTING_CREDITS: "10" } })
    const body = JSON.stringify({ email: "ann@example.org" })
    const busy = new KeepAliveClient(server.port)
    const watcher = new KeepAliveClient(server.port)
    try {
      expect(JSON.parse((await watcher.send(ready))!.body).status).toBe("ready")
      const head = "POST /scan/email HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n" +
        `API-KEY: ${server.key}\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`
      // Sends a part of a request, so that the watcher's connection is not idle.
      // The server reads this part before it answers a later request.
      const watching = watcher.send(ready.subarray(0, 10))
      expect((await busy.send(Buffer.from(head)))?.status).toBe(100)
      const stopped = server.stop()
      await waitUntil("no connection is taken", async () => await sendOnce(server.port, ready) === null)
      watcher.more(ready.subarray(10))
      const stopping = await watching
      expect(stopping?.status).toBe(503)
      expect(JSON.parse(stopping!.body).status).toBe("stopping")
      const answer = await busy.rest(Buffer.from(body))
      expect(answer?.status).toBe(200)
      expect(answer?.headers.get("connection")).toBe("close")
      await stopped
      expect(await runCliJson(server.databaseUrl, ["credits", "balance"])).toMatchObject({ balance: 9 })
    } finally {
      busy.close()
      watcher.close()
      await server.stop()
    }
  })
})

const page = Buffer.from("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")

const connectionOf = (reply: RawResponse | null) => reply?.headers.get("connection")

describe("a server that receives a stop signal, with a delay", () => {
  it("accepts requests meanwhile, closes each connection with its response, and then refuses connections", async () => {
    const server = await startProgram({ env: { GATEHOUSE_STARTING_CREDITS: "10", GATEHOUSE_STOP_DELAY_SECONDS: "1" } })
    const open = [new KeepAliveClient(server.port), new KeepAliveClient(server.port)]
    const busy = new KeepAliveClient(server.port)
    const body = JSON.stringify({ email: "ann@example.org" })
    try {
      for (const client of open) expect(connectionOf(await client.send(ready))).toBe("keep-alive")
      const head = "POST /scan/email HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n" +
        `API-KEY: ${server.key}\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`
      expect((await busy.send(Buffer.from(head)))?.status).toBe(100)
      const stopped = server.stop()
      await waitUntil("it is stopping", async () => server.output().includes("requests are accepted for another 1 s"))
      const replies = await Promise.all([
        open[0]!.post("/scan/email", { "API-KEY": server.key }, { email: "bob@example.org" }),
        open[1]!.send(page),
        sendOnce(server.port, ready),
        sendOnce(server.port, page)
      ])
      // On a slow machine, new connections may come too late, because the server accepts them for only 1 s.
      const answered = replies.filter((reply) => reply !== null)
      expect(answered.map(connectionOf)).toEqual(answered.map(() => "close"))
      if (replies[0] !== null) expect(replies[0].status).toBe(200)
      if (replies[2] !== null) {
        expect([replies[2].status, JSON.parse(replies[2].body).status]).toEqual([503, "stopping"])
      }
      await waitUntil("no connection is taken", async () => await sendOnce(server.port, ready) === null)
      const answer = await busy.rest(Buffer.from(body))
      expect([answer?.status, connectionOf(answer)]).toEqual([200, "close"])
      await stopped
      const balance = replies[0] === null ? 9 : 8
      expect(await runCliJson(server.databaseUrl, ["credits", "balance"])).toMatchObject({ balance })
    } finally {
      for (const client of [...open, busy]) client.close()
      await server.stop()
    }
  })

  it("accepts requests during the whole delay, and a later signal ends it at once", async () => {
    const database = await createScratchDatabase("sqlite")
    const server = await startServerProcess(database.url, {
      env: { GATEHOUSE_STARTING_CREDITS: "10", GATEHOUSE_STOP_DELAY_SECONDS: "600" }
    })
    const client = new KeepAliveClient(server.port)
    try {
      expect(connectionOf(await client.send(ready))).toBe("keep-alive")
      server.child.kill("SIGTERM")
      await waitUntil("/readyz says so", async () => (await sendOnce(server.port, ready))?.status === 503)
      const replies: Array<RawResponse | null> = [
        await client.post("/scan/email", { "API-KEY": server.key! }, { email: "ann@example.org" }),
        // The server closed the first connection, so the client opens another one.
        await client.post("/scan/email", { "API-KEY": server.key! }, { email: "bob@example.org" }),
        await client.send(page)
      ]
      expect(replies.map((reply) => [reply?.status, connectionOf(reply)])).toEqual([
        [200, "close"],
        [200, "close"],
        [200, "close"]
      ])
      // The server treats signals in quick succession as one Ctrl-C, so the test repeats the signal.
      await waitUntil("a later signal ends it", async () => {
        server.child.kill("SIGTERM")
        return server.child.exitCode !== null
      })
      expect(await server.exited).toEqual({ code: 143, signal: null })
      expect(await runCliJson(database.url, ["credits", "verify"])).toMatchObject({ ok: true })
    } finally {
      client.close()
      await killServer(server)
      await database.remove()
    }
  })

  it("sends heartbeats meanwhile", { tags: [needs.full] }, async () => {
    const database = await createScratchDatabase("sqlite")
    const inspector = inspectDatabase(database.url)
    const server = await startServerProcess(database.url, { env: { GATEHOUSE_STOP_DELAY_SECONDS: "600" } })
    const heartbeat = async (): Promise<number> =>
      (await inspector.rows("SELECT heartbeat_at FROM instances"))[0].heartbeat_at
    try {
      server.child.kill("SIGTERM")
      await waitUntil("/readyz says so", async () => (await sendOnce(server.port, ready))?.status === 503)
      const before = await heartbeat()
      await waitUntil("two more signs of life", async () => await heartbeat() > before + 6_000)
    } finally {
      await killServer(server)
      await inspector.close()
      await database.remove()
    }
  })
})

const sendOnce = async (port: number, request: Buffer) => {
  const client = new KeepAliveClient(port)
  const reply = await client.send(request)
  client.close()
  return reply
}
