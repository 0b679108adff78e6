import { Cause, Effect, Exit, Fiber } from "effect"
import { SqlError } from "effect/sql"
import { DatabaseSync } from "node:sqlite"
import { describe, expect, it } from "vitest"
import {
  groupItemsMax,
  groupRetriesMax,
  postedItemsMax,
  postedMillisMax
} from "../../../adapters/storage/sql/GroupCommit.ts"
import { type Bench, numbered, run, submitAll, told, until } from "./GroupBench.ts"

/** Ways of a database to be away, and to come back. */
const outages: ReadonlyArray<readonly [string, (bench: Bench) => { readonly begin: () => void; end: () => void }]> = [
  ["whose tables are gone", ({ filename }) => {
    const db = new DatabaseSync(filename)
    return {
      begin: () => db.exec("ALTER TABLE entries RENAME TO away"),
      end: () => {
        db.exec("ALTER TABLE away RENAME TO entries")
        db.close()
      }
    }
  }],
  ["that another holds locked", ({ filename }) => {
    const db = new DatabaseSync(filename)
    return {
      begin: () => db.exec("BEGIN IMMEDIATE"),
      end: () => {
        db.exec("ROLLBACK")
        db.close()
      }
    }
  }]
]

describe.each(outages)("a database %s", (_, outageOf) => {
  it("lets those who wait die, each is named as lost, and the next ones are served again", () =>
    run(Effect.fnUntraced(function*(bench) {
      const lost: Array<string> = []
      const first = bench.lane("first", { onLost: (item) => lost.push(item) })
      const second = bench.lane("second", { onLost: (item) => lost.push(item) })
      const outage = outageOf(bench)
      outage.begin()
      const [some, others] = yield* Effect.all([submitAll(first, ["1", "2"]), submitAll(second, ["3"])], {
        concurrency: "unbounded"
      })
      for (const exit of [...some, ...others]) {
        expect(Exit.isFailure(exit) && Cause.squash(exit.cause)).toBeInstanceOf(SqlError.SqlError)
        expect(Exit.hasDies(exit)).toBe(true)
      }
      expect(lost).toEqual(["1", "2", "3"])
      expect(bench.counts()).toEqual({ commits: 0, items: 0, dropped: 0 })
      yield* until(() => /level=error.*A group of writes failed/i.test(bench.logged()))
      outage.end()
      expect(yield* first.submit("4")).toBe("first 4")
      expect(yield* bench.rows).toEqual(["first 4"])
      expect(lost).toHaveLength(3)
    })))

  it("gets what was posted when it is back, in order, though nobody submits", () =>
    run(Effect.fnUntraced(function*(bench) {
      const lost: Array<string> = []
      const posted = bench.lane("posted", { onLost: (item) => lost.push(item) })
      const outage = outageOf(bench)
      outage.begin()
      posted.post("1")
      posted.post("2")
      expect(told(yield* submitAll(posted, ["3"]))).toEqual(["died"])
      posted.post("4")
      yield* until(() => bench.logged().split("A group of writes failed").length > 2)
      outage.end()
      yield* until(() => bench.counts().items === 3)
      expect(yield* bench.rows).toEqual(["posted 1", "posted 2", "posted 4"])
      expect([lost, bench.counts().dropped]).toEqual([["3"], 0])
    })))

  it("gets what was posted with the next group that can be written", () =>
    run(Effect.fnUntraced(function*(bench) {
      const [posted, submitted] = [bench.lane("posted"), bench.lane("submitted")]
      const outage = outageOf(bench)
      outage.begin()
      posted.post("1")
      expect(told(yield* submitAll(submitted, ["2"]))).toEqual(["died"])
      outage.end()
      posted.post("3")
      yield* submitted.submit("4")
      expect(yield* bench.rows).toEqual(["posted 1", "posted 3", "submitted 4"])
    })))

  it("gets the newest of what was posted, up to the limit; the others are counted", () =>
    run(Effect.fnUntraced(function*(bench) {
      const [posted, submitted] = [bench.lane("posted"), bench.lane("submitted")]
      const outage = outageOf(bench)
      outage.begin()
      const items = numbered(postedItemsMax + 5)
      for (const item of items) posted.post(item)
      expect(told(yield* submitAll(submitted, ["x"]))).toEqual(["died"])
      expect(bench.counts()).toEqual({ commits: 0, items: 0, dropped: 5 })
      outage.end()
      yield* until(() => bench.counts().items === postedItemsMax)
      expect(yield* bench.rows).toEqual(items.slice(5).map((item) => `posted ${item}`))
      expect(bench.counts().dropped).toBe(5)
    })))
})

describe("an item that breaks a constraint", () => {
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
        expect([told(some), told(others)]).toEqual([["first 1", "died", "first 2"], ["second 3", "second 4"]])
        const cause = Exit.isFailure(some[1]!) ? Cause.squash(some[1].cause) : null
        expect(cause).toMatchObject({ reason: { _tag: reason } })
        expect(lost).toEqual([bad])
        expect((yield* rows).toSorted()).toEqual(["first 1", "first 2", "first taken", "second 3", "second 4"])
        expect(counts()).toMatchObject({ items: 5, dropped: 0 })
        expect(logged()).not.toContain("A group of writes failed")
      }))
  )

  it("is dropped and counted when nobody waits for it, and not tried again", () =>
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
      yield* Effect.sleep(250)
      expect(writes).toHaveLength(written)
    })))
})

const failing = (reason: SqlError.SqlErrorReason) => Effect.fail(new SqlError.SqlError({ reason }))

describe.each(
  [["DeadlockError", SqlError.DeadlockError], ["SerializationError", SqlError.SerializationError]] as const
)(
  "a group that lost a race (%s)",
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

    it("is tried again as a whole, and written once", () =>
      run(Effect.fnUntraced(function*(bench) {
        const { lost, racing, tries } = losing(bench, groupRetriesMax)
        expect(told(yield* submitAll(racing, ["1", "2"]))).toEqual(["1", "2"])
        expect([tries(), lost]).toEqual([groupRetriesMax + 1, []])
        expect(yield* bench.rows).toEqual(["racing 1,2"])
        expect(bench.counts()).toEqual({ commits: 1, items: 2, dropped: 0 })
      })))

    it("is given up when it has lost too often", () =>
      run(Effect.fnUntraced(function*(bench) {
        const { lost, racing, tries } = losing(bench, groupRetriesMax + 1)
        expect(told(yield* submitAll(racing, ["1", "2"]))).toEqual(["died", "died"])
        expect([tries(), lost]).toEqual([groupRetriesMax + 1, ["1", "2"]])
        expect(yield* bench.rows).toEqual([])
      })))
  }
)

describe("a fault in a lane", () => {
  it("that is no lost race is not tried again", () =>
    run(Effect.fnUntraced(function*({ lane }) {
      let tries = 0
      const away = lane("away", {
        write: () => Effect.suspend(() => failing(new SqlError.ConnectionError({ cause: `try ${++tries}` })))
      })
      expect(told(yield* submitAll(away, ["1"]))).toEqual(["died"])
      yield* Effect.sleep(20)
      expect(tries).toBe(1)
    })))

  it("that is no error of the database is its own: the others of its group are written", () =>
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
      expect([told(one), told(other)]).toEqual([["good 1"], ["died"]])
      expect(yield* rows).toEqual(["good 1"])
      isBroken = false
      expect(told(yield* submitAll(good, ["3"]))).toEqual(["good 3"])
      expect(told(yield* submitAll(broken, ["4"]))).toEqual(["4"])
    })))

  // It comes back with every group, and every group fails with it.
  it("that one posted item causes, every time, does not keep everybody from writing", () =>
    run(Effect.fnUntraced(function*({ lane, sql }) {
      const unwritable = lane("unwritable", {
        write: (items) => Effect.as(sql.unsafe("INSERT INTO entries (lane, value) VALUES (?, ?, ?)", items), items)
      })
      const good = lane("good")
      unwritable.post("1")
      yield* submitAll(good, ["2"])
      yield* Effect.sleep(250)
      expect(told(yield* submitAll(good, ["3"]))).toEqual(["good 3"])
    })))
})

describe("a disk that is full", () => {
  // What fits is written alone, and what does not is then taken for an item that can never be written.
  it.fails("keeps what was posted until there is room, though other items still fit", () =>
    run(Effect.fnUntraced(function*({ counts, lane, rows, sql }) {
      const [posted, submitted] = [lane("posted"), lane("submitted")]
      const [size] = yield* sql<{ page_count: number }>`PRAGMA page_count`
      yield* sql.unsafe(`PRAGMA max_page_count = ${size!.page_count}`)
      const large = "x".repeat(50_000)
      posted.post(large)
      yield* submitAll(submitted, ["small"])
      yield* sql`PRAGMA max_page_count = 1000000`
      expect(told(yield* submitAll(submitted, ["later"]))).toEqual(["submitted later"])
      expect(yield* rows).toContain(`posted ${large}`)
      expect(counts().dropped).toBe(0)
    })))
})

describe("a lane that has changed and cannot be written", () => {
  // A group without items has nothing that could be written alone, and is made up again at once.
  it.fails("is tried again after a while, and logged, not over and over", () =>
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
      dirty.touch()
      yield* until(() => tries > 0)
      yield* Effect.sleep(3 * postedMillisMax)
      const seen = [tries, logged()] as const
      isAway = false
      yield* until(() => !isDirty)
      expect(seen[0]).toBeLessThan(10)
      expect(seen[1]).toContain("A group of writes failed")
    })))
})

// What is cut off to hold the limit of posted items may be a submitted one, which is then never heard of again.
it("whoever waits is answered or dies, however many wait", () =>
  run(Effect.fnUntraced(function*({ lane }) {
    let isAway = true
    let settled = 0
    const away = lane("away", {
      write: (items) => isAway ? failing(new SqlError.ConnectionError({ cause: "away" })) : Effect.succeed(items)
    })
    const items = numbered(postedItemsMax + groupItemsMax * 2)
    const waiting = yield* Effect.forkChild(Effect.forEach(
      items,
      (item) => Effect.tap(Effect.exit(away.submit(item)), () => Effect.sync(() => settled++)),
      { concurrency: "unbounded" }
    ))
    yield* until(() => settled > 0)
    isAway = false
    yield* until(() => settled === items.length)
    yield* Fiber.join(waiting)
  })))
