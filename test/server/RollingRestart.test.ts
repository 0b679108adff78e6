import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { setTimeout } from "node:timers/promises"
import { describe, expect, it } from "vitest"
import { migrations, runMigrations } from "../../adapters/storage/sql/migrations/Migrations.ts"
import { layerDatabase } from "../../apps/server/Database.ts"
import { createScratchDatabase } from "../crash/Engines.ts"
import { KeepAliveClient } from "../crash/KeepAliveClient.ts"
import {
  inspectDatabase,
  killServer,
  runCliJson,
  type RunningServer,
  startServerProcess,
  stopServer,
  unlimitedKey,
  waitUntil
} from "../crash/ServerProcess.ts"
import { type HaProxy, startHaProxy } from "../support/HaProxy.ts"
import { testStorageWaitMillis } from "../support/Storages.ts"
import { needs, rounds } from "../support/TestRun.ts"

const clientsCount = 24
const restarts = rounds("rolling restarts behind HAProxy", 1, 5)
const names = ["a", "b"] as const
/** Pause of a client between two requests. Clients do not pause in long runs. */
const pauseMillis = restarts > 1 ? 0 : 100
/** Delay of the stop, far longer than two checks of HAProxy even on a busy machine. */
const stopDelaySeconds = "3"

/** Adds a column and an index to each table that requests write, and a new table, as a release could. */
const nextRelease = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  for (const table of ["ledger_movements", "ledger_balances", "request_history", "instances", "api_keys"]) {
    yield* sql.unsafe(`ALTER TABLE ${table} ADD COLUMN next_release TEXT`)
    yield* sql.unsafe(`CREATE INDEX ${table}_next_release ON ${table} (next_release)`)
  }
  yield* sql`CREATE TABLE next_releases (id TEXT PRIMARY KEY)`
})

/** Migrates as the first server of the next release does. */
const migrateToNext = (databaseUrl: string) =>
  Effect.runPromise(
    runMigrations({ ...migrations, "9999_next_release": nextRelease }).pipe(
      Effect.provide(layerDatabase(Redacted.make(databaseUrl)))
    )
  )

describe("two servers behind HAProxy", { tags: [needs.haproxy, needs.postgres] }, () => {
  it("are replaced one after the other, with a new schema in between, and no request of 24 keep-alive clients fails", async () => {
    const database = await createScratchDatabase("postgres")
    const startOn = (port: number): Promise<RunningServer> =>
      startServerProcess(database.url, {
        env: {
          PORT: String(port),
          GATEHOUSE_STOP_DELAY_SECONDS: stopDelaySeconds,
          // The migration locks tables. On one busy core, it takes longer than the default.
          GATEHOUSE_STORAGE_WAIT_MILLIS: String(testStorageWaitMillis)
        }
      })
    const servers = { a: await startOn(0), b: await startOn(0) }
    const inspector = inspectDatabase(database.url)
    let proxy: HaProxy | null = null
    try {
      const { serversUp, port } = proxy = await startHaProxy({ a: servers.a.port, b: servers.b.port })
      await runCliJson(database.url, ["credits", "grant", "--amount", "1000000"])
      const apiKey = await unlimitedKey(database.url)
      await waitUntil("HAProxy knows both servers", async () => (await serversUp()).length === names.length)

      let isOver = false
      let answered = 0
      const failures: Array<string> = []
      const load = Promise.all(Array.from({ length: clientsCount }, async () => {
        const client = new KeepAliveClient(port)
        while (!isOver) {
          const reply = await client.post("/scan/email", { "API-KEY": apiKey }, { email: `a${answered}@example.org` })
          if (reply?.status === 200) answered++
          else failures.push(reply === null ? "the connection ended" : `${reply.status} ${reply.body}`)
          await setTimeout(pauseMillis)
        }
        client.close()
      }))

      for (let round = 0; round < restarts; round++) {
        for (const name of names) {
          const before = answered
          expect(await stopServer(servers[name])).toEqual({ code: 0, signal: null })
          await waitUntil("the other server answers", async () => answered > before + clientsCount)
          if (round === 0 && name === "a") expect(await migrateToNext(database.url)).toEqual(["9999_next_release"])
          servers[name] = await startOn(servers[name].port)
          await waitUntil(`HAProxy knows ${name}`, async () => (await serversUp()).includes(name))
        }
      }
      isOver = true
      await load
      expect(failures).toEqual([])
      const [{ charged }] = await inspector.rows(
        "SELECT count(*)::int AS charged FROM ledger_movements WHERE kind = 'settle'"
      ) as any
      expect(charged).toBe(answered)
      expect(await runCliJson(database.url, ["credits", "verify"])).toMatchObject({ ok: true })
    } finally {
      await proxy?.stop()
      for (const name of names) await killServer(servers[name])
      await inspector.close()
      await database.remove()
    }
  })
})
