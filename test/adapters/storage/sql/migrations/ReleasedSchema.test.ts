import { Effect } from "effect"
import { Migrator, SqlClient } from "effect/sql"
import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { migrate, migrations } from "../../../../../adapters/storage/sql/migrations/Migrations.ts"
import { describeOnEveryDatabase } from "../../../../support/Storages.ts"
import { readSchema, schemaFaults } from "./SchemaChanges.ts"

/**
 * Migrations of the last release, with the first 16 hex digits of the SHA-256 of each file. Add the migrations of each
 * release.
 *
 * Servers of two consecutive releases share one database during a rolling restart, so a release only adds to the
 * schema. The next release removes what is no longer needed ("expand and contract").
 */
const released: Readonly<Record<string, string>> = {
  "0001_foundation": "11830c0bd36ed9cb",
  "0002_rate_windows": "57c7b310712b92b2",
  "0003_listings_and_reviews": "e625cc2f2ae82ffc",
  "0004_leads": "41ed73cd925b4593",
  "0005_shield": "15232e3dbf9b4832",
  "0006_members": "b67cf68fe24b83f4",
  "0007_requests": "c33c774ee523931a",
  "0008_removed_sites": "2d1869e923a6dd41",
  "0009_list_indexes": "6eb022928f51f386",
  "0010_links": "f607ca93bf5394c5",
  "0011_command_line": "d113123ceb363ef7"
}

const root = join(import.meta.dirname, "../../../../../adapters/storage/sql/migrations")

/**
 * Reduces each relative import to its file name. A helper may move to another folder, but the migration must not
 * change.
 */
const withoutFolders = (text: string): string =>
  text.replaceAll(/from "\.\.\/(?:[\w-]+\/)*(\w+\.ts)"/g, "from \"../$1\"")

it("the migrations of the last release are unchanged", () => {
  const digests = Object.keys(released).map((name) => {
    const digest = createHash("sha256").update(withoutFolders(readFileSync(join(root, `${name}.ts`), "utf8"))).digest(
      "hex"
    )
    return [name, digest.slice(0, 16)]
  })
  expect(Object.fromEntries(digests)).toEqual(released)
})

const migrateToReleased = Migrator.make({})({
  loader: Migrator.fromRecord(Object.fromEntries(Object.entries(migrations).filter(([name]) => name in released))),
  table: "schema_migrations"
})

describeOnEveryDatabase("servers of the last release", (database) => {
  it("work on the newest schema", () =>
    Effect.runPromise(
      Effect.gen(function*() {
        yield* migrateToReleased
        const before = yield* readSchema
        yield* migrate
        expect(schemaFaults(before, yield* readSchema)).toEqual([])
        expect(before.get("ledger_movements")?.columns.size).toBeGreaterThan(9)
      }).pipe(Effect.provide(database()), Effect.orDie)
    ))

  describe("would fail", () => {
    it.each([
      ["without a table", ["DROP TABLE used"], ["used is gone"]],
      ["without a column", ["ALTER TABLE used DROP COLUMN plain"], ["used.plain is gone"]],
      ["with a column of another name", ["ALTER TABLE used RENAME COLUMN plain TO other"], ["used.plain is gone"]],
      ["with a unique index that they do not know", ["CREATE UNIQUE INDEX strict ON used (plain)"], [
        expect.stringMatching(/^used is unique by .*plain/)
      ]],
      ["with an additional column that must be given", [
        "CREATE TABLE changed (id INTEGER NOT NULL PRIMARY KEY, plain TEXT, more TEXT NOT NULL)",
        "DROP TABLE used",
        "ALTER TABLE changed RENAME TO used"
      ], expect.arrayContaining(["used.more is new and must be given"])],
      ["with a column that must be given now", [
        "CREATE TABLE changed (id INTEGER NOT NULL PRIMARY KEY, plain TEXT NOT NULL)",
        "DROP TABLE used",
        "ALTER TABLE changed RENAME TO used"
      ], expect.arrayContaining(["used.plain must be given now"])],
      ["with a column of another type", [
        "CREATE TABLE changed (id INTEGER NOT NULL PRIMARY KEY, plain BIGINT)",
        "DROP TABLE used",
        "ALTER TABLE changed RENAME TO used"
      ], expect.arrayContaining([expect.stringMatching(/^used\.plain was text and is bigint$/i)])]
    ])("%s", (_, statements, faults) =>
      Effect.runPromise(
        Effect.gen(function*() {
          const sql = yield* SqlClient.SqlClient
          yield* sql`CREATE TABLE used (id INTEGER NOT NULL PRIMARY KEY, plain TEXT)`
          const before = yield* readSchema
          for (const statement of statements) yield* sql.unsafe(statement)
          expect(schemaFaults(before, yield* readSchema)).toEqual(faults)
        }).pipe(Effect.provide(database()), Effect.orDie)
      ))

    it("and would work with additional tables, indexes and columns", () =>
      Effect.runPromise(
        Effect.gen(function*() {
          const sql = yield* SqlClient.SqlClient
          yield* sql`CREATE TABLE used (id INTEGER NOT NULL PRIMARY KEY, plain TEXT)`
          const before = yield* readSchema
          yield* sql`ALTER TABLE used ADD COLUMN more TEXT`
          yield* sql`ALTER TABLE used ADD COLUMN given INTEGER NOT NULL DEFAULT 0`
          yield* sql`CREATE INDEX faster ON used (plain)`
          yield* sql`CREATE TABLE another (id INTEGER PRIMARY KEY)`
          expect(schemaFaults(before, yield* readSchema)).toEqual([])
        }).pipe(Effect.provide(database()), Effect.orDie)
      ))
  })
})
