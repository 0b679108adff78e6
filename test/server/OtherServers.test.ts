import { Effect, Fiber, Layer, Logger, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { spawnSync } from "node:child_process"
import { mkdtempSync } from "node:fs"
import { hostname } from "node:os"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { migrate } from "../../adapters/storage/sql/migrations/Migrations.ts"
import { Instances, instanceSilentMillisMax } from "../../adapters/storage/sql/servers/Instances.ts"
import { heartbeatRecheckSeconds, warnOfOtherServers } from "../../apps/server/background/OtherServers.ts"
import { layerDatabase } from "../../apps/server/Database.ts"
import { createScratchDatabase } from "../crash/Engines.ts"
import { layerSqlite, testInstance } from "../support/Storages.ts"
import { needs } from "../support/TestRun.ts"
import { workerFolder } from "../support/WorkerEnd.ts"
import { startProgram } from "./RunningProgram.ts"

interface Row {
  readonly id?: string
  readonly host?: string
  readonly pid?: number
  readonly ageMillis?: number
  /** Null for a command, which announces no URL. */
  readonly baseUrl?: string | null
}

/** Layer of an instance on a machine where only process 1 exists. */
const layer = Instances.layer(testInstance({ host: "here", pid: 99, isAlive: (pid) => pid === 1 })).pipe(
  Layer.provideMerge(Layer.effectDiscard(migrate)),
  Layer.provideMerge(layerSqlite(":memory:"))
)

/** Writes a heartbeat of an instance, as the instance would have written it. */
const sign = Effect.fnUntraced(
  function*({ ageMillis = 0, baseUrl = "http://127.0.0.1:1", host = "here", id = "x", pid = 1 }: Row) {
    const sql = yield* SqlClient.SqlClient
    const at = (yield* Effect.clockWith((clock) => clock.currentTimeMillis)) - ageMillis
    yield* sql`INSERT INTO instances (id, host, pid, heartbeat_at, in_flight, base_url)
    VALUES (${id}, ${host}, ${pid}, ${at}, '[]', ${baseUrl})
    ON CONFLICT (id) DO UPDATE SET heartbeat_at = excluded.heartbeat_at`
  }
)

/**
 * Returns the log of a server's check for other servers.
 *
 * The instances `atStart` exist at the start. The instances `atSecondCheck` send a heartbeat before the second check.
 */
const logged = async (atStart: ReadonlyArray<Row>, atSecondCheck: ReadonlyArray<Row>) => {
  const lines: Array<string> = []
  const logger = Logger.map(Logger.formatLogFmt, (line) => void lines.push(line))
  await Effect.runPromise(
    Effect.gen(function*() {
      yield* TestClock.adjust("1 hour")
      yield* Effect.forEach(atStart, sign)
      const warning = yield* Effect.forkChild(warnOfOtherServers, { startImmediately: true })
      yield* TestClock.adjust("1 second")
      yield* Effect.forEach(atSecondCheck, sign)
      yield* TestClock.adjust(`${heartbeatRecheckSeconds} seconds`)
      yield* Fiber.join(warning)
    }).pipe(Effect.provide(layer), Effect.provide(Logger.layer([logger])), Effect.provide(TestClock.layer()))
  )
  return lines
}

describe("another process on an SQLite file", () => {
  it.each<readonly [string, ReadonlyArray<Row>, ReadonlyArray<Row>]>([
    ["lives on this machine", [{ pid: 1 }], []],
    ["lives, beside others that do not", [{ id: "a", pid: 2 }, { id: "b", pid: 1 }, { id: "c", pid: 1 }], []],
    ["starts at the same moment", [], [{ pid: 1 }]],
    ["gives another sign of life elsewhere", [{ host: "elsewhere", pid: 7 }], [{ host: "elsewhere", pid: 7 }]],
    ["starts elsewhere", [], [{ host: "elsewhere", pid: 99 }]]
  ])("causes one warning: a process that %s", async (_, atStart, atSecondCheck) => {
    const lines = await logged(atStart, atSecondCheck)
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatch(
      /level=WARN.*Another server, process (?:1 on here|7 on elsewhere|99 on elsewhere), uses this/i
    )
  })

  it.each<readonly [string, ReadonlyArray<Row>, ReadonlyArray<Row>]>([
    ["is not there", [], []],
    ["is a command that runs at the start", [{ baseUrl: null }], []],
    ["is a command that runs at the second check", [], [{ baseUrl: null }]],
    ["was killed on this machine", [{ pid: 2 }], []],
    ["had the number that this process has now", [{ pid: 99 }], []],
    ["died long ago, and another process has its number", [{ pid: 1, ageMillis: instanceSilentMillisMax + 1 }], []],
    ["was killed elsewhere just now", [{ host: "elsewhere", pid: 7 }], []]
  ])(
    "causes no warning: a process that %s",
    async (_, atStart, atSecondCheck) => expect(await logged(atStart, atSecondCheck)).toEqual([])
  )
})

/** Registers a process of this machine in a database, as another server does. */
const signIn = (databaseUrl: string, pid: number) =>
  Effect.runPromise(
    Effect.andThen(migrate, sign({ host: hostname(), pid })).pipe(
      Effect.provide(layerDatabase(Redacted.make(databaseUrl)))
    )
  )

/** Starts a server and sends a request. Returns the lines of the output about another server. */
const warningsOf = async (databaseUrl: string): Promise<ReadonlyArray<string>> => {
  const server = await startProgram({ env: { DATABASE_URL: databaseUrl } })
  const warnings = () => server.output().split("\n").filter((line) => line.includes("Another server"))
  try {
    expect((await server.post("/scan/email", { email: "ann@example.org" }, { "API-KEY": server.key })).status).toBe(200)
    return warnings()
  } finally {
    await server.stop()
  }
}

describe("a server", () => {
  const sqlite = () => `sqlite:${join(mkdtempSync(join(workerFolder(), "neighbors-")), "gatehouse.db")}`

  it("warns of another server on its SQLite file", async () => {
    const databaseUrl = sqlite()
    await signIn(databaseUrl, process.ppid)
    expect(await warningsOf(databaseUrl)).toEqual([
      expect.stringMatching(new RegExp(`WARN +Another server, process ${process.ppid} on .*rate limit.*PostgreSQL`))
    ])
  })

  it("does not warn of a killed server", async () => {
    const databaseUrl = sqlite()
    await signIn(databaseUrl, spawnSync("true").pid)
    expect(await warningsOf(databaseUrl)).toEqual([])
  })

  it("does not warn of others on PostgreSQL, where all servers share counts", { tags: [needs.postgres] }, async () => {
    const database = await createScratchDatabase("postgres")
    try {
      await signIn(database.url, process.ppid)
      expect(await warningsOf(database.url)).toEqual([])
    } finally {
      await database.remove()
    }
  })
})
