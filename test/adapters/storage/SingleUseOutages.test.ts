import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { describe, expect, it } from "vitest"
import { GroupCommit } from "../../../adapters/storage/sql/GroupCommit.ts"
import { migrate } from "../../../adapters/storage/sql/Migrations.ts"
import * as SingleUseSql from "../../../adapters/storage/sql/SingleUseSql.ts"
import { consumeMillisMax, consumptionsPendingMax } from "../../../adapters/storage/sql/SingleUseSql.ts"
import { SingleUse } from "../../../core/ports/SingleUse.ts"
import { layerFreshPostgres, layerSqlite } from "../../support/Storages.ts"
import { needs } from "../../support/TestRun.ts"

const until = new Date(1_900_000_000_000)

const storage = <E>(
  database: Layer.Layer<SqlClient.SqlClient, E>,
  groups: Layer.Layer<GroupCommit, never, SqlClient.SqlClient> = GroupCommit.layer
) =>
  SingleUseSql.layer.pipe(
    Layer.provide(groups),
    Layer.provideMerge(Layer.effectDiscard(migrate)),
    Layer.provideMerge(database)
  )

const run = <A>(effect: Effect.Effect<A, unknown, SingleUse | SqlClient.SqlClient>, layer: Layer.Layer<any, unknown>) =>
  Effect.runPromise(Effect.provide(effect, layer) as Effect.Effect<A>)

/** What came of it, and how long that took. */
const consumed = Effect.fnUntraced(function*(id: string) {
  const startedAt = performance.now()
  const outcome = yield* Effect.result((yield* SingleUse).consume(id, until))
  return {
    said: outcome._tag === "Success" ? outcome.success : outcome.failure._tag,
    millis: performance.now() - startedAt
  }
})

describe("a database that cannot say whether something was used", () => {
  it("is no defect, and no yes: it says that nobody can tell", () =>
    run(
      Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        expect((yield* consumed("token:1")).said).toBe(true)
        yield* sql`ALTER TABLE single_uses RENAME TO gone`
        const answers = yield* Effect.forEach(["token:1", "token:2", "token:2"], consumed, { concurrency: "unbounded" })
        expect(answers.map(({ said }) => said)).toEqual(Array.from({ length: 3 }, () => "SingleUseUnavailable"))
        yield* sql`ALTER TABLE gone RENAME TO single_uses`
        expect([(yield* consumed("token:1")).said, (yield* consumed("token:2")).said]).toEqual([false, true])
      }),
      storage(layerSqlite(":memory:"))
    ))

  it("is not waited for longer than a form can wait, nor by any number of people", () => {
    const silent = Layer.succeed(GroupCommit, {
      lane: () => ({ submit: () => Effect.never, ask: () => {}, post: () => {}, touch: () => {} }),
      atEnd: () => {},
      counts: () => ({ commits: 0, items: 0, dropped: 0 })
    })
    return run(
      Effect.gen(function*() {
        const uses = yield* SingleUse
        const { millis, said } = yield* consumed("token:0")
        expect(said).toBe("SingleUseUnavailable")
        expect(millis).toBeGreaterThan(consumeMillisMax * 0.9)
        expect(millis).toBeLessThan(consumeMillisMax + 2_000)
        const many = Array.from({ length: consumptionsPendingMax - 1 }, (_, n) => `token:${n}`)
        yield* Effect.forEach(many, (id) => Effect.result(uses.consume(id, until)), { concurrency: "unbounded" })
        const beyond = yield* consumed("token:one more")
        expect(beyond.said).toBe("SingleUseUnavailable")
        expect(beyond.millis).toBeLessThan(consumeMillisMax / 2)
      }),
      storage(layerSqlite(":memory:"), silent)
    )
  })
})

it("what was answered, well or not, is no question any more", () => {
  let isAway = false
  const groups = Layer.succeed(GroupCommit, {
    lane: (options) => ({
      submit: () => Effect.die("not asked so"),
      ask: (item, resume) => {
        if (!isAway) return resume(options.outcome!(true as never) as Effect.Effect<never>)
        options.onLost?.(item as never)
        resume(Effect.die("away"))
      },
      post: () => {},
      touch: () => {}
    }),
    atEnd: () => {},
    counts: () => ({ commits: 0, items: 0, dropped: 0 })
  })
  return run(
    Effect.gen(function*() {
      const uses = yield* SingleUse
      const last = Effect.fnUntraced(function*() {
        for (let n = 0; n < consumptionsPendingMax; n++) yield* Effect.exit(uses.consume(`token:${n}`, until))
        return (yield* consumed("token:last")).said
      })
      expect(yield* last()).toBe(true)
      isAway = true
      expect(yield* last()).toBe("SingleUseUnavailable")
      isAway = false
      expect(yield* last()).toBe(true)
    }),
    storage(layerSqlite(":memory:"), groups)
  )
})

it(
  "on PostgreSQL: what was asked for while a lock was held is used when it has gone",
  { tags: [needs.postgres] },
  () =>
    run(
      Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        yield* sql.withTransaction(Effect.gen(function*() {
          yield* sql`LOCK TABLE single_uses IN ACCESS EXCLUSIVE MODE`
          const { millis, said } = yield* consumed("token:1")
          expect(said).toBe("SingleUseUnavailable")
          expect(millis).toBeLessThan(consumeMillisMax + 2_000)
        }))
        expect((yield* consumed("token:1")).said).toBe(false)
        expect((yield* consumed("token:2")).said).toBe(true)
      }),
      storage(layerFreshPostgres())
    )
)
