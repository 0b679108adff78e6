import { Effect, Fiber } from "effect"
import { DatabaseSync, StatementSync } from "node:sqlite"
import { describe, expect, it, vi } from "vitest"
import * as SqliteClient from "../../../../adapters/storage/drivers/SqliteClient.ts"
import { storageWaitMillisDefault } from "../../../../core/kernel/StorageHealth.ts"
import { insert, nextFile, numbersIn, reasonOf, run } from "./SqliteBench.ts"

/** Opens another connection that keeps the write lock. The returned function writes `n` and commits. */
const lockElsewhere = (filename: string, n: number) =>
  Effect.sync(() => {
    const db = new DatabaseSync(filename)
    db.exec("BEGIN IMMEDIATE")
    return () => {
      db.exec(`INSERT INTO numbers VALUES (${n}); COMMIT`)
      db.close()
    }
  })

/** Counts the attempts of statements with a given beginning, and the event loop turns in between. */
const counting = (ofMost: string) => {
  const tried: Array<string> = []
  let turns = 0
  const all = StatementSync.prototype.all
  const spy = vi.spyOn(StatementSync.prototype, "all").mockImplementation(function(this: StatementSync, ...params) {
    tried.push(this.sourceSQL)
    return all.apply(this, params)
  })
  const turn = () => {
    turns++
    timer = setImmediate(turn)
  }
  let timer = setImmediate(turn)
  return {
    tries: (beginning = ofMost) => tried.filter((sql) => sql.startsWith(beginning)).length,
    turns: () => turns,
    stop: () => {
      clearImmediate(timer)
      spy.mockRestore()
    }
  }
}

describe("with another connection that writes", () => {
  /** The timeout is long enough that no waiting write times out before the test ends. */
  const patient = { busyMillis: 3_600_000 }

  it("a write waits for its turn, and a transaction that reads first sees the other's writes", () => {
    const filename = nextFile()
    return run(
      Effect.fnUntraced(function*(sql) {
        const writes = [
          { n: 1, beginning: "INSERT", wait: insert(sql, 2) },
          {
            n: 3,
            beginning: "BEGIN",
            wait: sql.withTransaction(Effect.tap(numbersIn(sql), () => insert(sql, 4)))
          }
        ]
        for (const { beginning, n, wait } of writes) {
          const release = yield* lockElsewhere(filename, n)
          const counted = counting(beginning)
          const waiting = yield* Effect.forkChild(wait, { startImmediately: true })
          yield* Effect.promise(() => expect.poll(() => counted.tries()).toBeGreaterThan(3))
          expect(waiting.pollUnsafe()).toBe(undefined)
          release()
          const seen = yield* Fiber.join(waiting)
          // Between two attempts, all other work gets a turn.
          expect(counted.turns()).toBeGreaterThanOrEqual(counted.tries() - 1)
          counted.stop()
          if (n === 3) expect(seen).toEqual([1, 2, 3])
        }
        expect(yield* sql`SELECT n FROM numbers ORDER BY rowid`).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }, { n: 4 }])
      }),
      filename,
      patient
    )
  })

  it("reads pass waiting writes, only one of which retries", () => {
    const filename = nextFile()
    return run(
      Effect.fnUntraced(function*(sql) {
        const release = yield* lockElsewhere(filename, 1)
        const counted = counting("INSERT")
        const writes = [insert(sql, 2), sql.withTransaction(insert(sql, 3)), insert(sql, 4)]
        const waiting = yield* Effect.forEach(writes, (write) => Effect.forkChild(write, { startImmediately: true }))
        yield* Effect.promise(() => expect.poll(() => counted.tries()).toBeGreaterThan(8))
        expect(counted.tries("BEGIN")).toBe(1)
        expect(yield* numbersIn(sql)).toEqual([])
        counted.stop()
        // An interrupted statement frees the connection for other statements.
        yield* Fiber.interrupt(waiting[0]!)
        expect(yield* numbersIn(sql)).toEqual([])
        release()
        yield* Fiber.join(waiting[1]!)
        yield* Fiber.join(waiting[2]!)
        expect(yield* sql`SELECT n FROM numbers ORDER BY n`).toEqual([{ n: 1 }, { n: 3 }, { n: 4 }])
      }),
      filename,
      patient
    )
  })

  it("a write that waited too long fails, and the next one succeeds", () => {
    const filename = nextFile()
    return run(
      Effect.fnUntraced(function*(sql) {
        const release = yield* lockElsewhere(filename, 1)
        expect((yield* reasonOf(insert(sql, 2)))._tag).toBe("LockTimeoutError")
        expect((yield* reasonOf(sql.withTransaction(insert(sql, 3))))._tag).toBe("LockTimeoutError")
        release()
        yield* sql.withTransaction(insert(sql, 4))
        expect(yield* numbersIn(sql)).toEqual([1, 4])
      }),
      filename,
      { busyMillis: 30 }
    )
  })

  it("a write waits no longer than SQLite's configured timeout", () => {
    const filename = nextFile()
    return run(
      Effect.fnUntraced(function*(sql) {
        yield* sql`PRAGMA busy_timeout = 1`
        const release = yield* lockElsewhere(filename, 1)
        const counted = counting("INSERT")
        expect((yield* reasonOf(insert(sql, 2)))._tag).toBe("LockTimeoutError")
        expect(counted.tries()).toBe(1)
        counted.stop()
        release()
      }),
      filename,
      patient
    )
  })

  it("a write waits at most 2.5 seconds, in which SQLite blocks the process for 5 milliseconds at a time", () => {
    expect(SqliteClient.busyWaitShare * storageWaitMillisDefault).toBe(2_500)
    expect(SqliteClient.busyTimeoutMillis).toBe(5)
  })
})
