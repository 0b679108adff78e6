import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { expect, it } from "vitest"
import { byPortions, countOf } from "../../../adapters/storage/sql/NewestOf.ts"
import { integer } from "../../../adapters/storage/sql/Row.ts"
import { layerSqlite } from "../../support/Storages.ts"

it.each([0, 1, 9_999, 10_000, 10_001, 25_000])(
  "a table of %i rows is read in portions of 10,000, each row once",
  (rows) =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      yield* sql`CREATE TABLE entries (id INTEGER PRIMARY KEY, value TEXT NOT NULL)`
      // Ids with gaps.
      yield* sql`INSERT INTO entries SELECT 3 * value + 7, CASE value % 2 WHEN 0 THEN 'even' ELSE 'odd' END
      FROM (WITH RECURSIVE numbers (value) AS (SELECT 0 UNION ALL SELECT value + 1 FROM numbers WHERE value + 1 < ${rows})
        SELECT value FROM numbers WHERE value < ${rows})`
      const portions: Array<number> = []
      const sum = yield* byPortions(sql, "entries", (portion) =>
        Effect.map(sql`SELECT COUNT(*) AS found FROM entries WHERE ${portion}`, ([row]) => {
          portions.push(integer(row!, "found"))
          return portions.at(-1)!
        }))
      expect(sum).toBe(rows)
      const whole = Math.floor(rows / 10_000)
      expect(portions).toEqual([
        ...Array.from({ length: whole }, () =>
          10_000),
        rows % 10_000
      ])
      expect(yield* countOf(sql, "entries", sql`value = 'odd'`)).toBe(Math.floor(rows / 2))
    }).pipe(Effect.provide(layerSqlite(":memory:")), Effect.runPromise)
)
