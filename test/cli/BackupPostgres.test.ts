import { Effect, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { layerDatabase } from "../../apps/server/Database.ts"
import { createScratchDatabase } from "../crash/Engines.ts"
import { type RunningProgram, startProgram } from "../server/RunningProgram.ts"
import { needs } from "../support/TestRun.ts"
import { cliOnEmptyDatabase } from "./RunCli.ts"

const folder = mkdtempSync(join(tmpdir(), "gatehouse-dumps-"))
const at = (name: string) => join(folder, name)
// Commands run in a different process from the server, so that they can detect a running server.
const commands = cliOnEmptyDatabase()
const run = async (url: string, ...args: ReadonlyArray<string>) => {
  const ran = await commands.run([...args, "--json"], "", { DATABASE_URL: url })
  return { ...ran, json: ran.out === "" ? JSON.parse(ran.err) : JSON.parse(ran.out) }
}
const query = (url: string, text: string): Promise<ReadonlyArray<any>> =>
  Effect.runPromise(
    Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe(text)).pipe(
      Effect.provide(layerDatabase(Redacted.make(url)))
    ) as Effect.Effect<ReadonlyArray<any>>
  )

describe("a backup of PostgreSQL", { tags: [needs.postgres] }, () => {
  let database: Awaited<ReturnType<typeof createScratchDatabase>>
  let empty: Awaited<ReturnType<typeof createScratchDatabase>>
  let server: RunningProgram
  const dump = at("gatehouse.dump")
  beforeAll(async () => {
    database = await createScratchDatabase("postgres")
    empty = await createScratchDatabase("postgres")
    server = await startProgram({ env: { DATABASE_URL: database.url } })
  })
  afterAll(async () => {
    await server.stop()
    await database.remove()
    await empty.remove()
    rmSync(folder, { recursive: true, force: true })
  })

  const postEmail = () => server.post("/scan/email", { email: "ann@example.org" }, { "API-KEY": server.key })

  it("is a consistent snapshot while the server writes", async () => {
    let isOver = false
    const client = async () => {
      while (!isOver) expect([200, 429]).toContain((await postEmail()).status)
    }
    const clients = [client(), client()]
    const { exitCode, json } = await run(database.url, "backup", dump)
    isOver = true
    await Promise.all(clients)
    expect({ exitCode, json }).toMatchObject({ exitCode: 0, json: { accounts: 1, sound: true, file: dump } })
    expect(statSync(dump).mode & 0o777).toBe(0o600)
    expect((await run(database.url, "backup", dump)).json.message).toContain("not overwritten")
    expect(readdirSync(folder)).toEqual(["gatehouse.dump"])
  })

  it("is restored into an empty database, and not over one that a server uses", async () => {
    const refused = await run(database.url, "restore", dump, "--force")
    expect(refused.json.message).toMatch(/^A server \(process \d+ on /)
    const { exitCode, json } = await run(empty.url, "restore", dump)
    expect({ exitCode, json }).toMatchObject({ exitCode: 0, json: { accounts: 1, migrated: [], kept: null } })
    expect((await run(empty.url, "credits", "verify")).json).toMatchObject({ ok: true, movements: json.movements })
    expect((await run(empty.url, "keys", "list")).json[0].id).toBe((await run(database.url, "keys", "list")).json[0].id)
    const rows = "SELECT * FROM ledger_movements ORDER BY account_id, version"
    const restored = await query(empty.url, rows)
    expect(restored).toEqual((await query(database.url, rows)).slice(0, restored.length))
    // Checks that the trigger that protects the ledger is restored.
    await expect(query(empty.url, "DELETE FROM ledger_movements")).rejects.toThrow()
  })

  it("keeps the previous data when forced", async () => {
    expect((await run(empty.url, "restore", dump)).json.message).toContain("--force")
    await run(empty.url, "accounts", "create", "--name", "second")
    const { exitCode, json } = await run(empty.url, "restore", dump, "--force")
    expect([exitCode, json.kept]).toEqual([0, expect.stringMatching(/^before_\d{8}t\d{6}z$/)])
    expect(await query(empty.url, "SELECT name FROM accounts")).toHaveLength(1)
    expect(await query(empty.url, `SELECT name FROM ${json.kept}.accounts`)).toHaveLength(2)
  })

  it("is refused if truncated or changed, without touching the current data", async () => {
    const whole = readFileSync(dump)
    const changed = Uint8Array.from(whole)
    changed.fill(0xa5, Math.floor(whole.length * 0.6), Math.floor(whole.length * 0.6) + 400)
    for (const bytes of [whole.subarray(0, whole.length * 0.5), whole.subarray(0, whole.length - 40), changed]) {
      writeFileSync(at("wrong.dump"), bytes)
      const { exitCode, json } = await run(empty.url, "restore", at("wrong.dump"), "--force")
      expect([exitCode, json.message]).toEqual([1, expect.stringContaining("is damaged")])
    }
    expect(await query(empty.url, "SELECT name FROM accounts")).toHaveLength(1)
    writeFileSync(at("other"), "SQLite format 3\u0000 and so on")
    expect((await run(empty.url, "restore", at("other"))).json.message).toContain("is a backup of an SQLite database")
  })

  it("is refused if a newer Gatehouse created it", async () => {
    await query(empty.url, "INSERT INTO schema_migrations (migration_id, name) VALUES (9999, 'later')")
    expect((await run(empty.url, "backup", at("newer.dump"))).json.message).toContain("newer Gatehouse")
    expect(readdirSync(folder)).not.toContain("newer.dump")
  })

  it("shows the commands to run if pg_dump is missing", async () => {
    const settings = { DATABASE_URL: database.url, PATH: "/nowhere" }
    const { err, exitCode } = await commands.run(["backup", at("none.dump")], "", settings)
    expect([exitCode, err]).toEqual([1, expect.stringContaining("pg_dump --format=custom")])
    expect(readdirSync(folder)).not.toContain("none.dump")
  })
})
