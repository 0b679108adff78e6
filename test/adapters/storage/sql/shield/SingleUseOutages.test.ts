import { Effect, Fiber, Layer, Logger } from "effect"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { afterEach, describe, expect, it, vi } from "vitest"
import { GroupCommit } from "../../../../../adapters/storage/sql/commits/GroupCommit.ts"
import { migrate } from "../../../../../adapters/storage/sql/migrations/Migrations.ts"
import * as SingleUseSql from "../../../../../adapters/storage/sql/shield/SingleUseSql.ts"
import { ConsumeMillisMax, consumptionsPendingMax } from "../../../../../adapters/storage/sql/shield/SingleUseSql.ts"
import { SingleUse } from "../../../../../core/shield/SingleUse.ts"
import { layerFreshPostgres, layerSqlite } from "../../../../support/Storages.ts"
import { needs } from "../../../../support/TestRun.ts"

afterEach(() => void vi.useRealTimers())

/** Waits for one turn of the event loop. */
const turn = Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))

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
  Effect.runPromise(Effect.provide(effect, Layer.merge(layer, Logger.layer([]))) as Effect.Effect<A>)

/** Consumes an ID. Returns the outcome, or the tag of the failure. */
const consumed = Effect.fnUntraced(function*(id: string) {
  const outcome = yield* Effect.result((yield* SingleUse).consume(id, until))
  return outcome._tag === "Success" ? outcome.success : outcome.failure._tag
})

describe("a database that cannot report whether an id was used", () => {
  it("causes neither a defect nor an acceptance, but SingleUseUnavailable", () =>
    run(
      Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        expect(yield* consumed("token:1")).toBe(true)
        yield* sql`ALTER TABLE single_uses RENAME TO gone`
        const answers = yield* Effect.forEach(["token:1", "token:2", "token:2"], consumed, { concurrency: "unbounded" })
        expect(answers).toEqual(Array.from({ length: 3 }, () => "SingleUseUnavailable"))
        yield* sql`ALTER TABLE gone RENAME TO single_uses`
        expect([yield* consumed("token:1"), yield* consumed("token:2")]).toEqual([false, true])
      }),
      storage(layerSqlite(":memory:"))
    ))

  it("is waited for no longer than a form can wait, and by a limited number of callers", () => {
    const silent = Layer.succeed(GroupCommit, {
      lane: () => ({ submit: () => Effect.never, submitWithCallback: () => {}, post: () => {}, markDirty: () => {} }),
      addFinalStep: () => {},
      counts: () => ({ commits: 0, items: 0, dropped: 0 }),
      isFailing: () => false
    })
    return run(
      Effect.gen(function*() {
        vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] })
        const ids = Array.from({ length: consumptionsPendingMax }, (_, n) => `token:${n}`)
        const waiting = yield* Effect.forEach(ids, (id) => Effect.forkChild(consumed(id), { startImmediately: true }))
        vi.advanceTimersByTime(1_499)
        yield* turn
        expect(waiting.filter((fiber) => fiber.pollUnsafe() !== undefined)).toHaveLength(0)
        // One caller above the limit is answered at once.
        expect(yield* consumed("token:one more")).toBe("SingleUseUnavailable")
        vi.advanceTimersByTime(1)
        expect(new Set(yield* Effect.forEach(waiting, Fiber.join))).toEqual(new Set(["SingleUseUnavailable"]))
        // The limit is still reached, because the database has not answered the earlier requests.
        expect(yield* consumed("token:one more")).toBe("SingleUseUnavailable")
      }),
      storage(layerSqlite(":memory:"), silent)
    )
  })
})

/**
 * Repeats a request until it is answered. On a busy machine, a response can take longer than the test's short deadline.
 */
const answeredAtLast = (id: () => string) =>
  Effect.repeat(Effect.suspend(() => consumed(id())), { until: (answer) => answer !== "SingleUseUnavailable" })

it("an outage does not affect ids that already have an answer", () => {
  let isAway = false
  const groups = Layer.succeed(GroupCommit, {
    lane: (options) => ({
      submit: () => Effect.die("not asked so"),
      submitWithCallback: (item, resume) => {
        if (!isAway) return resume(options.toResult!(true as never) as Effect.Effect<never>)
        options.onLost?.(item as never, true)
        resume(Effect.die("away"))
      },
      post: () => {},
      markDirty: () => {}
    }),
    addFinalStep: () => {},
    counts: () => ({ commits: 0, items: 0, dropped: 0 }),
    isFailing: () => false
  })
  return run(
    Effect.gen(function*() {
      const uses = yield* SingleUse
      const last = Effect.fnUntraced(function*() {
        for (let n = 0; n < consumptionsPendingMax; n++) yield* Effect.exit(uses.consume(`token:${n}`, until))
        return yield* consumed("token:last")
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
  "on PostgreSQL, an id requested during a lock is consumed once the lock is released",
  { tags: [needs.postgres] },
  () =>
    run(
      Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        yield* sql.withTransaction(Effect.gen(function*() {
          yield* sql`LOCK TABLE single_uses IN ACCESS EXCLUSIVE MODE`
          expect(yield* consumed("token:1")).toBe("SingleUseUnavailable")
        }))
        expect(yield* answeredAtLast(() => "token:1")).toBe(false)
        expect(yield* answeredAtLast(() => `token:${randomUUID()}`)).toBe(true)
      }),
      storage(layerFreshPostgres()).pipe(Layer.provide(Layer.succeed(ConsumeMillisMax, 50)))
    )
)
