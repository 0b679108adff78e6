import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs"
import { platform, tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { backUpSqlite } from "../../../../adapters/storage/backup/BackUpSqlite.ts"
import { restoreSqlite } from "../../../../adapters/storage/backup/RestoreSqlite.ts"
import { migrate } from "../../../../adapters/storage/sql/migrations/Migrations.ts"
import { layerSqlite } from "../../../support/Storages.ts"

const folder = mkdtempSync(join(tmpdir(), "gatehouse-modes-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const at = (name: string) => join(folder, name)
const modeOf = (name: string) => statSync(at(name)).mode & 0o777
const others = 0o007

describe.skipIf(platform() === "win32")("other users of this machine", () => {
  let umask: number
  // Allow every user to write, as the umask of some systems does.
  beforeAll(() => void (umask = process.umask(0)))
  afterAll(() => void process.umask(umask))

  it("cannot read a new database or the files next to it", async () => {
    const modes = await Effect.runPromise(
      Effect.gen(function*() {
        yield* (yield* SqlClient.SqlClient)`CREATE TABLE secrets (n INTEGER)`
        return ["new.db", "new.db-wal", "new.db-shm"].map(modeOf)
      }).pipe(Effect.provide(layerSqlite(at("new.db"))))
    )
    expect(modes).toEqual([0o660, 0o660, 0o660])
  })

  it("can read existing files as the operator has configured them", async () => {
    writeFileSync(at("chosen.db"), "")
    chmodSync(at("chosen.db"), 0o644)
    await Effect.runPromise(Effect.void.pipe(Effect.provide(layerSqlite(at("chosen.db")))))
    expect(modeOf("chosen.db")).toBe(0o644)
  })

  it("cannot read a backup or a database restored from a readable one", async () => {
    const watched: Array<readonly [bytes: number, expected: number]> = []
    const watch = (bytes: number, expected: number) => void watched.push([bytes, expected])
    await Effect.runPromise(Effect.provide(migrate, layerSqlite(at("source.db"))))
    await Effect.runPromise(backUpSqlite(at("source.db"), at("backup.db"), watch))
    expect(modeOf("backup.db")).toBe(0o600)
    chmodSync(at("backup.db"), 0o644)
    const instance = { host: "test", pid: 1, id: "test", isAlive: () => false }
    const [file, target] = [at("backup.db"), at("restored.db")]
    await Effect.runPromise(restoreSqlite({ file, target, force: false, instance, watch }))
    expect(modeOf("restored.db") & others).toBe(0)
    const { size } = statSync(at("backup.db"))
    expect(statSync(at("restored.db")).size).toBe(size)
    // Backup and restore have both reported their progress to the end.
    expect(watched.filter(([bytes, expected]) => bytes === size && expected === size).length).toBeGreaterThanOrEqual(2)
  })
})
