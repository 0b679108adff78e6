import { spawnSync } from "node:child_process"
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type RunningProgram, startProgram } from "../server/RunningProgram.ts"
import { compileCache, faketimeEnv } from "../support/CompileCache.ts"
import { cliOnEmptyDatabase } from "./RunCli.ts"

const root = join(import.meta.dirname, "../..")
const folder = mkdtempSync(join(tmpdir(), "gatehouse-backup-"))
const at = (name: string) => join(folder, name)
const onFile = (file: string) => ({ DATABASE_URL: `sqlite:${file}` })
// Commands run in a different process from the servers, so that they can detect a running server.
const commands = cliOnEmptyDatabase()
const run = async (file: string, ...args: ReadonlyArray<string>) => {
  const ran = await commands.run([...args, "--json"], "", onFile(file))
  return { ...ran, json: ran.out === "" ? JSON.parse(ran.err) : JSON.parse(ran.out) }
}

/** Returns every ledger movement as JSON, sorted by account and version. */
const movementsOf = (file: string): ReadonlyArray<string> => {
  const db = new DatabaseSync(file)
  const rows = db.prepare("SELECT * FROM ledger_movements ORDER BY account_id, version").all()
  db.close()
  return rows.map((row) => JSON.stringify(row))
}

describe("a backup beside a busy server", () => {
  let server: RunningProgram
  let key = ""
  let database = ""
  beforeAll(async () => {
    server = await startProgram()
    database = join(server.folder, "gatehouse.db")
    key = (await run(database, "keys", "create", "--name", "test", "--requests-per-minute", "1000000")).json.key
    // Makes the database so large that commits would repeatedly overtake a copy in small steps.
    const db = new DatabaseSync(database)
    db.exec("CREATE TABLE ballast (bytes BLOB); INSERT INTO ballast VALUES (zeroblob(20000000))")
    db.close()
  })
  afterAll(async () => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const postEmail = (baseUrl: string, n: number) =>
    fetch(`${baseUrl}/scan/email`, {
      method: "POST",
      headers: { "API-KEY": key, "Content-Type": "application/json" },
      body: JSON.stringify({ email: `person${n}@example.org` })
    })

  it("is a consistent snapshot with a valid ledger, and blocks no requests", async () => {
    let requestsCount = 0
    let isOver = false
    const statuses = new Map<number, number>()
    const client = async () => {
      while (!isOver) {
        const { status } = await postEmail(server.baseUrl, requestsCount++)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
      }
    }
    const clients = Array.from({ length: 3 }, client)
    const reports: Array<{ readonly file: string; readonly movements: number }> = []
    for (const name of ["one.db", "two.db", "three.db"]) {
      const { exitCode, json } = await run(database, "backup", at(name))
      expect({ exitCode, json }).toMatchObject({ exitCode: 0, json: { file: at(name), sound: true, accounts: 1 } })
      reports.push(json)
    }
    isOver = true
    await Promise.all(clients)
    expect([...statuses.keys()]).toEqual([200])
    await expect.poll(() => movementsOf(database).length).toBeGreaterThan(reports[2]!.movements)
    const all = movementsOf(database)
    for (const { file, movements } of reports) {
      const restored = movementsOf(file)
      expect(restored).toHaveLength(movements)
      expect(restored).toEqual(all.slice(0, movements))
      expect(statSync(file).mode & 0o777).toBe(0o600)
    }
    expect(reports[0]!.movements).toBeLessThan(reports[2]!.movements)
    expect(readdirSync(folder).toSorted()).toEqual(["one.db", "three.db", "two.db"])
  })

  it("restores keys, balance and Shield's keys unchanged", async () => {
    mkdirSync(at("again"))
    const target = at("again/gatehouse.db")
    const { exitCode, json } = await run(target, "restore", at("three.db"))
    expect({ exitCode, json }).toMatchObject({ exitCode: 0, json: { accounts: 1, migrated: [], kept: null } })
    expect(movementsOf(target)).toEqual(movementsOf(at("three.db")))
    expect((await run(target, "credits", "verify")).json).toMatchObject({ ok: true, movements: json.movements })
    expect((await run(target, "keys", "list")).json).toEqual((await run(at("three.db"), "keys", "list")).json)
    const ring = (file: string) => {
      const db = new DatabaseSync(file)
      const keys = db.prepare("SELECT * FROM key_ring").all()
      db.close()
      return keys
    }
    expect(ring(target).length).toBeGreaterThan(0)
    expect(ring(target)).toEqual(ring(database))
    const before = (await run(target, "credits", "balance")).json.balance
    const again = await startProgram({ folder: at("again") })
    try {
      expect((await postEmail(again.baseUrl, 0)).status).toBe(200)
      // At its start, the server refunds credits that were in flight during the backup. It then charges this request.
      await expect.poll(async () => (await run(target, "credits", "balance")).json.balance).toBeGreaterThan(before - 2)
      expect(again.output()).not.toContain("Another server")
    } finally {
      await again.stop()
    }
    expect((await run(target, "credits", "verify")).json.ok).toBe(true)
  })

  it("is not restored over a running server's database, even with --force", async () => {
    for (const flags of [[], ["--force"]]) {
      const { exitCode, json } = await run(database, "restore", at("one.db"), ...flags)
      expect({ exitCode, json }).toEqual({
        exitCode: 1,
        json: {
          ok: false,
          message: expect.stringMatching(/^A server \(process \d+ on .*\) is using this database\. Stop it first\./)
        }
      })
    }
    expect(readdirSync(server.folder).filter((name) => /restor|before/.test(name))).toEqual([])
  })

  it("overwrites nothing, and leaves no files if it cannot be written", async () => {
    const before = readdirSync(folder)
    writeFileSync(at("taken"), "mine")
    for (const existing of [at("taken"), at("one.db"), folder, database]) {
      const { exitCode, json } = await run(database, "backup", existing)
      expect([exitCode, json.message], existing).toEqual([1, `${existing} already exists and is not overwritten.`])
    }
    for (const nowhere of [at("missing/b.db"), at("taken/b.db")]) {
      const { exitCode, json } = await run(database, "backup", nowhere)
      expect([exitCode, json.message], nowhere).toEqual([1, expect.stringContaining("cannot be written: ")])
    }
    rmSync(at("taken"))
    expect(readdirSync(folder)).toEqual(before)
  })

  it("fails on a full disk and leaves no files", () => {
    // The limit of 100 kB on files gives SQLite the same error as a full disk.
    const command = `ulimit -f 100; exec "$0" "$1" backup "$2" --json`
    const node = join(root, "node_modules/.bin/node")
    const { status, stderr } = spawnSync(
      "bash",
      ["-c", command, node, join(root, "apps/cli/main.mjs"), at("full.db")],
      {
        env: { PATH: process.env["PATH"], ...compileCache, ...faketimeEnv, ...onFile(database) },
        encoding: "utf8"
      }
    )
    expect([status, stderr]).toEqual([1, expect.stringContaining("failed and left no files")])
    expect(readdirSync(folder).filter((name) => name.startsWith("full"))).toEqual([])
  })

  it("gives instructions if there is no database", async () => {
    expect(await run(at("none.db"), "backup", at("b.db"))).toMatchObject({
      exitCode: 1,
      json: { message: expect.stringContaining("There is no database at") }
    })
    expect(existsSync(at("none.db"))).toBe(false)
    const inMemory = await commands.run(["backup", at("b.db")], "", { DATABASE_URL: "sqlite::memory:" })
    expect(inMemory).toMatchObject({ exitCode: 1, err: expect.stringContaining("in-memory") })
  })
})
