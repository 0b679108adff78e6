import { Effect } from "effect"
import { Migrator, SqlClient } from "effect/sql"
import { expect, it } from "vitest"
import { migrate, migrations } from "../../../../../adapters/storage/sql/migrations/Migrations.ts"
import { describeOnEveryDatabase } from "../../../../support/Storages.ts"

/** Migrates to the schema from before requests were counted. */
const before = Migrator.make({})({
  loader: Migrator.fromRecord(Object.fromEntries(Object.entries(migrations).filter(([name]) => name < "0007"))),
  table: "schema_migrations"
})

const hour = Date.parse("2026-11-20T10:00:00.000Z")
const requestsMade = 11_000
type Cells = Record<string, string | number | null>

describeOnEveryDatabase("requests from before the counts existed", (database) => {
  it("are counted once", () =>
    Effect.runPromise(
      Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        yield* before
        const rows = Array.from({ length: requestsMade }, (_, n): Cells => ({
          account_id: n % 2 === 0 ? "acc_1" : "acc_2",
          request_id: `01900000-0000-7000-8000-${String(n).padStart(12, "0")}`,
          key_id: "key_1",
          operation: "scan/email",
          status: n % 10 === 0 ? 422 : 200,
          credits: n % 10 === 0 ? 0 : 1,
          at: hour + (n % 3) * 3_600_000,
          duration_micros: 1_000,
          verdict: n % 10 === 0 ? null : "disposable, role_account",
          subject: null
        }))
        for (let at = 0; at < rows.length; at += 1_000) {
          yield* sql`INSERT INTO request_history ${sql.insert(rows.slice(at, at + 1_000) as [Cells, ...Array<Cells>])}`
        }
        yield* migrate
        const counted = yield* sql`SELECT name, SUM(count) AS count FROM request_hours GROUP BY name ORDER BY name`
        const sums = Object.fromEntries(counted.map(({ count, name }) => [name, Number(count)]))
        expect(sums).toEqual({
          "credits:scan/email": 9_900,
          "key:key_1": 11_000,
          "micros:scan/email:40": 11_000,
          "requests:scan/email:200": 9_900,
          "requests:scan/email:422": 1_100,
          "verdict:scan/email:disposable": 9_900,
          "verdict:scan/email:role_account": 9_900
        })
        const places = yield* sql`SELECT DISTINCT account_id, hour FROM request_hours`
        expect(places).toHaveLength(6)
      }).pipe(Effect.provide(database()), Effect.orDie)
    ))
})
