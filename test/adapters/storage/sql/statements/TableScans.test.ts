import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { expect, it } from "vitest"
import { readInteger } from "../../../../../adapters/storage/sql/statements/Row.ts"
import { countWhere, forEachBatch, selectMerged } from "../../../../../adapters/storage/sql/statements/TableScans.ts"
import { layerEmptyPostgres, layerSqlite } from "../../../../support/Storages.ts"
import { needs } from "../../../../support/TestRun.ts"

const limit = 50

/** Returns the number of rows that each scan reads, as PostgreSQL counts them. */
const rowsLookedAt = Effect.fnUntraced(function*(kinds: ReadonlyArray<string>) {
  const sql = yield* SqlClient.SqlClient
  const branches = kinds.map((kind) => [sql`kind = ${kind}`])
  const [text, params] = selectMerged(sql, { table: "things", branches, order: "id DESC", limit }).compile()
  const plan = yield* sql.unsafe(`EXPLAIN (ANALYZE, TIMING OFF, SUMMARY OFF) ${text}`, params)
  const scans = plan.map((line) => Object.values(line)[0] as string).filter((line) => / Scan /.test(line))
  return scans.map((scan) => Number(/actual rows=(\d+)/.exec(scan)![1]))
})

it(
  "PostgreSQL reads no further than the page in any scan",
  { tags: [needs.postgres] },
  () =>
    Effect.runPromise(
      Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        yield* sql`CREATE TABLE things (id BIGINT PRIMARY KEY, kind TEXT NOT NULL)`
        yield* sql`CREATE INDEX things_kind ON things (kind, id)`
        yield* sql`INSERT INTO things SELECT n, CASE WHEN n < 9 THEN 'rare' WHEN n % 2 = 0 THEN 'even' ELSE 'odd' END
        FROM generate_series(1, 20000) AS n`
        yield* sql`ANALYZE things`
        const looked = yield* rowsLookedAt(["even", "odd", "rare"])
        expect(looked).toHaveLength(3)
        expect(Math.max(...looked)).toBeLessThanOrEqual(limit)
        const newest = yield* selectMerged(sql, {
          table: "things",
          branches: [[sql`kind = ${"odd"}`], [sql`kind = ${"even"}`]],
          order: "id DESC",
          limit: 3
        })
        expect(newest.map(({ id }) => Number(id))).toEqual([20_000, 19_999, 19_998])
      }).pipe(Effect.provide(layerEmptyPostgres()), Effect.orDie)
    )
)

it.each([0, 1, 9_999, 10_000, 10_001, 25_000])(
  "a table of %i rows is read in batches of 10,000, each row once",
  (rows) =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      yield* sql`CREATE TABLE entries (id INTEGER PRIMARY KEY, value TEXT NOT NULL)`
      // The ids have gaps.
      yield* sql`INSERT INTO entries SELECT 3 * value + 7, CASE value % 2 WHEN 0 THEN 'even' ELSE 'odd' END
      FROM (WITH RECURSIVE numbers (value) AS (SELECT 0 UNION ALL SELECT value + 1 FROM numbers WHERE value + 1 < ${rows})
        SELECT value FROM numbers WHERE value < ${rows})`
      const portions: Array<number> = []
      const sum = yield* forEachBatch(sql, "entries", (portion) =>
        Effect.map(sql`SELECT COUNT(*) AS found FROM entries WHERE ${portion}`, ([row]) => {
          portions.push(readInteger(row!, "found"))
          return portions.at(-1)!
        }))
      expect(sum).toBe(rows)
      const whole = Math.floor(rows / 10_000)
      expect(portions).toEqual([
        ...Array.from({ length: whole }, () =>
          10_000),
        rows % 10_000
      ])
      expect(yield* countWhere(sql, "entries", sql`value = 'odd'`)).toBe(Math.floor(rows / 2))
    }).pipe(Effect.provide(layerSqlite(":memory:")), Effect.runPromise)
)
