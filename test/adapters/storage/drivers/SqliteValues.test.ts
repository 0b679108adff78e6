import { Effect, Exit, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { DatabaseSync } from "node:sqlite"
import { afterEach, describe, expect, it, vi } from "vitest"
import * as SqliteClient from "../../../../adapters/storage/drivers/SqliteClient.ts"

afterEach(() => {
  vi.restoreAllMocks()
})

const run = <A>(body: (sql: SqlClient.SqlClient) => Effect.Effect<A, unknown>): Promise<A> =>
  Effect.runPromise(Effect.provide(
    Effect.flatMap(SqlClient.SqlClient, body),
    SqliteClient.layer({ filename: ":memory:" })
  ))

describe("values", () => {
  const bytes = Uint8Array.of(0, 1, 255)
  it.each<readonly [string, unknown, unknown]>([
    ["text", "Ünïcode ☂ '\"; --", "Ünïcode ☂ '\"; --"],
    ["empty text", "", ""],
    ["text with a NUL", "a\0b", "a\0b"],
    ["a surrogate that stands alone", "a\ud800", "a\ufffd"],
    ["a fraction", 1.5, 1.5],
    ["the largest whole number", Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
    ["a bigint of that size", BigInt(Number.MIN_SAFE_INTEGER), Number.MIN_SAFE_INTEGER],
    ["true", true, 1],
    ["false", false, 0],
    ["an instant", new Date(1_795_000_000_123), 1_795_000_000_123],
    ["null", null, null],
    ["nothing", undefined, null],
    ["bytes", bytes, bytes]
  ])("%s can be bound and read back", (_, given, expected) =>
    run(Effect.fnUntraced(function*(sql) {
      expect(yield* sql`SELECT ${given} AS v`).toEqual([{ v: expected }])
      // Here the value is mixed with others that need no conversion.
      expect(yield* sql.unsafe("SELECT ? AS a, ? AS v, ? AS z", ["a", given, 9])).toEqual([
        { a: "a", v: expected, z: 9 }
      ])
    })))

  it("are stored with the type of the column", () =>
    run(Effect.fnUntraced(function*(sql) {
      yield* sql`CREATE TABLE kept (i INTEGER, t TEXT) STRICT`
      yield* sql`INSERT INTO kept VALUES (${7}, ${"7"}), (${true}, ${null})`
      expect(yield* sql`SELECT i, typeof(i) AS kind, t FROM kept`).toEqual([
        { i: 7, kind: "integer", t: "7" },
        { i: 1, kind: "integer", t: null }
      ])
      expect((yield* Effect.flip(sql`INSERT INTO kept VALUES (${1.5}, ${null})`)).reason._tag).toBe("ConstraintError")
    })))

  it("beyond 2^53 keep every digit and fail instead of rounding if read as a number", () =>
    run(Effect.fnUntraced(function*(sql) {
      yield* sql`CREATE TABLE large (i INTEGER) STRICT`
      const last = 2n ** 63n - 1n
      for (const i of [2n ** 53n + 1n, last]) {
        yield* sql`INSERT INTO large VALUES (${i})`
        expect((yield* Effect.flip(sql`SELECT i FROM large`)).reason._tag).toBe("UnknownError")
        expect(yield* sql`SELECT CAST(i AS TEXT) AS i FROM large`).toEqual([{ i: String(i) }])
        yield* sql`DELETE FROM large`
      }
      yield* Effect.flip(sql`INSERT INTO large VALUES (${last + 1n})`)
      expect(yield* sql`SELECT * FROM large`).toEqual([])
    })))

  it.each<readonly [string, unknown]>([
    ["an object", { a: 1 }],
    ["a list", [1]],
    ["a symbol", Symbol("s")]
  ])("that no column supports are refused: %s", (_, given) =>
    run(Effect.fnUntraced(function*(sql) {
      const { reason } = yield* Effect.flip(sql.unsafe("SELECT ? AS v, ? AS w", [given, "w"]))
      expect(reason._tag).toBe("UnknownError")
    })))

  // `node:sqlite` takes an object as named parameters, and then binds the other parameters one position early.
  it.each<readonly [string, unknown]>([
    ["an empty object", {}],
    ["an empty list", []],
    ["a function", () => 1]
  ])("that no column supports do not shift the others: %s", (_, given) =>
    run(Effect.fnUntraced(function*(sql) {
      const exit = yield* Effect.exit(sql.unsafe("SELECT ? AS v, ? AS w", [given, "w"]))
      expect(Exit.isFailure(exit)).toBe(true)
    })))

  it("that are missing are not replaced by those of an earlier statement", () =>
    run(Effect.fnUntraced(function*(sql) {
      yield* sql.unsafe("SELECT ? AS v, ? AS w", ["first", "second"])
      expect(yield* sql.unsafe("SELECT ? AS v, ? AS w", ["third"])).toEqual([{ v: "third", w: null }])
    })))
})

describe("all query methods", () => {
  it("return the same rows", () =>
    run(Effect.fnUntraced(function*(sql) {
      const ask = sql`SELECT ${1} AS a, ${"x"} AS b UNION ALL SELECT ${2}, ${null}`
      const rows = [{ a: 1, b: "x" }, { a: 2, b: null }]
      expect(yield* ask).toEqual(rows)
      expect(yield* ask.withoutTransform).toEqual(rows)
      expect(yield* ask.unprepared).toEqual(rows)
      expect(yield* ask.raw).toEqual(rows)
      expect(yield* Stream.runCollect(ask.stream)).toEqual(rows)
      expect(yield* ask.values).toEqual([[1, "x"], [2, null]])
    })))
})

describe("prepared statements", () => {
  const { statementsCachedMax } = SqliteClient
  const numbered = (sql: SqlClient.SqlClient, n: number) =>
    Effect.map(sql.unsafe<{ n: number }>(`SELECT ${n} AS n`), ([row]) => row?.n)

  it("work for more texts than the cache holds, repeatedly", () =>
    run(Effect.fnUntraced(function*(sql) {
      const all = Array.from({ length: statementsCachedMax * 2 + 1 }, (_, n) => n)
      for (let round = 0; round < 2; round++) {
        expect(yield* Effect.forEach(all, (n) => numbered(sql, n))).toEqual(all)
      }
    })))

  it("are cached up to the limit, and the least recently used is evicted first", () => {
    const prepare = vi.spyOn(DatabaseSync.prototype, "prepare")
    const prepared = () => prepare.mock.calls.map(([text]) => Number(/\d+/.exec(text)![0]))
    return run(Effect.fnUntraced(function*(sql) {
      const all = Array.from({ length: statementsCachedMax }, (_, n) => n)
      yield* Effect.forEach(all, (n) => numbered(sql, n))
      yield* Effect.forEach(all, (n) => numbered(sql, n))
      expect(prepared()).toEqual(all)
      prepare.mockClear()
      yield* numbered(sql, 0)
      yield* numbered(sql, statementsCachedMax)
      yield* numbered(sql, 0)
      expect(prepared()).toEqual([statementsCachedMax])
      yield* numbered(sql, 1)
      expect(prepared()).toEqual([statementsCachedMax, 1])
    }))
  })

  it("survive a schema change of their table", () =>
    run(Effect.fnUntraced(function*(sql) {
      yield* sql`CREATE TABLE changing (a INTEGER)`
      yield* sql`INSERT INTO changing VALUES (1)`
      const all = sql`SELECT * FROM changing`
      expect(yield* all).toEqual([{ a: 1 }])
      yield* sql`ALTER TABLE changing ADD COLUMN b TEXT DEFAULT 'x'`
      expect(yield* all).toEqual([{ a: 1, b: "x" }])
    })))
})
