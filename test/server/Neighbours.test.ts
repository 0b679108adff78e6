import { Effect, Fiber, Layer, Logger } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { setTimeout as delay } from "node:timers/promises"
import { describe, expect, it } from "vitest"
import { Instances, instanceSilentMillisMax } from "../../adapters/storage/sql/Instances.ts"
import { migrate } from "../../adapters/storage/sql/Migrations.ts"
import { secondLookSeconds, warnOfNeighbours } from "../../apps/server/Neighbours.ts"
import { postgresUrl, scratch } from "../crash/Engines.ts"
import { startServer } from "../support/Server.ts"
import { layerSqlite, testInstance } from "../support/Storages.ts"

interface Row {
  readonly id?: string
  readonly host?: string
  readonly pid?: number
  readonly ageMillis?: number
}

/** Process 1 lives on this machine, and no other. */
const layer = Instances.layer(testInstance({ host: "here", pid: 99, isAlive: (pid) => pid === 1 })).pipe(
  Layer.provideMerge(Layer.effectDiscard(migrate)),
  Layer.provideMerge(layerSqlite(":memory:"))
)

/** A sign of life of an instance, as it would have written it itself. */
const sign = Effect.fnUntraced(function*({ ageMillis = 0, host = "here", id = "x", pid = 1 }: Row) {
  const sql = yield* SqlClient.SqlClient
  const at = (yield* Effect.clockWith((clock) => clock.currentTimeMillis)) - ageMillis
  yield* sql`INSERT INTO instances (id, host, pid, heartbeat_at, in_flight) VALUES (${id}, ${host}, ${pid}, ${at}, '[]')
    ON CONFLICT (id) DO UPDATE SET heartbeat_at = excluded.heartbeat_at`
})

/** What is logged when these are there at the start, and those give a sign of life until the second look. */
const logged = async (atStart: ReadonlyArray<Row>, later: ReadonlyArray<Row>) => {
  const lines: Array<string> = []
  const logger = Logger.map(Logger.formatLogFmt, (line) => void lines.push(line))
  await Effect.runPromise(
    Effect.gen(function*() {
      yield* TestClock.adjust("1 hour")
      yield* Effect.forEach(atStart, sign)
      const warning = yield* Effect.forkChild(warnOfNeighbours, { startImmediately: true })
      yield* TestClock.adjust("1 second")
      yield* Effect.forEach(later, sign)
      yield* TestClock.adjust(`${secondLookSeconds} seconds`)
      yield* Fiber.join(warning)
    }).pipe(Effect.provide(layer), Effect.provide(Logger.layer([logger])), Effect.provide(TestClock.layer()))
  )
  return lines
}

describe("whoever shares an SQLite file", () => {
  it.each<readonly [string, ReadonlyArray<Row>, ReadonlyArray<Row>]>([
    ["lives on this machine", [{ pid: 1 }], []],
    ["lives, beside others that do not", [{ id: "a", pid: 2 }, { id: "b", pid: 1 }, { id: "c", pid: 1 }], []],
    ["starts at the same moment", [], [{ pid: 1 }]],
    ["gives another sign of life elsewhere", [{ host: "elsewhere", pid: 7 }], [{ host: "elsewhere", pid: 7 }]],
    ["starts elsewhere", [], [{ host: "elsewhere", pid: 99 }]]
  ])("is warned of, once: who %s", async (_, atStart, later) => {
    const lines = await logged(atStart, later)
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatch(
      /level=WARN.*Another server, process (?:1 on here|7 on elsewhere|99 on elsewhere), uses this/i
    )
  })

  it.each<readonly [string, ReadonlyArray<Row>, ReadonlyArray<Row>]>([
    ["is not there", [], []],
    ["was killed on this machine", [{ pid: 2 }], []],
    ["had the number that this process has now", [{ pid: 99 }], []],
    ["died long ago, and another process has its number", [{ pid: 1, ageMillis: instanceSilentMillisMax + 1 }], []],
    ["was killed elsewhere just now", [{ host: "elsewhere", pid: 7 }], []]
  ])("is not warned of: who %s", async (_, atStart, later) => expect(await logged(atStart, later)).toEqual([]))
})

const warning = /WARN +Another server, process \d+ on .*PostgreSQL/g

const warningsOf = async (server: { readonly output: () => string }): Promise<number> => {
  for (let look = 0; look < 50 && !server.output().includes("Another server"); look++) await delay(20)
  return server.output().match(warning)?.length ?? 0
}

describe("a server", () => {
  it("warns of another on its SQLite file, and not of one that was killed", async () => {
    const first = await startServer()
    const { folder } = first
    const second = await startServer({ folder })
    expect(await warningsOf(second)).toBe(1)
    expect(second.output()).toMatch(/rate limit/)
    expect(await second.stop()).toBe(0)
    await first.kill9()
    const third = await startServer({ folder })
    expect(await warningsOf(third)).toBe(0)
    await third.remove()
  })

  it.skipIf(postgresUrl === null)("says nothing of others on PostgreSQL, which counts for all", async () => {
    const database = await scratch("postgres")
    const env = { DATABASE_URL: database.url }
    const first = await startServer({ env })
    const second = await startServer({ env })
    expect(await warningsOf(second)).toBe(0)
    await first.remove()
    await second.remove()
    await database.remove()
  }, 90_000)
})
