import { Effect } from "effect"
import { KeyRing, type RingKey } from "../../../core/shield/KeyRing.ts"
import { contract } from "./Contract.ts"
import { expect } from "./Expect.ts"

const key = (id: string, millis: number): RingKey => ({
  id,
  secret: Uint8Array.from({ length: 32 }, (_, at) => at === 0 ? id.charCodeAt(0) : at * 8),
  createdAt: new Date(1_800_000_000_000 + millis)
})

export const keyRingContract = contract<KeyRing>("KeyRing", ({ testIsolated }) => {
  const test = (title: string, body: (ring: KeyRing["Service"]) => Effect.Effect<void, unknown>) =>
    testIsolated(title, Effect.flatMap(KeyRing, body))

  test("returns every byte, newest key first", (ring) =>
    Effect.gen(function*() {
      expect(yield* ring.list).toEqual([])
      for (const one of [key("b", 2), key("a", 1), key("c", 3), key("d", 3)]) yield* ring.add(one)
      expect(yield* ring.list).toEqual([key("d", 3), key("c", 3), key("b", 2), key("a", 1)])
      const [first] = yield* ring.list
      expect(first!.secret).toBeInstanceOf(Uint8Array)
    }))

  test("accepts exactly one of many concurrent first keys and no later one", (ring) =>
    Effect.gen(function*() {
      const many = Array.from({ length: 20 }, (_, n) => key(`k${n}`, n))
      yield* Effect.forEach(many, (one) => ring.add(one, { onlyFirst: true }), { concurrency: "unbounded" })
      const [first, ...more] = yield* ring.list
      expect(more).toEqual([])
      yield* ring.add(key("next", 99), { onlyFirst: true })
      expect(yield* ring.list).toEqual([first])
      yield* ring.add(key("next", 99), { onlyFirst: false })
      expect((yield* ring.list).map(({ id }) => id)).toEqual(["next", first!.id])
    }))

  test("accepts no second key with an id", (ring) =>
    Effect.gen(function*() {
      yield* ring.add(key("a", 1))
      expect((yield* Effect.exit(ring.add(key("a", 2))))._tag).toBe("Failure")
      expect(yield* ring.list).toEqual([key("a", 1)])
    }))

  test("retires earlier keys but never the newest", (ring) =>
    Effect.gen(function*() {
      expect(yield* ring.retire(key("x", 9).createdAt)).toBe(0)
      for (const one of [key("a", 1), key("b", 2), key("c", 3)]) yield* ring.add(one)
      expect(yield* ring.retire(key("x", 2).createdAt)).toBe(1)
      expect((yield* ring.list).map(({ id }) => id)).toEqual(["c", "b"])
      expect(yield* ring.retire(key("x", 99).createdAt)).toBe(1)
      expect((yield* ring.list).map(({ id }) => id)).toEqual(["c"])
    }))
})
