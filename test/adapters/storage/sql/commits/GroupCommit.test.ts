import { Deferred, Effect, Fiber, Result } from "effect"
import { DatabaseSync } from "node:sqlite"
import { describe, expect, it } from "vitest"
import { groupItemsMax } from "../../../../../adapters/storage/sql/commits/Lanes.ts"
import { type Bench, nextFile, numbered, outcomesOf, pass, run, submitAll, turns, until } from "./GroupBench.ts"

/** Creates a lane whose write takes many turns. The write reports when it begins, and joins the items into one text. */
const slowLane = ({ lane, sql }: Bench, begun: Deferred.Deferred<void>) =>
  lane("slow", {
    write: (items) =>
      Deferred.succeed(begun, undefined).pipe(
        Effect.andThen(turns()),
        Effect.andThen(sql`INSERT INTO entries (lane, value) VALUES ('slow', ${items.join()})`),
        Effect.as(items)
      )
  })

/** Returns the values in the file after all clients are closed. */
const valuesIn = (filename: string): ReadonlyArray<string> => {
  const db = new DatabaseSync(filename)
  const rows = db.prepare("SELECT value FROM entries ORDER BY id").all()
  db.close()
  return rows.map(({ value }) => String(value))
}

describe("items of one turn", () => {
  it("share one commit, and each submitter gets its own answer", () =>
    run(Effect.fnUntraced(function*({ counts, lane, rows }) {
      const [first, second] = [lane("first"), lane("second")]
      const items = numbered(100)
      const answers = yield* Effect.forEach(
        items,
        (item, at) => (at % 3 === 0 ? second : first).submit(item),
        { concurrency: "unbounded" }
      )
      const expected = items.map((item, at) => `${at % 3 === 0 ? "second" : "first"} ${item}`)
      expect(answers).toEqual(expected)
      expect(counts()).toEqual({ commits: 1, items: 100, dropped: 0 })
      expect((yield* rows).toSorted()).toEqual(expected.toSorted())
    })))

  it("share a commit wherever in the turn they are submitted", () =>
    run(Effect.fnUntraced(function*({ counts, lane }) {
      const shared = lane("lane")
      const submit = (item: string) => Effect.runPromise(shared.submit(item))
      const answers = yield* Effect.promise(() =>
        Promise.all([
          submit("1"),
          Promise.resolve().then(() => submit("2")),
          new Promise((resolve) => process.nextTick(() => resolve(submit("3")))),
          // These arrive after the first item's wake-up: a loop that writes immediately on wake-up would miss them.
          new Promise((resolve) => setImmediate(() => resolve(submit("4")))),
          Effect.runPromise(Effect.andThen(Effect.yieldNow, shared.submit("5")))
        ])
      )
      expect(answers).toEqual(["lane 1", "lane 2", "lane 3", "lane 4", "lane 5"])
      expect(counts()).toEqual({ commits: 1, items: 5, dropped: 0 })
    })))

  it("are written at the end of the turn, before any timer fires: only posted items wait for a timer", () =>
    run(Effect.fnUntraced(function*({ counts, lane }) {
      const [submitted, posted] = [lane("lane"), lane("posted")]
      for (const item of numbered(20)) {
        // No write is in progress when the item is submitted.
        yield* turns()
        const answered = yield* Effect.forkChild(submitted.submit(item), { startImmediately: true })
        expect(counts().items).toBe(Number(item))
        yield* turns(5)
        expect(counts().items).toBe(Number(item) + 1)
        expect(yield* Fiber.join(answered)).toBe(`lane ${item}`)
      }
      expect(counts()).toEqual({ commits: 20, items: 20, dropped: 0 })
      posted.post("20")
      yield* turns()
      expect(counts().items).toBe(20)
      yield* pass()
      expect(counts().items).toBe(21)
    })))

  it("are written lane by lane in creation order, and within a lane in order of arrival", () =>
    run(Effect.fnUntraced(function*({ lane, rows, writes }) {
      const [first, second, third] = [lane("first"), lane("second"), lane("third")]
      third.post("1")
      second.post("2")
      third.post("3")
      yield* Effect.all([third.submit("4"), second.submit("5"), first.submit("6"), second.submit("7")], {
        concurrency: "unbounded"
      })
      expect(yield* rows).toEqual(["first 6", "second 2", "second 5", "second 7", "third 1", "third 3", "third 4"])
      expect(writes).toEqual([["first", ["6"]], ["second", ["2", "5", "7"]], ["third", ["1", "3", "4"]]])
    })))

  it("are split in order if they exceed the group limit", () =>
    run(Effect.fnUntraced(function*({ counts, lane, rows, writes }) {
      const items = numbered(groupItemsMax * 2 + 1)
      const answers = outcomesOf(yield* submitAll(lane("lane"), items))
      expect(answers).toEqual(items.map((item) => `lane ${item}`))
      expect(yield* rows).toEqual(answers)
      expect(writes.map(([, group]) => group.length)).toEqual([groupItemsMax, groupItemsMax, 1])
      expect(counts()).toEqual({ commits: 3, items: items.length, dropped: 0 })
    })))

  it("that arrive while a group is being written form the next group", () =>
    run(Effect.fnUntraced(function*(bench) {
      const begun = yield* Deferred.make<void>()
      const slow = slowLane(bench, begun)
      const first = yield* Effect.forkChild(slow.submit("1"))
      yield* Deferred.await(begun)
      expect(outcomesOf(yield* submitAll(slow, ["2", "3"]))).toEqual(["2", "3"])
      expect(yield* Fiber.join(first)).toBe("1")
      expect(yield* bench.rows).toEqual(["slow 1", "slow 2,3"])
      expect(bench.counts()).toEqual({ commits: 2, items: 3, dropped: 0 })
    })))

  it("are answered by their own outcome, and a failure rolls nothing back", () =>
    run(Effect.fnUntraced(function*({ counts, groups, rows, sql }) {
      const judged = groups.lane({
        write: (items: ReadonlyArray<number>) =>
          Effect.forEach(
            items,
            (item) => Effect.as(sql`INSERT INTO entries (lane, value) VALUES ('n', ${item})`, item)
          ),
        toResult: (item) => item % 2 === 0 ? Effect.succeed(`even ${item}`) : Effect.fail(`odd ${item}`)
      })
      const outcomes = yield* Effect.forEach([1, 2, 3, 4], (item) => Effect.result(judged.submit(item)), {
        concurrency: "unbounded"
      })
      expect(outcomes.map(Result.merge)).toEqual(["odd 1", "even 2", "odd 3", "even 4"])
      expect(outcomes.map(Result.isSuccess)).toEqual([false, true, false, true])
      expect(yield* rows).toHaveLength(4)
      expect(counts()).toEqual({ commits: 1, items: 4, dropped: 0 })
    })))

  it("are on disk and visible to other readers when the answer arrives", () =>
    run(Effect.fnUntraced(function*({ filename, lane }) {
      yield* lane("lane").submit("durable")
      expect(valuesIn(filename)).toEqual(["durable"])
    })))
})

describe("a posted item", () => {
  it("is written shortly, without any submission", () =>
    run(Effect.fnUntraced(function*({ counts, lane, rows }) {
      const posted = lane("posted")
      posted.post("1")
      posted.post("2")
      yield* turns()
      expect(yield* rows).toEqual([])
      yield* pass()
      expect(counts()).toEqual({ commits: 1, items: 2, dropped: 0 })
      expect(yield* rows).toEqual(["posted 1", "posted 2"])
      posted.post("3")
      yield* pass()
      expect(counts().items).toBe(3)
      expect(yield* rows).toEqual(["posted 1", "posted 2", "posted 3"])
    })))

  it("is written with the commit of the next submission", () =>
    run(Effect.fnUntraced(function*({ counts, lane, rows }) {
      const [posted, submitted] = [lane("posted"), lane("submitted")]
      posted.post("1")
      yield* submitted.submit("2")
      expect(yield* rows).toEqual(["posted 1", "submitted 2"])
      expect(counts()).toEqual({ commits: 1, items: 2, dropped: 0 })
    })))

  it("is written for a lane that reports a change, even without an item", () =>
    run(Effect.fnUntraced(function*({ counts, lane, rows, sql }) {
      let isDirty = false
      let touched = 0
      const quiet = lane("quiet", {
        isDirty: () => isDirty,
        write: (items) => {
          isDirty = false
          return Effect.as(sql`INSERT INTO entries (lane, value) VALUES ('quiet', ${`touch ${touched++}`})`, items)
        }
      })
      const other = lane("other")
      yield* other.submit("1")
      // The round that wrote the item has ended, so only `markDirty` reports pending work.
      yield* pass(3)
      expect(touched).toBe(0)
      isDirty = true
      quiet.markDirty()
      yield* until(() => touched === 1 && counts().commits === 2)
      isDirty = true
      yield* other.submit("2")
      expect(yield* rows).toEqual(["other 1", "quiet touch 0", "quiet touch 1", "other 2"])
      expect(counts()).toEqual({ commits: 3, items: 2, dropped: 0 })
    })))
})

describe("when the scope closes", () => {
  it("all posted items are written, however many", async () => {
    const filename = nextFile()
    const items = numbered(groupItemsMax * 2 + 10)
    await run(({ lane }) => Effect.sync(() => items.forEach(lane("lane").post)), { filename })
    expect(valuesIn(filename)).toEqual(items)
  })

  it("the last submitted items are written and answered", async () => {
    const filename = nextFile()
    const answers: Array<string> = []
    await run(({ lane }) => {
      const last = Effect.map(lane("lane").submit("last"), (answer) => answers.push(answer))
      return Effect.forkDetach(last, { startImmediately: true })
    }, { filename })
    expect(valuesIn(filename)).toEqual(["last"])
    await expect.poll(() => answers).toEqual(["lane last"])
  })

  // Closes the scope during the transaction of a group. In the next test, the scope closes before the transaction.
  it("a group in progress is written to its end", async () => {
    const filename = nextFile()
    const answers: Array<string> = []
    await run(
      Effect.fnUntraced(function*(bench) {
        const begun = yield* Deferred.make<void>()
        const slow = slowLane(bench, begun)
        slow.post("1")
        yield* Effect.forkDetach(Effect.map(slow.submit("2"), (answer) => answers.push(answer)))
        yield* Deferred.await(begun)
      }),
      { filename }
    )
    expect(valuesIn(filename)).toEqual(["1,2"])
    await expect.poll(() => answers).toEqual(["2"])
  })

  it("a group that waits for the connection gets it", async () => {
    const filename = nextFile()
    const answers: Array<string> = []
    await run(
      Effect.fnUntraced(function*({ lane, sql }) {
        const [taken, goOn] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
        yield* Effect.forkDetach(
          sql.withTransaction(Effect.andThen(Deferred.succeed(taken, undefined), Deferred.await(goOn)))
        )
        yield* Deferred.await(taken)
        const waiting = lane("lane")
        waiting.post("1")
        yield* Effect.forkDetach(Effect.map(waiting.submit("2"), (answer) => answers.push(answer)))
        // Wait until the group is assembled. The scope then closes before the connection becomes free.
        yield* turns()
        yield* Effect.forkDetach(Effect.andThen(turns(), Deferred.succeed(goOn, undefined)))
      }),
      { filename }
    )
    expect(valuesIn(filename)).toEqual(["1", "2"])
    await expect.poll(() => answers).toEqual(["lane 2"])
  })
})
