import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { Ledger } from "../../core/credits/Ledger.ts"
import { startInProcess } from "../support/InProcess.ts"
import { needs, rounds } from "../support/TestRun.ts"
import { Client } from "./Client.ts"
import { scratch } from "./Engines.ts"
import { look, until } from "./support.ts"

const clientsCount = 32
/** Between two cuts, and after the last one. */
const answersMin = 2 * clientsCount
const cuts = rounds("PostgreSQL drops its connections under load: cuts", 2, 10)

describe("PostgreSQL that drops its connections under load", { tags: [needs.postgres] }, () => {
  it("costs clients only an error, and the server continues", async () => {
    const database = await scratch("postgres")
    const server = await startInProcess({ env: { DATABASE_URL: database.url } })
    const eyes = look(database.url)
    try {
      const { accountId, key: apiKey, verify } = await server.account({ credits: 1_000_000 })
      const answered = new Set<string>()
      const failed = new Set<number>()
      let isOver = false
      let keys = 0
      const loading = Promise.all(Array.from({ length: clientsCount }, async (_, at) => {
        const client = new Client(server.port)
        while (!isOver) {
          const headers = { "API-KEY": apiKey, ...(at % 2 === 0 ? {} : { "Idempotency-Key": `cut-${keys++}` }) }
          const reply = await client.post("/scan/email", headers, { email: `ann.${at}@example.org` })
          if (reply?.status === 200) answered.add(reply.headers.get("x-request-id")!)
          else failed.add(reply?.status ?? 0)
        }
        client.close()
      }))
      for (let cut = 0; cut <= cuts; cut++) {
        const before = answered.size
        await until("requests are answered", async () => answered.size >= before + answersMin)
        if (cut === cuts) break
        await eyes.rows(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
           WHERE datname = current_database() AND pid <> pg_backend_pid()`
        )
      }
      isOver = true
      await loading
      expect([...failed].filter((status) => status !== 503)).toEqual([])
      await until("nothing is in flight any more", async () => {
        // As the server does every few seconds, because a report may have been lost with its connection.
        await server.run(Ledger.use((ledger) => Effect.asVoid(ledger.refundOrphans)))
        return (await eyes.rows("SELECT id FROM instances WHERE in_flight <> '[]'")).length === 0
      })

      expect(await eyes.rows("SELECT key FROM idempotency WHERE status IS NULL")).toEqual([])
      const rows = await eyes.rows(
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
      await eyes.close()
      await database.remove()
    }
  })
})
