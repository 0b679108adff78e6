import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { expect, it } from "vitest"
import { startInProcess } from "../support/InProcess.ts"
import { Client } from "./Client.ts"
import { onEngines, scratch } from "./Engines.ts"
import { type Engine, type Eyes, look, until } from "./support.ts"

const requestsCount = 20
/** The first ones are reset while they wait for their charge, each of the others at another moment. */
const heldCount = 8

onEngines("a client that goes away", (engine) => {
  it("gets its credits back and pays once when it retries with its key", async () => {
    const database = await scratch(engine)
    const server = await startInProcess({ env: { DATABASE_URL: database.url } })
    const steady = new Client(server.port)
    const eyes = look(database.url)
    const refunds = () => eyes.rows("SELECT request_id FROM ledger_movements WHERE kind = 'refund'")
    const send = (client: Client, number: number) =>
      client.post("/scan/email", { "API-KEY": server.key, "Idempotency-Key": `gone-${number}` }, {
        email: `ann.${number}@example-company.com`
      })
    try {
      const answer = await steady.post("/scan/email", { "API-KEY": server.key }, { email: "ann@example.org" })
      expect(answer?.status).toBe(200)

      const held = Array.from({ length: heldCount }, () => new Client(server.port))
      await server.run(holdingCommits(engine, async () => {
        const sent = held.map(send)
        await until("one of them is being charged", () => isCharging(engine, steady, eyes))
        await Promise.all(held.map((client) => client.reset()))
        expect(await Promise.all(sent)).toEqual(held.map(() => null))
      }))
      await until("what was charged is refunded", async () => (await refunds()).length > 0)

      const others = Array.from({ length: requestsCount - heldCount }, () => new Client(server.port))
      await Promise.all(others.map(async (client, at) => {
        const sent = send(client, heldCount + at)
        for (let turn = 0; turn < 3 * at; turn++) await new Promise((resolve) => setImmediate(resolve))
        await client.reset()
        await sent
      }))
      await until(
        "what was in flight is closed",
        async () => (await eyes.rows("SELECT id FROM instances WHERE in_flight <> '[]'")).length === 0
      )

      for (let number = 0; number < requestsCount; number++) expect((await send(steady, number))?.status).toBe(200)
      expect(await server.balance()).toMatchObject({ available: server.credits - 1 - requestsCount, held: 0 })
      expect((await server.verify()).faults).toEqual([])
    } finally {
      steady.close()
      await server.stop()
      await eyes.close()
      await database.remove()
    }
  })
})

/** Reports whether a held request waits for its charge. */
const isCharging = async (engine: Engine, steady: Client, eyes: Eyes): Promise<boolean> => {
  if (engine === "postgres") {
    const waiting = await eyes.rows(
      `SELECT pid FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%ledger_balances%'`
    )
    return waiting.length > 0
  }
  // On SQLite, requests wait for the connection as soon as they are read, which is before a later request is answered.
  return await steady.send(Buffer.from("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")) !== null
}

/** Nothing can be committed to the ledger before the work has ended. */
const holdingCommits = (engine: Engine, work: () => Promise<void>) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => {
    // SQLite has one connection, which the transaction holds.
    const lock = engine === "postgres" ? sql`SELECT version FROM ledger_balances FOR UPDATE` : Effect.void
    return sql.withTransaction(Effect.andThen(lock as Effect.Effect<unknown, unknown>, Effect.promise(work)))
  })
