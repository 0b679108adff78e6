import { Effect, Exit, Layer, Logger } from "effect"
import { SqlClient, SqlError } from "effect/sql"
import { TestClock } from "effect/testing"
import { mkdtempSync } from "node:fs"
import { join } from "node:path"
import { vi } from "vitest"
import * as SqliteClient from "../../../../../adapters/storage/drivers/SqliteClient.ts"
import { GroupCommit, postedMillisMax } from "../../../../../adapters/storage/sql/commits/GroupCommit.ts"
import type { Lane, LaneOptions } from "../../../../../adapters/storage/sql/commits/Lanes.ts"
import { workerFolder } from "../../../../support/WorkerEnd.ts"

const folder = mkdtempSync(join(workerFolder(), "groups-"))

let files = 0
export const nextFile = () => join(folder, `${files++}.db`)

export type TextLane = Lane<string, string, never>

/** Environment of a test: a separate database file, lanes on it, and the results. */
export interface Bench {
  readonly sql: SqlClient.SqlClient
  readonly filename: string
  readonly groups: GroupCommit["Service"]
  readonly counts: GroupCommit["Service"]["counts"]
  /** Creates a lane that writes texts to a table. Its answer is the name of the lane and the text. */
  readonly lane: (name: string, options?: Partial<LaneOptions<string, string, string, never>>) => TextLane
  /** Lane and items of each `write` call of a lane. */
  readonly writes: Array<readonly [lane: string, items: ReadonlyArray<string>]>
  /** Lane and text of every row, in write order. */
  readonly rows: Effect.Effect<ReadonlyArray<string>>
  readonly logged: () => string
}

/**
 * Runs group commit on a file until the body ends and everything is closed. Time passes only in `pass` and `until`.
 * Otherwise the event loop turns, but no timer fires.
 */
export const run = <A>(
  body: (bench: Bench) => Effect.Effect<A, unknown>,
  { filename = nextFile(), isClockFaked = false }: { readonly filename?: string; readonly isClockFaked?: boolean } = {}
): Promise<A> => {
  vi.useFakeTimers({
    toFake: isClockFaked ? ["setTimeout", "clearTimeout", "performance"] : ["setTimeout", "clearTimeout"]
  })
  let logged = ""
  const logger = Logger.map(Logger.formatLogFmt, (line) => {
    logged += `${line}\n`
  })
  return Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const groups = yield* GroupCommit
    yield* sql`CREATE TABLE entries (id INTEGER PRIMARY KEY, lane TEXT NOT NULL,
      value TEXT NOT NULL UNIQUE CHECK (value <> 'refused'))`
    // Makes writes fail at once while a second connection writes.
    yield* sql`PRAGMA busy_timeout = 1`
    const writes: Bench["writes"] = []
    const lane: Bench["lane"] = (name, options) =>
      groups.lane({
        write: (items) => {
          writes.push([name, items])
          return Effect.as(
            sql`INSERT INTO entries (lane, value) SELECT ${name}, value FROM json_each(${JSON.stringify(items)})`,
            items.map((item) => `${name} ${item}`)
          )
        },
        ...options
      })
    const rows = sql<{ row: string }>`SELECT lane || ' ' || value AS row FROM entries ORDER BY id`.pipe(
      Effect.map((found) => found.map(({ row }) => row)),
      Effect.orDie
    )
    return yield* body({ sql, filename, groups, counts: groups.counts, lane, writes, rows, logged: () => logged })
  }).pipe(
    Effect.provide(GroupCommit.layer.pipe(Layer.provideMerge(SqliteClient.layer({ filename })))),
    Effect.provide(Layer.merge(Logger.layer([logger]), TestClock.layer())),
    Effect.runPromise
  ).finally(() => vi.useRealTimers())
}

export const numbered = (count: number): ReadonlyArray<string> => Array.from({ length: count }, (_, n) => `${n}`)

/** Submits all items in one turn and returns each outcome. */
export const submitAll = (lane: TextLane, items: ReadonlyArray<string>) =>
  Effect.forEach(items, (item) => Effect.exit(lane.submit(item)), { concurrency: "unbounded" })

/** Returns the answer of each exit, or `died`. */
export const outcomesOf = (exits: ReadonlyArray<Exit.Exit<string>>): ReadonlyArray<string> =>
  exits.map((exit) => Exit.isSuccess(exit) ? exit.value : "died")

export const failing = (reason: SqlError.SqlErrorReason) => Effect.fail(new SqlError.SqlError({ reason }))

/** More event loop turns than the write of a group takes. */
const turnsMax = 50

/** Lets the event loop turn `count` times. */
export const turns = (count = turnsMax) =>
  Effect.promise(async () => {
    for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve))
  })

/** Advances past the write interval of posted items `times` times, and lets each write finish. */
export const pass = Effect.fnUntraced(function*(times = 1) {
  for (let time = 0; time < times; time++) {
    vi.advanceTimersByTime(postedMillisMax)
    yield* turns()
  }
})

/** Advances time until a condition is true. */
export const until = Effect.fnUntraced(function*(holds: () => boolean) {
  for (let look = 0; look < 100; look++) {
    yield* turns(1)
    if (holds()) return
    yield* pass()
  }
  return yield* Effect.die(new Error(`not after a hundred times as long as a posted item may wait: ${holds}`))
})
