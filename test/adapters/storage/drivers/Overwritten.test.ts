import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, expect, it } from "vitest"
import * as SqliteClient from "../../../../adapters/storage/drivers/SqliteClient.ts"

const folder = mkdtempSync(join(tmpdir(), "gatehouse-overwritten-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const textOf = (n: number) => `Mallory Erased ${n} ${"of a long line ".repeat(20)}`

it.each([1, 400])("removed data can no longer be read in the file, with %i rows", async (rows) => {
  const filename = join(folder, `${rows}.db`)
  const isReadable = () => readFileSync(filename).includes("Mallory Erased")
  await Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    yield* sql`CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT)`
    yield* sql`CREATE INDEX people_by_name ON people (name)`
    for (let n = 0; n < rows; n++) yield* sql`INSERT INTO people (name) VALUES (${textOf(n)})`
    yield* sql`PRAGMA wal_checkpoint(TRUNCATE)`
    expect(isReadable()).toBe(true)
    yield* sql`UPDATE people SET name = 'nobody' WHERE id % 2 = 0`
    yield* sql`DELETE FROM people WHERE name LIKE 'Mallory%'`
  }).pipe(Effect.provide(SqliteClient.layer({ filename })), Effect.runPromise)
  expect(isReadable()).toBe(false)
})
