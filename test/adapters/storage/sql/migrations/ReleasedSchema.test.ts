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
 * Migrations of the last release, with the first 16 hex digits of the SHA-256 of each file's code. Add the migrations of
 * each release.
 *
 * Servers of two consecutive releases share one database during a rolling restart, so a release only adds to the
 * schema. The next release removes what is no longer needed ("expand and contract").
 */
const released: Readonly<Record<string, string>> = {
  "0001_foundation": "1902877d355deb87",
  "0002_rate_windows": "f4c7f0ba3054999c",
  "0003_listings_and_reviews": "0e6c1bd0aad52c11",
  "0004_leads": "c5d978b62c05cebe",
  "0005_shield": "6108bea9fc85ccca",
  "0006_members": "35da17e9e90348ca",
  "0007_requests": "5318f40181f06620",
  "0008_removed_sites": "84b7245a4a9d75d3",
  "0009_list_indexes": "a540bd80d62dd0b9",
  "0010_links": "12ba902f60fc8f75",
  "0011_command_line": "3d6cfc62c607ebb8"
}

const root = join(import.meta.dirname, "../../../../../adapters/storage/sql/migrations")

/**
 * Returns the code of a migration, without comments, blank lines, indentation and the folders of relative imports. A
 * comment may be corrected and a helper may move, but the statements must not change.
 */
const codeOf = (text: string): string =>
  text.replaceAll(/from "\.\.\/(?:[\w-]+\/)*(\w+\.ts)"/g, "from \"../$1\"")
    .replaceAll(/^[ \t]*\/\*\*[^]*?\*\/[ \t]*$/gm, "")
    .replaceAll(/^[ \t]*\/\/.*$/gm, "")
    .split("\n").map((line) => line.trim()).filter((line) => line !== "").join("\n")

it("the migrations of the last release are unchanged", () => {
  const digests = Object.keys(released).map((name) => {
    const digest = createHash("sha256").update(codeOf(readFileSync(join(root, `${name}.ts`), "utf8"))).digest("hex")
    return [name, digest.slice(0, 16)]
  })
  expect(Object.fromEntries(digests)).toEqual(released)
})

it("only comments, blank lines, indentation and folders of helpers may change in a migration", () => {
  const text =
    `import { a } from "../rows/A.ts"\n/**\n * One.\n */\nrun(\n  // Two.\n  \`SELECT '//' -- */\n  FROM t\`)\n`
  const code = codeOf(text)
  expect(code).toBe("import { a } from \"../A.ts\"\nrun(\n`SELECT '//' -- */\nFROM t`)")
  expect(codeOf(text.replace("One.", "Other.\n\n * More.").replace("    // Two.\n", "").replace("rows/", ""))).toBe(
    code
  )
  for (const part of ["SELECT", "'//'", "-- */", "FROM"]) expect(codeOf(text.replace(part, "x"))).not.toBe(code)
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
