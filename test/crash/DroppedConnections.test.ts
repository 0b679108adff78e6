import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { Ledger } from "../../core/credits/Ledger.ts"
import { startServerInProcess } from "../support/InProcessServer.ts"
import { needs, rounds } from "../support/TestRun.ts"
import { createScratchDatabase } from "./Engines.ts"
import { KeepAliveClient } from "./KeepAliveClient.ts"
import { inspectDatabase, waitUntil } from "./ServerProcess.ts"

const clientsCount = 32
/** Minimum number of responses between two drops, and after the last drop. */
const answersMin = 2 * clientsCount
const drops = rounds("PostgreSQL drops its connections under load: drops", 2, 10)

describe("PostgreSQL that drops its connections under load", { tags: [needs.postgres] }, () => {
  it("costs clients only an error, and the server recovers", async () => {
    const database = await createScratchDatabase("postgres")
    const server = await startServerInProcess({ env: { DATABASE_URL: database.url } })
    const inspector = inspectDatabase(database.url)
    try {
      const { accountId, key: apiKey, verify } = await server.createAccount({ credits: 1_000_000 })
      const answered = new Set<string>()
      const failed = new Set<number>()
      let isOver = false
      let keys = 0
      const loading = Promise.all(Array.from({ length: clientsCount }, async (_, at) => {
        const client = new KeepAliveClient(server.port)
        while (!isOver) {
          const headers = { "API-KEY": apiKey, ...(at % 2 === 0 ? {} : { "Idempotency-Key": `drop-${keys++}` }) }
          const reply = await client.post("/scan/email", headers, { email: `ann.${at}@example.org` })
          if (reply?.status === 200) answered.add(reply.headers.get("x-request-id")!)
          else failed.add(reply?.status ?? 0)
        }
        client.close()
      }))
      for (let drop = 0; drop <= drops; drop++) {
        const before = answered.size
        await waitUntil("requests are answered", async () => answered.size >= before + answersMin)
        if (drop === drops) break
        await inspector.rows(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
           WHERE datname = current_database() AND pid <> pg_backend_pid()`
        )
      }
      isOver = true
      await loading
      expect([...failed].filter((status) => status !== 503)).toEqual([])
      await waitUntil("no request is in flight", async () => {
        // The server also runs this refund every few seconds. A confirmation may have been lost with its connection.
        await server.run(Ledger.use((ledger) => Effect.asVoid(ledger.refundOrphans)))
        return (await inspector.rows("SELECT id FROM instances WHERE in_flight <> '[]'")).length === 0
      })

      expect(await inspector.rows("SELECT key FROM idempotency WHERE status IS NULL")).toEqual([])
      const rows = await inspector.rows(
        `SELECT request_id, kind FROM ledger_movements
         WHERE kind IN ('settle', 'refund') AND account_id = '${accountId}'`
      )
      const refunded = new Set(rows.filter(({ kind }) => kind === "refund").map((row) => row.request_id))
      const paid = rows.filter((row) => row.kind === "settle" && !refunded.has(row.request_id)).map((row) =>
        row.request_id
      )
      expect(paid.filter((id) => !answered.has(id))).toEqual([])
      expect(paid).toHaveLength(answered.size)
      expect((await verify()).faults).toEqual([])
    } finally {
      await server.stop()
      await inspector.close()
      await database.remove()
    }
  })
})
