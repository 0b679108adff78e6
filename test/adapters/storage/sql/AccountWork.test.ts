import { Effect, Layer, ManagedRuntime } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { StatementSync } from "node:sqlite"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { Accounts } from "../../../../core/accounts/Accounts.ts"
import { Ledger } from "../../../../core/credits/Ledger.ts"
import { type NewRequest, RequestHistory } from "../../../../core/history/RequestHistory.ts"
import { firstRequestIdAt, type RequestFilter } from "../../../../core/history/RequestQuery.ts"
import { layerSqlite, layerStorageSql } from "../../../support/Storages.ts"

const start = Date.UTC(2026, 10, 20, 10)
const hourMillis = 3_600_000
const weekMillis = 168 * hourMillis
/** Number of requests in a busy hour: one more than a search reads with one statement. */
const rowsOfBusyHour = 10_001

const makeStorage = () =>
  ManagedRuntime.make(layerStorageSql(layerSqlite(":memory:")).pipe(Layer.provideMerge(TestClock.layer())))
type Storage = ReturnType<typeof makeStorage>
type Ports = ManagedRuntime.ManagedRuntime.Services<Storage>

const request = (accountId: string, at: number, changes: Partial<NewRequest> = {}): NewRequest => ({
  requestId: firstRequestIdAt(at),
  accountId,
  keyId: "key_1",
  operation: "scan/email",
  status: 200,
  credits: 1,
  at: new Date(at),
  durationMicros: 1,
  verdict: "safe",
  subject: "a***@example.com",
  ...changes
})

/** Inserts the scans of one hour and their counts directly. The adapter would take longer for thousands of requests. */
const fillHour = (accountId: string, hour: number, scans: number) =>
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const prefix = firstRequestIdAt(hour).slice(0, 24)
    yield* sql`INSERT INTO request_history SELECT ${accountId}, ${prefix} || substr('00000000000' || value, -12), 'key_1', 'scan',
        200, 20, ${hour}, 1, 'safe', 'a.pdf'
      FROM (WITH RECURSIVE numbers (value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM numbers WHERE value < ${scans})
        SELECT value FROM numbers)`
    for (const name of ["requests:scan:200", "key:key_1", "verdict:scan:safe"]) {
      yield* sql`INSERT INTO request_hours VALUES (${accountId}, ${hour}, ${name}, ${scans})`
    }
  })

/** Adds the data of the account under test: a few requests in a few hours, after a busy hour. */
const fillMine = Effect.gen(function*() {
  const [history, ledger] = [yield* RequestHistory, yield* Ledger]
  yield* (yield* Accounts).create({ id: "mine", name: "mine", createdAt: new Date(0) })
  yield* ledger.execute({ kind: "grant", accountId: "mine", requestId: "grant", amount: 100, note: "" })
  for (let n = 0; n < 12; n++) history.record(request("mine", start + n * hourMillis))
  while ((yield* history.storedRange("mine")).requests < 12) yield* Effect.promise(() => new Promise(setImmediate))
  yield* fillHour("mine", start - 2 * hourMillis, rowsOfBusyHour)
})

/**
 * Adds accounts whose names sort before and after the account under test. They have requests in every week for years,
 * an equally busy hour, and hours with a million counted requests.
 */
const fillOthers = Effect.gen(function*() {
  const [history, ledger] = [yield* RequestHistory, yield* Ledger]
  for (const id of ["another", "other"]) {
    yield* (yield* Accounts).create({ id, name: id, createdAt: new Date(0) })
    yield* ledger.execute({ kind: "grant", accountId: id, requestId: `grant of ${id}`, amount: 100, note: "" })
    for (let week = -110; week < 110; week++) history.record(request(id, start + week * weekMillis))
    while ((yield* history.storedRange(id)).requests < 220) yield* Effect.promise(() => new Promise(setImmediate))
    yield* fillHour(id, start - 2 * hourMillis, rowsOfBusyHour - 1)
    const sql = yield* SqlClient.SqlClient
    for (let n = 0; n < 12; n++) {
      yield* sql`INSERT INTO request_hours VALUES (${id}, ${start + n * hourMillis}, 'requests:scan:200', 1000000)
        ON CONFLICT DO NOTHING`
    }
  }
})

const range = { from: new Date(start - 300 * weekMillis), to: new Date(start + 300 * weekMillis) }
const search = (filter: RequestFilter = {}) =>
  RequestHistory.use((history) => history.search({ accountId: "mine", limit: 50, ...filter }))

/** Operations of the account under test, in execution order. */
const operations: Readonly<Record<string, Effect.Effect<unknown, unknown, Ports>>> = {
  "search of all requests": search(),
  "search by operation": search({ operation: "scan/email" }),
  "search by a subject that no request has": search({ text: "nothing" }),
  "search by the hash of a file": search({ fileHash: "0".repeat(64) }),
  "search of a time": search({ operation: "scan", from: new Date(start), to: new Date(start + hourMillis) }),
  sums: RequestHistory.use((history) => history.sums({ accountId: "mine", ...range })),
  kept: RequestHistory.use((history) => history.storedRange("mine")),
  renameKey: RequestHistory.use((history) => history.renameKey("mine", "key_1", "key_2")),
  erase: RequestHistory.use((history) => history.erase("mine", [firstRequestIdAt(start)])),
  sweep: RequestHistory.use((history) => history.sweep(new Date(start + hourMillis), "mine")),
  charge: Ledger.use((ledger) =>
    ledger.execute({ kind: "charge", accountId: "mine", requestId: "charge", amount: 1, note: "", keyId: null })
  ),
  balance: Ledger.use((ledger) => ledger.balance("mine")),
  statement: Ledger.use((ledger) => ledger.statement("mine", { limit: 50 }))
}

interface Work {
  readonly answer: unknown
  /** Text of each executed statement with the number of rows that it read for the adapter. */
  readonly statements: ReadonlyArray<string>
  /** Number of rows written or removed. */
  readonly changes: number
}

const workOf = async (storage: Storage, operation: Effect.Effect<unknown, unknown, Ports>): Promise<Work> => {
  const changes = SqlClient.SqlClient.use((sql) =>
    Effect.map(sql`SELECT total_changes() AS changes`, ([row]) => Number(row!["changes"]))
  )
  const before = await storage.runPromise(changes)
  const all = vi.spyOn(StatementSync.prototype, "all")
  const answer = await storage.runPromise(operation)
  const statements = all.mock.contexts.map((statement, at) =>
    `${(statement as StatementSync).sourceSQL}: ${(all.mock.results[at]!.value as ReadonlyArray<unknown>).length} rows`
  )
  all.mockRestore()
  return { answer, statements, changes: await storage.runPromise(changes) - before }
}

// If an account had to wait for the work of other accounts, the limits per account would be meaningless.
describe("the work of an account's query does not depend on other accounts", () => {
  const [alone, among] = [makeStorage(), makeStorage()]
  beforeAll(async () => {
    await alone.runPromise(fillMine)
    await among.runPromise(Effect.andThen(fillMine, fillOthers))
  })
  afterAll(async () => {
    await alone.dispose()
    await among.dispose()
  })

  it.each(Object.entries(operations))("%s", async (_, operation) => {
    const work = await workOf(alone, operation)
    expect(work.statements.length).toBeGreaterThan(0)
    expect(await workOf(among, operation)).toEqual(work)
  })
})
