import { Effect, Layer, Logger, ManagedRuntime } from "effect"
import { SqlClient, SqlError } from "effect/sql"
import { mkdtempSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { afterEach, describe, expect, it } from "vitest"
import { TestWriteMillis } from "../../../../../adapters/storage/sql/servers/HealthSql.ts"
import { StorageHealth, StorageUnavailable } from "../../../../../core/kernel/StorageHealth.ts"
import { layerSqlite, layerStorageSql } from "../../../../support/Storages.ts"
import { workerFolder } from "../../../../support/WorkerEnd.ts"

const folder = mkdtempSync(join(workerFolder(), "health-"))
let files = 0

const closing: Array<() => Promise<void>> = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** Opens a storage on a file, with test writes every few milliseconds. */
const open = async () => {
  const filename = join(folder, `${files++}.db`)
  const short = Layer.succeed(TestWriteMillis, { idle: 2, failing: 2 })
  const runtime = ManagedRuntime.make(
    layerStorageSql(layerSqlite(filename)).pipe(Layer.provide([short, Logger.layer([])]))
  )
  closing.push(() => runtime.dispose())
  const { health, sql } = await runtime.runPromise(Effect.all({ health: StorageHealth, sql: SqlClient.SqlClient }))
  await runtime.runPromise(sql`PRAGMA busy_timeout = 1`)
  return { filename, health, run: (statement: string) => runtime.runPromise(sql.unsafe(statement)) }
}

describe("the health of an idle database", () => {
  it("reflects a lock that another process holds", async () => {
    const { filename, health } = await open()
    const other = new DatabaseSync(filename)
    other.exec("BEGIN IMMEDIATE")
    await expect.poll(health.state).toEqual({ isWritable: false, problem: expect.stringMatching(/locked/) })
    other.exec("ROLLBACK")
    await expect.poll(health.state).toEqual({ isWritable: true, problem: null })
    other.close()
  })

  it("reflects a file that is readable but not writable", async () => {
    const { health, run } = await open()
    await run("PRAGMA query_only = 1")
    await expect.poll(health.state).toEqual({ isWritable: false, problem: expect.stringMatching(/readonly/) })
    await run("PRAGMA query_only = 0")
    await expect.poll(health.state).toEqual({ isWritable: true, problem: null })
  })

  it("reflects a full disk if no page is left", async () => {
    const { health, run } = await open()
    const [{ page_count: pages }] = await run("PRAGMA page_count") as [{ page_count: number }]
    await run("CREATE TABLE filler (x)")
    await run("CREATE TRIGGER grow AFTER UPDATE ON instances BEGIN INSERT INTO filler VALUES (randomblob(100000)); END")
    await run(`PRAGMA max_page_count = ${pages + 2}`)
    await expect.poll(health.state).toEqual({ isWritable: false, problem: expect.stringMatching(/full/) })
    await run("PRAGMA max_page_count = 1000000")
    await expect.poll(health.state).toEqual({ isWritable: true, problem: null })
  })
})

const outage = (cause: unknown) =>
  new StorageUnavailable({
    cause: new SqlError.SqlError({ reason: new SqlError.ConnectionError({ cause, message: "x", operation: "x" }) })
  })

it.each([
  ["SQLITE_CORRUPT", Object.assign(new Error("malformed"), { errcode: 267 })],
  ["SQLITE_NOTADB", Object.assign(new Error("malformed"), { errcode: 26 })],
  ["data_corrupted", Object.assign(new Error("malformed"), { code: "XX001" })],
  ["index_corrupted", Object.assign(new Error("malformed"), { code: "XX002" })]
])("corruption found by a request stays reported: %s", async (_, cause) => {
  const { health, run } = await open()
  health.reportFailure(outage(cause))
  expect(health.state()).toEqual({ isWritable: false, problem: "malformed" })
  await run("UPDATE instances SET host = host")
  expect(health.state()).toEqual({ isWritable: false, problem: "malformed" })
})

it.each([
  ["an outage", outage(Object.assign(new Error("busy"), { errcode: 5 }))],
  ["a fault of the program", new TypeError("undefined")]
])("%s found by a request leaves the reported health unchanged", async (_, defect) => {
  const { health } = await open()
  health.reportFailure(defect)
  expect(health.state().isWritable).toBe(true)
})
