import { Effect, Layer } from "effect"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it } from "vitest"
import { SingleUse } from "../../core/shield/SingleUse.ts"
import {
  describeOnEveryStorage,
  layerFreshPostgres,
  layerSqlite,
  layerStorageSql,
  testInstance
} from "../support/Storages.ts"
import { needs } from "../support/TestRun.ts"

const at = (millis: number) => new Date(1_800_000_000_000 + millis)
const all = { concurrency: "unbounded" } as const

describeOnEveryStorage("SingleUse", ({ test: shared, testIsolated: alone }) => {
  type Body = (uses: SingleUse["Service"]) => Effect.Effect<void, unknown>
  const test = (title: string, body: Body) => shared(title, Effect.flatMap(SingleUse, body))
  const testIsolated = (title: string, body: Body) => alone(title, Effect.flatMap(SingleUse, body))

  test("accepts each id once, in any notation", (uses) =>
    Effect.gen(function*() {
      const ids = [
        "token:a",
        "token:b",
        "challenge:a",
        "TOKEN:a",
        "token:a ",
        "token:ä",
        "'; DROP TABLE single_uses --"
      ]
      for (const id of ids) expect(yield* uses.consume(id, at(0)), id).toBe(true)
      for (const id of ids) expect(yield* uses.consume(id, at(9)), id).toBe(false)
    }))

  test("accepts one of a hundred concurrent uses, for each of several ids", (uses) =>
    Effect.gen(function*() {
      const ids = Array.from({ length: 400 }, (_, n) => `token:${n % 4}`)
      const answers = yield* Effect.forEach(ids, (id) => uses.consume(id, at(0)), all)
      expect(ids.filter((_, n) => answers[n]).toSorted()).toEqual(["token:0", "token:1", "token:2", "token:3"])
    }))

  testIsolated("forgets an id only when it is allowed to", (uses) =>
    Effect.gen(function*() {
      yield* Effect.forEach(Array.from({ length: 2_500 }), (_, n) => uses.consume(`old:${n}`, at(n % 5)), {
        concurrency: 100
      })
      yield* uses.consume("now", at(10))
      yield* uses.consume("later", at(11))
      expect(yield* uses.sweep(at(10))).toBe(2_500)
      expect(yield* uses.sweep(at(10))).toBe(0)
      expect(yield* uses.consume("now", at(20))).toBe(false)
      expect(yield* uses.consume("old:1", at(20))).toBe(true)
    }))
})

it("remembers ids that were used before a restart", async () => {
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-uses-"))
  const consume = () =>
    Effect.runPromise(Effect.provide(
      SingleUse.use((uses) => uses.consume("token:1", at(0))),
      layerStorageSql(layerSqlite(join(folder, "uses.db")))
    ) as Effect.Effect<boolean>)
  expect([await consume(), await consume()]).toEqual([true, false])
  rmSync(folder, { recursive: true })
})

it("accepts one of two instances on PostgreSQL for every id", { tags: [needs.postgres] }, () =>
  Effect.runPromise(
    Effect.scoped(Effect.gen(function*() {
      const database = yield* Layer.build(layerFreshPostgres())
      const instance = Effect.map(
        Layer.build(Layer.fresh(layerStorageSql(Layer.succeedContext(database), testInstance()))),
        (context) => SingleUse.use((uses) => Effect.succeed(uses)).pipe(Effect.provide(context))
      )
      const [one, other] = [yield* yield* instance, yield* yield* instance]
      const ids = Array.from({ length: 100 }, (_, n) => `token:${n % 50}`)
      const answers = yield* Effect.all([
        Effect.forEach(ids, (id) => one.consume(id, at(0)), all),
        Effect.forEach(ids.toReversed(), (id) => other.consume(id, at(0)), all)
      ], all)
      const won = [...ids.filter((_, n) => answers[0][n]), ...ids.toReversed().filter((_, n) => answers[1][n])]
      expect(won.toSorted()).toEqual([...new Set(ids)].toSorted())
    }))
  ))
