import { describe, expect, it } from "vitest"
import { Client } from "./Client.ts"
import { postgresUrl, scratch } from "./Engines.ts"
import { delay, gatehouse, kill, look, start, unlimitedKey, until } from "./support.ts"

const clientsCount = 32
const cuts = 5

describe.skipIf(postgresUrl === null)("PostgreSQL that drops its connections under load", () => {
  it("costs nobody anything but an error, and the server goes on", { timeout: 60_000 }, async () => {
    const database = await scratch("postgres")
    const server = await start(database.url)
    const eyes = look(database.url)
    try {
      await gatehouse(database.url, ["credits", "grant", "--amount", "1000000"])
      const apiKey = await unlimitedKey(database.url)
      const answered = new Set<string>()
      const failed = new Map<number, number>()
      let isOver = false
      let keys = 0
      const loading = Promise.all(Array.from({ length: clientsCount }, async (_, at) => {
        const client = new Client(server.port)
        while (!isOver) {
          const key = `cut-${keys++}`
          const headers = { "API-KEY": apiKey, ...(at % 2 === 0 ? {} : { "Idempotency-Key": key }) }
          const reply = await client.post("/scan/email", headers, { email: `ann.${at}@example.org` })
          if (reply?.status === 200) answered.add(reply.headers.get("x-request-id")!)
          else {
            failed.set(reply?.status ?? 0, (failed.get(reply?.status ?? 0) ?? 0) + 1)
            await delay(20)
          }
        }
        client.close()
      }))
      for (let cut = 0; cut < cuts; cut++) {
        await delay(400)
        await eyes.rows(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
           WHERE datname = current_database() AND pid <> pg_backend_pid()`
        )
      }
      await delay(600)
      isOver = true
      await loading
      expect([...failed.keys()].filter((status) => status !== 500)).toEqual([])
      expect(server.child.exitCode).toBeNull()
      await until(
        "nothing is in flight any more",
        5_000,
        async () => (await eyes.rows("SELECT id FROM instances WHERE in_flight <> '[]'")).length === 0
      )

      expect(await eyes.rows("SELECT key FROM idempotency WHERE status IS NULL")).toEqual([])
      const rows = await eyes.rows("SELECT request_id, kind FROM ledger_movements WHERE kind IN ('settle', 'refund')")
      const refunded = new Set(rows.filter(({ kind }) => kind === "refund").map((row) => row.request_id))
      const paid = rows.filter((row) => row.kind === "settle" && !refunded.has(row.request_id)).map((row) =>
        row.request_id
      )
      expect(answered.size).toBeGreaterThan(clientsCount)
      expect(paid.filter((id) => !answered.has(id))).toEqual([])
      expect(paid).toHaveLength(answered.size)
      expect(await gatehouse(database.url, ["credits", "verify"])).toMatchObject({ ok: true })
    } finally {
      await kill(server)
      await eyes.close()
      await database.remove()
    }
  })
})
