import { Effect, Layer } from "effect"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it } from "vitest"
import { SingleUse } from "../../core/shield/SingleUse.ts"
import {
  describeContract,
  layerFreshPostgres,
  layerSqlite,
  layerStorageSql,
  testInstance
} from "../support/Storages.ts"
import { needs } from "../support/TestRun.ts"
import { singleUseContract } from "./kit/SingleUse.ts"

describeContract(singleUseContract)

const at = (millis: number) => new Date(1_800_000_000_000 + millis)
const all = { concurrency: "unbounded" } as const

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
