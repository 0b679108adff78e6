import { Cause, Effect, Exit, Fiber, Latch } from "effect"
import { SqlError } from "effect/sql"
import { DatabaseSync, StatementSync } from "node:sqlite"
import { describe, expect, it, vi } from "vitest"
import { postedItemsMax } from "../../../../../adapters/storage/sql/commits/GroupOutcomes.ts"
import { groupItemsMax } from "../../../../../adapters/storage/sql/commits/Lanes.ts"
import { StorageUnavailable, storageWaitMillisDefault } from "../../../../../core/kernel/StorageHealth.ts"
import { type Bench, failing, numbered, outcomesOf, pass, run, submitAll, turns, until } from "./GroupBench.ts"

/** Ways in which a database becomes unavailable, and how it comes back. */
const outages: ReadonlyArray<
  readonly [string, (bench: Bench) => { readonly begin: () => void; end: () => void }, new(...args: never) => Error]
> = [
  ["whose tables are gone", ({ filename }) => {
    const db = new DatabaseSync(filename)
    return {
      begin: () => db.exec("ALTER TABLE entries RENAME TO away"),
      end: () => {
        db.exec("ALTER TABLE away RENAME TO entries")
        db.close()
      }
    }
  }, SqlError.SqlError],
  ["that another holds locked", ({ filename }) => {
    const db = new DatabaseSync(filename)
    return {
      begin: () => db.exec("BEGIN IMMEDIATE"),
      end: () => {
        db.exec("ROLLBACK")
        db.close()
      }
    }
  }, StorageUnavailable]
]

describe.each(outages)("a database %s", (_, outageOf, defect) => {
  it("makes waiting callers die, reports each lost write, and serves later callers again", () =>
    run(Effect.fnUntraced(function*(bench) {
      const lost: Array<string> = []
      const onLost = (item: string, mayBeWritten: boolean) => lost.push(`${item} ${mayBeWritten}`)
      const first = bench.lane("first", { onLost })
      const second = bench.lane("second", { onLost })
      const outage = outageOf(bench)
      outage.begin()
      const [some, others] = yield* Effect.all([submitAll(first, ["1", "2"]), submitAll(second, ["3"])], {
        concurrency: "unbounded"
      })
      for (const exit of [...some, ...others]) {
        expect(Exit.isFailure(exit) && Cause.squash(exit.cause)).toBeInstanceOf(defect)
        expect(Exit.hasDies(exit)).toBe(true)
      }
      expect(lost).toEqual(["1 false", "2 false", "3 false"])
      expect(bench.counts()).toEqual({ commits: 0, items: 0, dropped: 0 })
      yield* until(() => /level=error.*A group of writes failed/i.test(bench.logged()))
      outage.end()
      expect(yield* first.submit("4")).toBe("first 4")
      expect(yield* bench.rows).toEqual(["first 4"])
      expect(lost).toHaveLength(3)
    })))

  it("receives posted items in order when it is back, without any submission", () =>
    run(Effect.fnUntraced(function*(bench) {
      const lost: Array<string> = []
      const posted = bench.lane("posted", { onLost: (item) => lost.push(item) })
      const outage = outageOf(bench)
      outage.begin()
      posted.post("1")
      posted.post("2")
      expect(outcomesOf(yield* submitAll(posted, ["3"]))).toEqual(["died"])
      posted.post("4")
      // There are several attempts but only one log line.
      yield* pass(4)
      expect(bench.logged().split("A group of writes failed")).toHaveLength(2)
      outage.end()
      yield* until(() => bench.counts().items === 3)
      expect(yield* bench.rows).toEqual(["posted 1", "posted 2", "posted 4"])
      expect([lost, bench.counts().dropped]).toEqual([["3"], 0])
    })))

  it("receives posted items with the next group that can be written", () =>
    run(Effect.fnUntraced(function*(bench) {
      const [posted, submitted] = [bench.lane("posted"), bench.lane("submitted")]
      const outage = outageOf(bench)
      outage.begin()
      posted.post("1")
      expect(outcomesOf(yield* submitAll(submitted, ["2"]))).toEqual(["died"])
      outage.end()
      posted.post("3")
      yield* submitted.submit("4")
      expect(yield* bench.rows).toEqual(["posted 1", "posted 3", "submitted 4"])
    })))

  it("receives the newest posted items up to the limit; the others are counted", () =>
    run(Effect.fnUntraced(function*(bench) {
      const [posted, submitted] = [bench.lane("posted"), bench.lane("submitted")]
      const outage = outageOf(bench)
      outage.begin()
      const items = numbered(postedItemsMax + 5)
      for (const item of items) posted.post(item)
      expect(outcomesOf(yield* submitAll(submitted, ["x"]))).toEqual(["died"])
      expect(bench.counts()).toEqual({ commits: 0, items: 0, dropped: 5 })
      outage.end()
      yield* until(() => bench.counts().items === postedItemsMax)
      expect(yield* bench.rows).toEqual(items.slice(5).map((item) => `posted ${item}`))
      expect(bench.counts().dropped).toBe(5)
    })))
})

it("a lock held by another process is waited for once for the whole group", () =>
  run(Effect.fnUntraced(function*({ filename, lane }) {
    const db = new DatabaseSync(filename)
    db.exec("BEGIN IMMEDIATE")
    const begun = vi.spyOn(StatementSync.prototype, "all")
    const items = numbered(30)
    expect(outcomesOf(yield* submitAll(lane("lane"), items))).toEqual(items.map(() => "died"))
    const statements = begun.mock.contexts as ReadonlyArray<StatementSync>
    const waits = statements.filter(({ sourceSQL }) => sourceSQL === "BEGIN IMMEDIATE")
    begun.mockRestore()
    expect(waits).toHaveLength(1)
    db.exec("ROLLBACK")
    db.close()
  })))

describe("a full disk", () => {
  // The items are then written one by one. The small item fits, but the large item must not count as unwritable.
  it("keeps posted items until there is space, even if other items still fit", () =>
    run(Effect.fnUntraced(function*({ counts, lane, rows, sql }) {
      const [posted, submitted] = [lane("posted"), lane("submitted")]
      const [size] = yield* sql<{ page_count: number }>`PRAGMA page_count`
      yield* sql.unsafe(`PRAGMA max_page_count = ${size!.page_count}`)
      const large = "x".repeat(50_000)
      posted.post(large)
      yield* submitAll(submitted, ["small"])
      yield* sql`PRAGMA max_page_count = 1000000`
      expect(outcomesOf(yield* submitAll(submitted, ["later"]))).toEqual(["submitted later"])
      expect(yield* rows).toContain(`posted ${large}`)
      expect(counts().dropped).toBe(0)
    })))
})

// If submitted items were trimmed like posted items, their callers would never get an answer.
it("every waiting caller is answered or dies, however many wait", () =>
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

it("no submitted item is dropped to enforce the limit of posted items", () =>
  run(Effect.fnUntraced(function*({ counts, lane }) {
    let isAway = true
    const away = lane("away", {
      write: (items) => isAway ? failing(new SqlError.ConnectionError({ cause: "away" })) : Effect.succeed(items)
    })
    const submitted = numbered(groupItemsMax + 10)
    const waiting = yield* Effect.forkChild(submitAll(away, submitted), { startImmediately: true })
    for (const item of numbered(postedItemsMax + 1)) away.post(item)
    yield* until(() => counts().dropped > 0)
    isAway = false
    yield* until(() => waiting.pollUnsafe() !== undefined)
    const last = submitted.slice(groupItemsMax)
    expect(outcomesOf(yield* Fiber.join(waiting))).toEqual([...numbered(groupItemsMax).map(() => "died"), ...last])
    yield* until(() => counts().items === postedItemsMax + last.length)
    expect(counts().dropped).toBe(1)
  })))

describe("PostgreSQL error states", () => {
  const stateOf = (code: string) =>
    failing(new SqlError.UnknownError({ cause: Object.assign(new Error(code), { code }) }))

  // SQLSTATE codes (PostgreSQL, appendix A): shutdown, crash, startup, connections, disk, read-only, I/O, corruption.
  it.each(["57P01", "57P02", "57P03", "53300", "53100", "25006", "25P03", "58030", "XX001"])(
    "%s is an outage: posted items are kept, and each item is written once",
    (code) =>
      run(Effect.fnUntraced(function*({ counts, lane, writes }) {
        let isAway = true
        const away = lane("away", {
          write: (items) => {
            writes.push(["away", items])
            return isAway ? stateOf(code) : Effect.succeed(items)
          }
        })
        away.post("1")
        away.post("2")
        expect(outcomesOf(yield* submitAll(away, ["3"]))).toEqual(["died"])
        expect(writes).toHaveLength(1)
        isAway = false
        yield* until(() => counts().items === 2)
        expect(writes.at(-1)).toEqual(["away", ["1", "2"]])
        expect(counts().dropped).toBe(0)
      }))
  )

  it.each(["23514", "22021"])(
    "%s is the fault of an item: others are written without it",
    (code) =>
      run(Effect.fnUntraced(function*({ counts, lane }) {
        const strict = lane("strict", {
          write: (items) => items.includes("bad") ? stateOf(code) : Effect.succeed(items)
        })
        strict.post("bad")
        expect(outcomesOf(yield* submitAll(strict, ["good"]))).toEqual(["good"])
        yield* until(() => counts().dropped === 1)
        expect(counts().items).toBe(1)
      }))
  )
})

it("a backlog of posted items does not delay a caller", () =>
  run(Effect.fnUntraced(function*({ lane, writes }) {
    const away = lane("away", {
      write: (items) => {
        writes.push(["away", items])
        return failing(new SqlError.ConnectionError({ cause: "full" }))
      }
    })
    for (const item of numbered(groupItemsMax * 4)) away.post(`posted ${item}`)
    expect(outcomesOf(yield* submitAll(away, ["submitted"]))).toEqual(["died"])
    expect(writes).toHaveLength(1)
  })))

it("a caller of a slow commit dies once, and its write is reported as lost", () =>
  run(
    Effect.fnUntraced(function*({ groups, lane }) {
      const hold = Latch.makeUnsafe(false)
      const lost: Array<string> = []
      const written: Array<ReadonlyArray<string>> = []
      const slow = lane("slow", {
        write: (items) => {
          written.push(items)
          return Effect.as(hold.await, items)
        },
        onLost: (item, mayBeWritten) => lost.push(`${item} ${mayBeWritten}`)
      })
      const first = yield* Effect.forkChild(submitAll(slow, ["writing"]), { startImmediately: true })
      yield* turns()
      const second = yield* Effect.forkChild(submitAll(slow, ["waiting"]), { startImmediately: true })
      vi.advanceTimersByTime(storageWaitMillisDefault)
      for (const fiber of [first, second]) {
        const [exit] = yield* Fiber.join(fiber)
        expect(Exit.isFailure(exit!) && Cause.squash(exit.cause)).toBeInstanceOf(StorageUnavailable)
      }
      expect(lost).toEqual(["writing true", "waiting true"])
      expect(groups.isFailing()).toBe(true)
      hold.openUnsafe()
      expect(outcomesOf(yield* submitAll(slow, ["later"]))).toEqual(["later"])
      // Items that were still waiting when their callers died are not written.
      expect(written).toEqual([["writing"], ["later"]])
      expect(lost).toHaveLength(2)
      expect(groups.isFailing()).toBe(false)
    }),
    { isClockFaked: true }
  ))
