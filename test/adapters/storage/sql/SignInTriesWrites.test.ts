import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { expect, it } from "vitest"
import * as SignInTriesSql from "../../../../adapters/storage/sql/members/SignInTriesSql.ts"
import { migrate } from "../../../../adapters/storage/sql/migrations/Migrations.ts"
import { browserAttemptLimits, SignInAttempts } from "../../../../core/members/passwords/SignInAttempts.ts"
import { layerSqlite } from "../../../support/Storages.ts"

const layer = SignInTriesSql.layer.pipe(
  Layer.provideMerge(Layer.effectDiscard(migrate)),
  Layer.provideMerge(layerSqlite(":memory:"))
)

it("a client that has to wait before the next try causes no writes, however often it tries", () =>
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const tries = yield* SignInAttempts
    const written = Effect.map(sql`SELECT total_changes() AS rows`, ([row]) => row!["rows"])
    const ask = tries.begin("browser", new Date(1_700_000_000_000), browserAttemptLimits)
    const free = yield* Effect.forEach(Array.from({ length: browserAttemptLimits.freeAttempts }), () => ask)
    expect(new Set(free)).toEqual(new Set([0]))
    const before = yield* written
    for (let callCount = 0; callCount < 20; callCount++) expect(yield* ask).toBe(browserAttemptLimits.windowMillis)
    expect(yield* written).toBe(before)
  }).pipe(Effect.provide(layer), Effect.runPromise))
