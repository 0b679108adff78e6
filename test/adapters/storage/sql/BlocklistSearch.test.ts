import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { expect, it } from "vitest"
import { migrate } from "../../../../adapters/storage/sql/migrations/Migrations.ts"
import { searchBlocklist } from "../../../../adapters/storage/sql/screening/BlocklistSql.ts"
import { layerSqlite } from "../../../support/Storages.ts"

const layer = Layer.effectDiscard(migrate).pipe(Layer.provideMerge(layerSqlite(":memory:")))

it("one call reads 100,000 entries and returns where the next one begins", () =>
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    yield* sql`INSERT INTO blocklist (kind, expression, action, reason, source, author, forced, created_at)
      WITH RECURSIVE numbers (value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM numbers WHERE value < 100001)
      SELECT 'url', 'hay.example/' || value, 'block', 'test', 'operator', 'operator', 0, 0 FROM numbers`
    yield* sql`UPDATE blocklist SET expression = 'needle.example/' WHERE id = 1`
    const search = (before?: number) =>
      searchBlocklist(sql, { limit: 5, text: "needle", targets: [], ...(before === undefined ? {} : { before }) })
    expect(yield* search()).toEqual({ items: [], next: 2 })
    const { items, next } = yield* search(2)
    expect([items.map(({ expression }) => expression), next]).toEqual([["needle.example/"], null])
  }).pipe(Effect.provide(layer), Effect.runPromise))
