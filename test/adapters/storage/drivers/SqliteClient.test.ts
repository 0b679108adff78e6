import { Cause, Deferred, Effect, Exit, Fiber, Layer, References } from "effect"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { describe, expect, it } from "vitest"
import * as SqliteClient from "../../../../adapters/storage/drivers/SqliteClient.ts"
import { folder, insert, nextFile, numbersIn, reasonOf, run } from "./SqliteBench.ts"

describe("transactions", () => {
  it("commit on success and leave nothing on failure", () =>
    run(Effect.fnUntraced(function*(sql) {
      yield* sql.withTransaction(Effect.andThen(insert(sql, 1), insert(sql, 2)))
      const failed = sql.withTransaction(Effect.andThen(insert(sql, 3), Effect.fail("no")))
      expect(yield* Effect.flip(failed)).toBe("no")
      const died = sql.withTransaction(Effect.andThen(insert(sql, 4), Effect.die("no")))
      expect(Exit.isFailure(yield* Effect.exit(died))).toBe(true)
      expect(yield* numbersIn(sql)).toEqual([1, 2])
    })))

  it("leave nothing of earlier statements if a statement fails", () =>
    run(Effect.fnUntraced(function*(sql) {
      const wrong = sql.withTransaction(Effect.andThen(insert(sql, 1), sql`INSERT INTO nowhere VALUES (1)`))
      expect(Exit.isFailure(yield* Effect.exit(wrong))).toBe(true)
      expect(yield* numbersIn(sql)).toEqual([])
      yield* insert(sql, 2)
      expect(yield* numbersIn(sql)).toEqual([2])
    })))

  it("are savepoints inside others: they fail alone and roll back with the outer one", () =>
    run(Effect.fnUntraced(function*(sql) {
      const inner = (n: number, end: Effect.Effect<unknown, unknown>) =>
        sql.withTransaction(Effect.andThen(insert(sql, n), end))
      yield* sql.withTransaction(Effect.gen(function*() {
        yield* insert(sql, 1)
        yield* Effect.flip(inner(2, Effect.fail("no")))
        yield* inner(3, Effect.flip(inner(4, Effect.fail("no"))))
      }))
      expect(yield* numbersIn(sql)).toEqual([1, 3])
      yield* Effect.flip(sql.withTransaction(Effect.andThen(inner(5, Effect.void), Effect.fail("no"))))
      expect(yield* numbersIn(sql)).toEqual([1, 3])
    })))

  it("leave nothing and release the connection if interrupted", () =>
    run(Effect.fnUntraced(function*(sql) {
      const written = yield* Deferred.make<void>()
      const hanging = yield* Effect.forkChild(sql.withTransaction(
        insert(sql, 1).pipe(Effect.andThen(Deferred.succeed(written, undefined)), Effect.andThen(Effect.never))
      ))
      yield* Deferred.await(written)
      const waiting = yield* Effect.forkChild(sql.withTransaction(insert(sql, 2)), { startImmediately: true })
      // A transaction that still waits for the connection can be interrupted.
      yield* Fiber.interrupt(waiting)
      yield* Fiber.interrupt(hanging)
      yield* sql.withTransaction(insert(sql, 3))
      expect(yield* numbersIn(sql)).toEqual([3])
    })))

  it("exclude other fibers, which wait until the end", () =>
    run(Effect.fnUntraced(function*(sql) {
      const order: Array<string> = []
      let seen: ReadonlyArray<number> = []
      const [written, goOn] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const first = yield* Effect.forkChild(sql.withTransaction(Effect.gen(function*() {
        yield* insert(sql, 1)
        yield* Deferred.succeed(written, undefined)
        yield* Deferred.await(goOn)
        seen = yield* numbersIn(sql)
        order.push("rolled back")
        return yield* Effect.fail("no")
      })))
      yield* Deferred.await(written)
      const steps: ReadonlyArray<Effect.Effect<unknown, unknown>> = [
        insert(sql, 2),
        sql.withTransaction(insert(sql, 3)),
        numbersIn(sql)
      ]
      const others = steps.map((step, at) => Effect.tap(step, () => Effect.sync(() => order.push(`other ${at}`))))
      const forked = yield* Effect.forEach(others, (other) => Effect.forkChild(other, { startImmediately: true }))
      yield* Effect.promise(async () => {
        for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
      })
      expect(order).toEqual([])
      yield* Deferred.succeed(goOn, undefined)
      yield* Fiber.await(first)
      const answers = yield* Effect.forEach(forked, Fiber.join)
      expect(order).toEqual(["rolled back", "other 0", "other 1", "other 2"])
      expect([seen, answers[2]]).toEqual([[1], [2, 3]])
      expect(yield* numbersIn(sql)).toEqual([2, 3])
    })))

  it("exclude the statement of a fiber that paused between getting and using the connection", () =>
    run(Effect.fnUntraced(function*(sql) {
      const pauses = Effect.forEach(Array.from({ length: 20 }), () => Effect.yieldNow, { discard: true })
      const lost: Array<number> = []
      // A fiber yields after `steps` operations. Trying many values makes it yield at every position in the statement.
      for (let steps = 10; steps < 80; steps++) {
        const outside = yield* insert(sql, steps).pipe(
          Effect.provideService(References.MaxOpsBeforeYield, steps),
          Effect.forkChild({ startImmediately: true })
        )
        yield* Effect.flip(sql.withTransaction(Effect.andThen(pauses, Effect.fail("no"))))
        yield* Fiber.join(outside)
        if (!(yield* numbersIn(sql)).includes(steps)) lost.push(steps)
      }
      expect(lost).toEqual([])
    })))

  it("leave nothing open if the commit is refused", () =>
    run(Effect.fnUntraced(function*(sql) {
      yield* sql`CREATE TABLE parents (id INTEGER PRIMARY KEY)`
      yield* sql`CREATE TABLE children (parent INTEGER REFERENCES parents (id) DEFERRABLE INITIALLY DEFERRED)`
      const orphan = sql.withTransaction(sql`INSERT INTO children VALUES (1)`)
      expect((yield* reasonOf(orphan))._tag).toBe("ConstraintError")
      yield* sql.withTransaction(insert(sql, 1))
      expect(yield* numbersIn(sql)).toEqual([1])
      expect(yield* sql`SELECT * FROM children`).toEqual([])
    })))
})

describe("a database file", () => {
  it("has the settings that durability depends on", () =>
    run(Effect.fnUntraced(function*(sql) {
      const names = ["journal_mode", "synchronous", "foreign_keys", "busy_timeout", "wal_autocheckpoint"]
      const settings = yield* Effect.forEach([...names, "journal_size_limit"], (name) =>
        Effect.map(sql.unsafe(`PRAGMA ${name}`).values, ([row]) => [name, row![0]] as const))
      expect(Object.fromEntries(settings)).toEqual({
        journal_mode: "wal",
        // 2 is FULL: SQLite syncs the log at every commit.
        synchronous: 2,
        foreign_keys: 1,
        busy_timeout: SqliteClient.busyTimeoutMillis,
        wal_autocheckpoint: SqliteClient.walPagesMax,
        journal_size_limit: SqliteClient.journalBytesMax
      })
    })))

  it("contains the written data and is released when the client closes", async () => {
    const filename = nextFile()
    await run((sql) => insert(sql, 1), filename)
    const db = new DatabaseSync(filename)
    // This fails if the client has not closed its connection.
    db.exec("PRAGMA journal_mode = DELETE")
    expect(db.prepare("SELECT n FROM numbers").all()).toEqual([{ n: 1 }])
    db.close()
  })

  it("fails the layer if it cannot be opened", async () => {
    const opened = Layer.build(SqliteClient.layer({ filename: join(folder, "missing", "x.db") }))
    const { reason } = await Effect.runPromise(Effect.flip(Effect.scoped(opened)))
    expect(reason._tag).toBe("ConnectionError")
  })
})

describe("errors", () => {
  it("name the kind of constraint but not the values", () =>
    run(Effect.fnUntraced(function*(sql) {
      yield* sql`CREATE TABLE owners (id TEXT PRIMARY KEY, name TEXT UNIQUE, age INTEGER NOT NULL CHECK (age > 0))`
      yield* sql`CREATE TABLE pets (owner TEXT REFERENCES owners (id))`
      const owner = (id: string, name: string, age: number | null) =>
        sql`INSERT INTO owners VALUES (${id}, ${name}, ${age})`
      yield* owner("1", "secret-name", 30)
      expect(yield* reasonOf(owner("2", "secret-name", 30))).toMatchObject({
        _tag: "UniqueViolation",
        constraint: "owners.name"
      })
      const broken = [
        owner("1", "other", 30),
        owner("3", "third", null),
        owner("4", "fourth", -1),
        sql`INSERT INTO pets VALUES ('nobody')`
      ]
      expect(yield* Effect.forEach(broken, (one) => Effect.map(reasonOf(one), ({ _tag }) => _tag))).toEqual(
        broken.map(() => "ConstraintError")
      )
      const exit = yield* Effect.exit(owner("5", "secret-name", 30))
      expect(Exit.isFailure(exit) && Cause.pretty(exit.cause)).not.toContain("secret-name")
    })))

  it("of other kinds are not constraint errors and name the statement", () =>
    run(Effect.fnUntraced(function*(sql) {
      expect(yield* reasonOf(sql`SELEKT 1`)).toMatchObject({ _tag: "UnknownError", operation: "SELEKT 1" })
      expect((yield* reasonOf(sql.unsafe("SELECT ?", ["one", "two"])))._tag).toBe("UnknownError")
    })))
})
