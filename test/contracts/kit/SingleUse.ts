import { Effect } from "effect"
import { SingleUse } from "../../../core/shield/SingleUse.ts"
import { contract } from "./Contract.ts"
import { expect } from "./Expect.ts"

const at = (millis: number) => new Date(1_800_000_000_000 + millis)
const all = { concurrency: "unbounded" } as const

export const singleUseContract = contract<SingleUse>("SingleUse", ({ test: shared, testIsolated: alone }) => {
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
