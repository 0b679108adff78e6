import { describe, expect, it } from "@effect/vitest"
import { Effect, Exit, Fiber } from "effect"
import { SqlError } from "effect/sql"
import { TestClock } from "effect/testing"
import {
  keysReadMax,
  makeReadThroughCache,
  outageRetryMillis,
  readMillisMax,
  valuesCachedMax
} from "../../../../../adapters/storage/sql/shield/ReadThroughCache.ts"

const staleMillisMax = 1_000
const awayMillisMax = 60_000
const all = { concurrency: "unbounded" } as const

const bench = Effect.fnUntraced(function*() {
  const stored = new Map<string, string>([["a", "A"], ["b", "B"]])
  const requested: Array<ReadonlyArray<string>> = []
  const state = { during: Effect.void as Effect.Effect<void, SqlError.SqlError> }
  const reads = yield* makeReadThroughCache<string>({
    read: (keys) =>
      Effect.suspend(() => {
        requested.push(keys)
        return Effect.as(
          state.during,
          new Map(keys.flatMap((key) => stored.has(key) ? [[key, stored.get(key)!] as const] : []))
        )
      }),
    staleMillisMax,
    outageMillisMax: awayMillisMax
  })
  return { reads, stored, asked: requested, state }
})

const away = Effect.fail(
  new SqlError.SqlError({ reason: new SqlError.ConnectionError({ cause: "away", message: "away", operation: "read" }) })
)

describe("the cache of recent reads", () => {
  it.effect("returns cached entries synchronously and reads them again after they expire", () =>
    Effect.gen(function*() {
      const { asked, reads, stored } = yield* bench()
      expect(yield* reads.find("a")).toBe("A")
      stored.set("a", "new")
      yield* TestClock.adjust(staleMillisMax - 1)
      expect(Effect.runSync(reads.find("a"))).toBe("A")
      expect(asked).toEqual([["a"]])
      yield* TestClock.adjust(1)
      expect(yield* reads.find("a")).toBe("new")
      expect(asked).toEqual([["a"], ["a"]])
    }))

  it.effect("measures age from before the read", () =>
    Effect.gen(function*() {
      const { asked, reads, state } = yield* bench()
      state.during = Effect.sleep(400)
      const reading = yield* Effect.forkChild(reads.find("a"))
      yield* TestClock.adjust(400)
      expect(yield* Fiber.join(reading)).toBe("A")
      yield* TestClock.adjust(staleMillisMax - 401)
      expect(Effect.runSync(reads.find("a"))).toBe("A")
      yield* TestClock.adjust(1)
      state.during = Effect.void
      yield* reads.find("a")
      expect(asked).toHaveLength(2)
    }))

  it.effect("drops an entry on a change, even one during the read", () =>
    Effect.gen(function*() {
      const { asked, reads, state, stored } = yield* bench()
      yield* reads.find("a")
      stored.set("a", "new")
      reads.invalidate()
      expect(yield* reads.find("a")).toBe("new")
      yield* TestClock.adjust(staleMillisMax)
      state.during = Effect.sync(() => reads.invalidate())
      yield* reads.find("a")
      state.during = Effect.void
      yield* reads.find("a")
      expect(asked).toHaveLength(4)
    }))
})

describe("unknown keys", () => {
  it.effect("are cached as unknown for a while", () =>
    Effect.gen(function*() {
      const { asked, reads, stored } = yield* bench()
      expect(yield* reads.find("x")).toBe(null)
      expect(Effect.runSync(reads.find("x"))).toBe(null)
      stored.set("x", "X")
      yield* TestClock.adjust(staleMillisMax)
      expect(yield* reads.find("x")).toBe("X")
      expect(asked).toHaveLength(2)
    }))

  it.effect("cause only a few reads in a flood and evict no entries", () =>
    Effect.gen(function*() {
      const { asked, reads } = yield* bench()
      yield* reads.find("a")
      const keys = Array.from({ length: 5_000 }, (_, n) => `made up ${n}`)
      expect(new Set(yield* Effect.forEach(keys, (key) => reads.find(key), all))).toEqual(new Set([null]))
      expect(asked.length).toBeLessThanOrEqual(2 + Math.ceil(keys.length / keysReadMax))
      expect(Math.max(...asked.map(({ length }) => length))).toBe(keysReadMax)
      // The cache then contains 10,000 keys, so one more key evicts the oldest.
      yield* Effect.forEach(Array.from({ length: 5_000 }), (_, n) => reads.find(`more ${n}`), all)
      expect(Effect.runSync(reads.find(keys[0]!))).toBe(null)
      yield* reads.find("one more")
      expect(Exit.isFailure(Effect.runSyncExit(reads.find(keys[0]!)))).toBe(true)
      expect(Effect.runSync(reads.find(keys[1]!))).toBe(null)
      expect(Effect.runSync(reads.find("a"))).toBe("A")
    }))

  it.effect("and existing ones are read once for concurrent requests", () =>
    Effect.gen(function*() {
      const { asked, reads } = yield* bench()
      const keys = Array.from({ length: 300 }, (_, n) => n % 3 === 0 ? "a" : n % 3 === 1 ? "b" : "x")
      const found = yield* Effect.forEach(keys, (key) => reads.find(key), all)
      expect(found.slice(0, 3)).toEqual(["A", "B", null])
      expect(asked.flat().toSorted()).toEqual(["a", "b", "x"])
    }))

  it.effect("have a smaller cache than existing keys", () =>
    Effect.gen(function*() {
      const { reads, stored } = yield* bench()
      for (let n = 0; n <= valuesCachedMax; n++) stored.set(`s${n}`, `${n}`)
      yield* Effect.forEach([...stored.keys()], (key) => reads.find(key), all)
      expect(Effect.runSync(reads.find(`s${valuesCachedMax}`))).toBe(`${valuesCachedMax}`)
      expect(Exit.isFailure(Effect.runSyncExit(reads.find("a")))).toBe(true)
    }))
})

describe("while the database is down", () => {
  it.effect("cached entries are returned up to their limit, and other keys are not reported as missing", () =>
    Effect.gen(function*() {
      const { asked, reads, state } = yield* bench()
      yield* reads.find("a")
      expect(yield* reads.find("x")).toBe(null)
      state.during = away
      yield* TestClock.adjust(staleMillisMax)
      expect(yield* reads.find("a")).toBe("A")
      const readsSoFar = asked.length
      // For a second after a failed read, no other read is attempted.
      expect(Effect.runSync(reads.find("a"))).toBe("A")
      expect(asked).toHaveLength(readsSoFar)
      for (const key of ["x", "b"]) expect(Exit.hasDies(yield* Effect.exit(reads.find(key))), key).toBe(true)
      yield* TestClock.adjust(awayMillisMax - staleMillisMax - 1)
      expect(yield* reads.find("a")).toBe("A")
      yield* TestClock.adjust(1)
      expect(Exit.hasDies(yield* Effect.exit(reads.find("a")))).toBe(true)
      state.during = Effect.void
      expect(yield* reads.find("a")).toBe("A")
    }))

  it.effect("a connection that never responds is abandoned", () =>
    Effect.gen(function*() {
      const { asked, reads, state } = yield* bench()
      yield* reads.find("a")
      yield* TestClock.adjust(staleMillisMax)
      state.during = Effect.uninterruptible(Effect.never)
      const waiting = yield* Effect.forkChild(Effect.all([reads.find("a"), Effect.exit(reads.find("b"))], all))
      yield* TestClock.adjust(readMillisMax)
      const [known, unknown] = yield* Fiber.join(waiting)
      expect([known, Exit.hasDies(unknown)]).toEqual(["A", true])
      expect(Effect.runSync(reads.find("a"))).toBe("A")
      state.during = Effect.void
      yield* TestClock.adjust(outageRetryMillis)
      expect(yield* reads.find("b")).toBe("B")
      expect(asked.at(-1)).toEqual(["b"])
    }))
})
