import { Effect, Redacted } from "effect"
import { expect, it } from "vitest"
import { layerDatabase } from "../../apps/server/Database.ts"
import { Ledger } from "../../core/credits/Ledger.ts"
import { layerStorageSql, testInstance } from "../support/Storages.ts"
import { rounds } from "../support/TestRun.ts"
import { createScratchDatabase, describeOnEngines } from "./Engines.ts"
import { KeepAliveClient } from "./KeepAliveClient.ts"
import {
  inspectDatabase,
  killServer,
  runCliJson,
  type RunningServer,
  startServerProcess,
  stopServer,
  unlimitedKey,
  waitUntil
} from "./ServerProcess.ts"

const clientsCount = 32
const answersMin = 3 * clientsCount
const roundsCount = rounds("SIGTERM under load: rounds on each database", 1, 4)

/**
 * Sends requests from all clients until the server closes their connections.
 *
 * Adds the ids of the answered requests to `ids`.
 */
const loadUntilStopped = async (server: RunningServer, apiKey: string, ids: Array<string>): Promise<void> => {
  let number = 0
  await Promise.all(Array.from({ length: clientsCount }, async () => {
    const client = new KeepAliveClient(server.port)
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

/** Returns the number of requests that the next start of a server refunds. */
const refundOrphansAtStart = (databaseUrl: string): Promise<number> => {
  const next = layerStorageSql(layerDatabase(Redacted.make(databaseUrl)), testInstance({ isAlive: () => false }))
  return Effect.runPromise(
    Ledger.use((ledger) => ledger.refundOrphans).pipe(Effect.provide(next), Effect.orDie)
  )
}

describeOnEngines("SIGTERM under load", (engine) => {
  it("answers accepted requests, exits with 0, and leaves nothing to refund", async () => {
    const database = await createScratchDatabase(engine)
    const inspector = inspectDatabase(database.url)
    let server = await startServerProcess(database.url)
    const answered = new Set<string>()
    try {
      await runCliJson(database.url, ["credits", "grant", "--amount", "1000000"])
      const apiKey = await unlimitedKey(database.url)
      for (let round = 0; round < roundsCount; round++) {
        if (round > 0) server = await startServerProcess(database.url)
        const ids: Array<string> = []
        const loading = loadUntilStopped(server, apiKey, ids)
        await waitUntil("every client has a response", async () => ids.length > answersMin)
        expect(await stopServer(server)).toEqual({ code: 0, signal: null })
        await loading
        // Allows the warning about the clock. With libfaketime, the server's clock differs from PostgreSQL's.
        expect(server.output()).not.toMatch(/ERROR|WARN (?! *The clock of this server)/)
        for (const id of ids) answered.add(id)

        expect(await inspector.rows("SELECT id FROM instances")).toEqual([])
        const movements = await inspector.rows(
          "SELECT request_id, kind FROM ledger_movements WHERE kind IN ('settle', 'refund')"
        )
        const idsOf = (kind: string) => movements.filter((row) => row.kind === kind).map((row) => row.request_id)
        const refunded = new Set(idsOf("refund"))
        const paid = new Set(idsOf("settle").filter((id) => !refunded.has(id)))
        expect([...answered].filter((id) => !paid.has(id))).toEqual([])
        expect([...paid].filter((id) => !answered.has(id))).toEqual([])
        expect(await refundOrphansAtStart(database.url)).toBe(0)
      }
      expect(await runCliJson(database.url, ["credits", "verify"])).toMatchObject({ ok: true })
    } finally {
      await killServer(server)
      await inspector.close()
      await database.remove()
    }
  })
})
