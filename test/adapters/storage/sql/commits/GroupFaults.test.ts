import { Cause, Effect, Exit } from "effect"
import { SqlError } from "effect/sql"
import { TestClock } from "effect/testing"
import { describe, expect, it } from "vitest"
import { groupRetriesMax } from "../../../../../adapters/storage/sql/commits/GroupCommit.ts"
import { type Bench, failing, outcomesOf, pass, run, submitAll, until } from "./GroupBench.ts"

describe("an item that violates a constraint", () => {
  it.each([["taken", "UniqueViolation"], ["refused", "ConstraintError"]])(
    "fails alone: the others of its group are written and answered (%s)",
    (bad, reason) =>
      run(Effect.fnUntraced(function*({ counts, lane, logged, rows }) {
        const lost: Array<string> = []
        const onLost = (item: string) => lost.push(item)
        const [first, second] = [lane("first", { onLost }), lane("second", { onLost })]
        yield* first.submit("taken")
        const [some, others] = yield* Effect.all(
          [submitAll(first, ["1", bad, "2"]), submitAll(second, ["3", "4"])],
          { concurrency: "unbounded" }
        )
        expect([outcomesOf(some), outcomesOf(others)]).toEqual([["first 1", "died", "first 2"], [
          "second 3",
          "second 4"
        ]])
        const cause = Exit.isFailure(some[1]!) ? Cause.squash(some[1].cause) : null
        expect(cause).toMatchObject({ reason: { _tag: reason } })
        expect(lost).toEqual([bad])
        expect((yield* rows).toSorted()).toEqual(["first 1", "first 2", "first taken", "second 3", "second 4"])
        expect(counts()).toMatchObject({ items: 5, dropped: 0 })
        expect(logged()).not.toContain("A group of writes failed")
      }))
  )

  it("does not delay a lane with changes but without items", () =>
    run(Effect.fnUntraced(function*({ lane, logged, rows, sql }) {
      let isDirty = false
      let tries = 0
      lane("quiet", {
        isDirty: () => isDirty,
        write: (items) => {
          // The first attempt is rolled back.
          isDirty = tries++ === 0
          return Effect.as(sql`INSERT INTO entries (lane, value) VALUES ('quiet', 'touched')`, items)
        }
      })
      const loud = lane("loud")
      yield* loud.submit("taken")
      isDirty = true
      expect(outcomesOf(yield* submitAll(loud, ["1", "taken"]))).toEqual(["loud 1", "died"])
      yield* pass(1)
      expect(logged()).not.toContain("A group of writes failed")
      expect(yield* rows).toContain("quiet touched")
    })))

  it("is dropped and counted if it was posted, and not retried", () =>
    run(Effect.fnUntraced(function*({ counts, lane, rows, writes }) {
      const [first, second] = [lane("first"), lane("second")]
      yield* first.submit("taken")
      first.post("1")
      first.post("taken")
      first.post("2")
      expect(yield* second.submit("3")).toBe("second 3")
      expect((yield* rows).toSorted()).toEqual(["first 1", "first 2", "first taken", "second 3"])
      expect(counts().dropped).toBe(1)
      const written = writes.length
      yield* pass(5)
      expect(writes).toHaveLength(written)
    })))
})

describe.each(
  [["DeadlockError", SqlError.DeadlockError], ["SerializationError", SqlError.SerializationError]] as const
)(
  "a group that loses a race (%s)",
  (_, Reason) => {
    const losing = ({ lane, sql }: Bench, losses: number) => {
      let tries = 0
      const lost: Array<string> = []
      const racing = lane("racing", {
        onLost: (item) => lost.push(item),
        write: (items) =>
          Effect.andThen(
            sql`INSERT INTO entries (lane, value) VALUES ('racing', ${items.join()})`,
            tries++ < losses ? failing(new Reason({ cause: "race" })) : Effect.succeed(items)
          )
      })
      return { racing, lost, tries: () => tries }
    }

    it("is retried as a whole and written once", () =>
      run(Effect.fnUntraced(function*(bench) {
        const { lost, racing, tries } = losing(bench, groupRetriesMax)
        expect(outcomesOf(yield* submitAll(racing, ["1", "2"]))).toEqual(["1", "2"])
        expect([tries(), lost]).toEqual([groupRetriesMax + 1, []])
        expect(yield* bench.rows).toEqual(["racing 1,2"])
        expect(bench.counts()).toEqual({ commits: 1, items: 2, dropped: 0 })
      })))

    it("is abandoned after too many lost races", () =>
      run(Effect.fnUntraced(function*(bench) {
        const { lost, racing, tries } = losing(bench, groupRetriesMax + 1)
        expect(outcomesOf(yield* submitAll(racing, ["1", "2"]))).toEqual(["died", "died"])
        expect([tries(), lost]).toEqual([groupRetriesMax + 1, ["1", "2"]])
        expect(yield* bench.rows).toEqual([])
      })))
  }
)

describe("a defect in a lane", () => {
  it("is not retried if it is not a lost race", () =>
    run(Effect.fnUntraced(function*({ lane }) {
      let tries = 0
      const away = lane("away", {
        write: () => Effect.suspend(() => failing(new SqlError.ConnectionError({ cause: `try ${++tries}` })))
      })
      expect(outcomesOf(yield* submitAll(away, ["1"]))).toEqual(["died"])
      yield* pass(5)
      expect(tries).toBe(1)
    })))

  it("affects only its own item if it is not a database error: the others of the group are written", () =>
    run(Effect.fnUntraced(function*({ lane, rows }) {
      let isBroken = true
      const good = lane("good")
      const broken = lane("broken", {
        write: (items) => {
          if (isBroken) throw new TypeError("broken")
          return Effect.succeed(items)
        }
      })
      const [one, other] = yield* Effect.all([submitAll(good, ["1"]), submitAll(broken, ["2"])], { concurrency: 2 })
      expect([outcomesOf(one), outcomesOf(other)]).toEqual([["good 1"], ["died"]])
      expect(yield* rows).toEqual(["good 1"])
      isBroken = false
      expect(outcomesOf(yield* submitAll(good, ["3"]))).toEqual(["good 3"])
      expect(outcomesOf(yield* submitAll(broken, ["4"]))).toEqual(["4"])
    })))

  // If the item were retried with every group, every group would fail.
  it("that one posted item always causes does not block other writes: the item is dropped and counted", () =>
    run(Effect.fnUntraced(function*({ counts, lane, rows, writes }) {
      let tries = 0
      const unwritable = lane("unwritable", {
        write: () => {
          tries++
          return failing(new SqlError.UnknownError({ cause: "a text that no column holds" }))
        }
      })
      const good = lane("good")
      unwritable.post("1")
      expect(outcomesOf(yield* submitAll(good, ["2"]))).toEqual(["good 2"])
      yield* until(() => counts().dropped === 1)
      const seen = [tries, writes.length]
      yield* pass(5)
      expect([tries, writes.length]).toEqual(seen)
      expect(outcomesOf(yield* submitAll(good, ["3"]))).toEqual(["good 3"])
      expect(yield* rows).toEqual(["good 2", "good 3"])
      expect(counts().dropped).toBe(1)
    })))

  it("is not assumed if the database goes down meanwhile: unwritten items are retried", () =>
    run(Effect.fnUntraced(function*({ counts, lane, rows, sql }) {
      let isAway = true
      const odd = lane("odd", {
        write: (items) => {
          if (items.length > 1) return failing(new SqlError.UnknownError({ cause: "one of them" }))
          if (isAway && items[0] === "2") return failing(new SqlError.LockTimeoutError({ cause: "busy" }))
          return Effect.as(sql`INSERT INTO entries (lane, value) VALUES ('odd', ${items[0]!})`, items)
        }
      })
      for (const item of ["1", "2", "3"]) odd.post(item)
      yield* until(() => counts().items === 2)
      isAway = false
      yield* until(() => counts().items === 3)
      expect(yield* rows).toEqual(["odd 1", "odd 3", "odd 2"])
      expect(counts().dropped).toBe(0)
    })))
})

describe("a changed lane that cannot be written", () => {
  // A group without items cannot be split, so without a delay it would be assembled again at once.
  it("is retried after a delay and logged without repetition", () =>
    run(Effect.fnUntraced(function*({ lane, logged }) {
      let [isAway, isDirty, tries] = [true, true, 0]
      const dirty = lane("dirty", {
        isDirty: () => isDirty,
        write: (items) => {
          tries++
          if (isAway) return failing(new SqlError.UnknownError({ cause: "no such table" }))
          isDirty = false
          return Effect.succeed(items)
        }
      })
      dirty.markDirty()
      yield* pass()
      expect(tries).toBe(1)
      yield* pass(3)
      expect(tries).toBe(4)
      const lines = () => logged().match(/A group of writes failed[^.]*/g)
      expect(lines()).toEqual(["A group of writes failed"])
      yield* TestClock.adjust(9_999)
      yield* pass()
      expect(lines()).toHaveLength(1)
      yield* TestClock.adjust(1)
      yield* pass()
      expect(lines()!.slice(1)).toEqual([
        "A group of writes failed (5 failures since the last report)"
      ])
      isAway = false
      yield* pass()
      expect(isDirty).toBe(false)
    })))
})
