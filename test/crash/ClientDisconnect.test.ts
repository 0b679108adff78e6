import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { expect, it } from "vitest"
import { startServerInProcess } from "../support/InProcessServer.ts"
import { createScratchDatabase, describeOnEngines } from "./Engines.ts"
import { KeepAliveClient } from "./KeepAliveClient.ts"
import { type DatabaseInspector, type Engine, inspectDatabase, waitUntil } from "./ServerProcess.ts"

const requestsCount = 20
/** Number of requests that are reset while they wait for their charge. The others are reset at various moments. */
const heldCount = 8

describeOnEngines("a client that disconnects", (engine) => {
  it("gets a refund, and pays once when it retries with its key", async () => {
    const database = await createScratchDatabase(engine)
    const server = await startServerInProcess({ env: { DATABASE_URL: database.url } })
    const keepAliveClient = new KeepAliveClient(server.port)
    const inspector = inspectDatabase(database.url)
    const refunds = () => inspector.rows("SELECT request_id FROM ledger_movements WHERE kind = 'refund'")
    const send = (client: KeepAliveClient, number: number) =>
      client.post("/scan/email", { "API-KEY": server.key, "Idempotency-Key": `gone-${number}` }, {
        email: `ann.${number}@example-company.com`
      })
    try {
      const answer = await keepAliveClient.post("/scan/email", { "API-KEY": server.key }, { email: "ann@example.org" })
      expect(answer?.status).toBe(200)

      const held = Array.from({ length: heldCount }, () => new KeepAliveClient(server.port))
      await server.run(holdCommits(engine, async () => {
        const sent = held.map(send)
        await waitUntil("a request is being charged", () => isCharging(engine, keepAliveClient, inspector))
        await Promise.all(held.map((client) => client.reset()))
        expect(await Promise.all(sent)).toEqual(held.map(() => null))
      }))
      await waitUntil("the charge is refunded", async () => (await refunds()).length > 0)

      const others = Array.from({ length: requestsCount - heldCount }, () => new KeepAliveClient(server.port))
      await Promise.all(others.map(async (client, at) => {
        const sent = send(client, heldCount + at)
        for (let turn = 0; turn < 3 * at; turn++) await new Promise((resolve) => setImmediate(resolve))
        await client.reset()
        await sent
      }))
      await waitUntil(
        "no request is in flight",
        async () => (await inspector.rows("SELECT id FROM instances WHERE in_flight <> '[]'")).length === 0
      )

      for (let number = 0; number < requestsCount; number++) {
        expect((await send(keepAliveClient, number))?.status).toBe(200)
      }
      expect(await server.balance()).toMatchObject({ available: server.credits - 1 - requestsCount, held: 0 })
      expect((await server.verify()).faults).toEqual([])
    } finally {
      keepAliveClient.close()
      await server.stop()
      await inspector.close()
      await database.remove()
    }
  })
})

/** Reports whether one of the held requests waits for its charge. */
const isCharging = async (
  engine: Engine,
  keepAliveClient: KeepAliveClient,
  inspector: DatabaseInspector
): Promise<boolean> => {
  if (engine === "postgres") {
    const waiting = await inspector.rows(
      `SELECT pid FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%ledger_balances%'`
    )
    return waiting.length > 0
  }
  // On SQLite, a request waits for the connection once it has been read. A later request is answered only after that.
  return await keepAliveClient.send(Buffer.from("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")) !== null
}

/** Blocks commits to the ledger while `work` runs. */
const holdCommits = (engine: Engine, work: () => Promise<void>) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => {
    // SQLite has one connection, which the transaction holds.
    const lock = engine === "postgres" ? sql`SELECT version FROM ledger_balances FOR UPDATE` : Effect.void
    return sql.withTransaction(Effect.andThen(lock as Effect.Effect<unknown, unknown>, Effect.promise(work)))
  })
