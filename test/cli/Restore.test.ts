import { Effect } from "effect"
import { Migrator } from "effect/sql"
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { migrations } from "../../adapters/storage/sql/migrations/Migrations.ts"
import { runCommandLine } from "../support/CommandLine.ts"
import { layerSqlite } from "../support/Storages.ts"

const folder = mkdtempSync(join(tmpdir(), "gatehouse-restore-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const at = (name: string) => join(folder, name)
const run = async (file: string, ...args: ReadonlyArray<string>) => {
  const ran = await runCommandLine([...args, "--json"], { DATABASE_URL: `sqlite:${file}` })
  return { ...ran, json: ran.out === "" ? JSON.parse(ran.err) : JSON.parse(ran.out) }
}
const change = (file: string, ...statements: ReadonlyArray<string>) => {
  const db = new DatabaseSync(file)
  for (const statement of statements) db.exec(statement)
  db.close()
}

/** Creates a database with an account of the same name. Returns the account's id. */
const made = async (name: string) => {
  await run(at(name), "migrate")
  const { json } = await run(at(name), "accounts", "create", "--name", name)
  await run(at(name), "credits", "grant", "--amount", "500")
  await run(at(name), "keys", "create", "--name", "k".repeat(90))
  return json.id as string
}
const accountsOf = async (file: string) =>
  ((await run(file, "accounts", "list")).json as ReadonlyArray<{ name: string }>).map(({ name }) => name)

describe("a restore", () => {
  const backup = at("backup.db")
  beforeAll(async () => {
    await made("source.db")
    expect((await run(at("source.db"), "backup", backup)).exitCode).toBe(0)
    // Removes free pages, in which a change would have no effect.
    change(backup, "VACUUM")
  })

  it("moves the existing database aside if forced, and not otherwise", async () => {
    await made("standing.db")
    const refused = await run(at("standing.db"), "restore", backup)
    expect([refused.exitCode, refused.json.message]).toEqual([1, expect.stringContaining("--force")])
    expect(await accountsOf(at("standing.db"))).toEqual(["standing.db"])
    const { exitCode, json } = await run(at("standing.db"), "restore", backup, "--force")
    expect([exitCode, json.kept]).toEqual([0, expect.stringMatching(/standing\.db\.before-\d{8}T\d{6}Z$/)])
    expect(await accountsOf(at("standing.db"))).toEqual(["source.db"])
    expect(await accountsOf(json.kept)).toEqual(["standing.db"])
    expect((await run(json.kept, "credits", "verify")).json).toMatchObject({ ok: true, movements: 1 })
  })

  it("changes nothing while another process has the database open", async () => {
    await made("open.db")
    const other = new DatabaseSync(at("open.db"))
    other.exec("BEGIN; SELECT * FROM accounts")
    const { exitCode, json } = await run(at("open.db"), "restore", backup, "--force")
    other.close()
    expect([exitCode, json.message]).toEqual([1, expect.stringContaining("is in use")])
    expect(await accountsOf(at("open.db"))).toEqual(["open.db"])
    expect(readdirSync(folder).filter((name) => name.startsWith("open.db."))).toEqual([])
  })

  it("moves an unreadable database and its log aside if forced", async () => {
    writeFileSync(at("broken.db"), readFileSync(backup).fill(0x5a, 0, 3_000))
    writeFileSync(at("broken.db-wal"), "left over")
    const refused = await run(at("broken.db"), "restore", backup)
    expect([refused.exitCode, refused.json.message]).toEqual([1, expect.stringContaining("cannot be read")])
    const { exitCode, json } = await run(at("broken.db"), "restore", backup, "--force")
    expect(exitCode).toBe(0)
    expect(await accountsOf(at("broken.db"))).toEqual(["source.db"])
    expect(readFileSync(json.kept)[0]).toBe(0x5a)
  })

  it("reads no log without a database", async () => {
    writeFileSync(at("gone.db-wal"), readFileSync(backup))
    chmodSync(backup, 0o644)
    expect((await run(at("gone.db"), "restore", backup)).json.kept).toBe(null)
    expect(statSync(at("gone.db")).mode & 0o777).toBe(0o600)
    expect(await accountsOf(at("gone.db"))).toEqual(["source.db"])
  })

  it("refuses every truncated or changed file", async () => {
    const whole = readFileSync(backup)
    const wrong: Array<readonly [string, Uint8Array]> = [["empty", whole.subarray(0, 0)]]
    for (const share of [0.01, 0.3, 0.6, 0.9, 0.999]) {
      wrong.push([`cut at ${share}`, whole.subarray(0, Math.floor(whole.length * share))])
      const changed = Uint8Array.from(whole)
      // Changes a whole page, because a single byte may be unused.
      const page = Math.max(1, Math.floor(whole.length / 4_096 * share)) * 4_096
      changed.fill(0xa5, page, page + 4_096)
      wrong.push([`changed at ${page}`, changed])
    }
    for (const [name, bytes] of wrong) {
      writeFileSync(at("wrong.db"), bytes)
      const { exitCode, json } = await run(at("never.db"), "restore", at("wrong.db"))
      expect([exitCode, json.ok, json.message], name).toEqual([1, false, expect.stringContaining(at("wrong.db"))])
      expect(readdirSync(folder).filter((one) => one.startsWith("never")), name).toEqual([])
    }
  })

  it.each<readonly [string, string, ReadonlyArray<string>]>([
    ["a newer schema", "newer Gatehouse", [
      "INSERT INTO schema_migrations (migration_id, name) VALUES (9999, 'later')"
    ]],
    ["no Gatehouse", "contains no Gatehouse data", ["DROP TABLE schema_migrations"]],
    ["a balance that was changed", "an inconsistent ledger", [
      "UPDATE ledger_balances SET available = available + 1"
    ]],
    [
      "a movement that was taken out",
      "an inconsistent ledger",
      ["DROP TRIGGER ledger_movements_no_delete", "DELETE FROM ledger_movements"]
    ],
    ["rows that refer to none", "refers to a missing row", [
      "PRAGMA foreign_keys = OFF",
      "UPDATE api_keys SET account_id = 'x'"
    ]]
  ])("refuses a backup with %s", async (_, message, statements) => {
    copyFileSync(backup, at("bad.db"))
    change(at("bad.db"), ...statements)
    expect(await run(at("never.db"), "restore", at("bad.db"))).toMatchObject({
      exitCode: 1,
      json: { message: expect.stringContaining(message) }
    })
    expect(existsSync(at("never.db"))).toBe(false)
    // A database with this problem cannot be backed up either.
    expect(await run(at("bad.db"), "backup", at("bad-backup.db"))).toMatchObject({
      exitCode: 1,
      json: { message: expect.stringContaining(message) }
    })
    expect(readdirSync(folder).filter((name) => name.startsWith("bad-backup"))).toEqual([])
  })

  it("identifies other files that are not backups", async () => {
    writeFileSync(at("text"), "Dear all,\n")
    writeFileSync(at("dump"), "PGDMP\u0001 and so on, at some length")
    copyFileSync(backup, at("live.db"))
    writeFileSync(at("live.db-wal"), "something")
    for (
      const [file, message] of [
        [at("text"), "is not a Gatehouse backup"],
        [at("dump"), "is a backup of a PostgreSQL database"],
        [at("live.db"), "with a write-ahead log"],
        [at("missing"), "the file or folder does not exist"],
        [folder, "is not a file"]
      ] as const
    ) {
      const { exitCode, json } = await run(at("never.db"), "restore", file)
      expect([exitCode, json.message], file).toEqual([1, expect.stringContaining(message)])
    }
    expect(existsSync(at("never.db"))).toBe(false)
  })

  it("migrates an older backup", async () => {
    const all = Object.entries(migrations)
    const first = Object.fromEntries(all.slice(0, 5)) as unknown as typeof migrations
    const older = Migrator.make({})({ loader: Migrator.fromRecord(first), table: "schema_migrations" })
    await Effect.runPromise(Effect.provide(older, layerSqlite(at("old.db"))) as Effect.Effect<unknown>)
    change(at("old.db"), "INSERT INTO accounts (id, name, created_at) VALUES ('acc_1', 'old', 0)")
    // A backup before an update keeps the old schema.
    expect((await run(at("old.db"), "backup", at("old-backup.db"))).json).toMatchObject({ schema: 5, accounts: 1 })
    const { json } = await run(at("renewed.db"), "restore", at("old-backup.db"))
    expect(json.migrated).toEqual(all.slice(5).map(([name]) => name))
    expect(await accountsOf(at("renewed.db"))).toEqual(["old"])
  })
})
