import { Effect, ManagedRuntime } from "effect"
import { DatabaseSync, StatementSync } from "node:sqlite"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { AuditLog } from "../../../../../core/audit/AuditLog.ts"
import { Ledger } from "../../../../../core/credits/Ledger.ts"
import { RequestHistory, type RequestRecord } from "../../../../../core/history/RequestHistory.ts"
import type { RequestFilter } from "../../../../../core/history/RequestQuery.ts"
import { uuidV7 } from "../../../../../core/kernel/Uuid.ts"
import { Leads } from "../../../../../core/leads/records/Leads.ts"
import { listDocuments } from "../../../../../core/requests/ListRequests.ts"
import { Submissions } from "../../../../../core/submissions/Submissions.ts"
import { Blocklist } from "../../../../../core/threats/blocklist/Blocklist.ts"
import { Webhooks } from "../../../../../core/webhooks/Webhooks.ts"
import { layerSqlite, layerStorageSql } from "../../../../support/Storages.ts"
import { endpointWith, eventWith } from "../../../../support/WebhookEndpoints.ts"

const accountId = "acc_1"
const limit = 51
const at = Date.UTC(2026, 10, 20, 10)

const storage = ManagedRuntime.make(layerStorageSql(layerSqlite(":memory:")))
let database: DatabaseSync

beforeAll(async () => {
  const prepare = vi.spyOn(DatabaseSync.prototype, "prepare")
  await storage.runPromise(filled)
  database = prepare.mock.contexts[0] as DatabaseSync
  prepare.mockRestore()
})
afterAll(() => storage.dispose())

/** Returns the plan steps of every query of a list, on a database without statistics about rare values. */
const stepsOf = async (
  list: Effect.Effect<unknown, unknown, ManagedRuntime.ManagedRuntime.Services<typeof storage>>
) => {
  const allQueries = vi.spyOn(StatementSync.prototype, "all")
  await storage.runPromise(list)
  const texts = new Set((allQueries.mock.contexts as ReadonlyArray<StatementSync>).map(({ sourceSQL }) => sourceSQL))
  allQueries.mockRestore()
  const questions = [...texts].filter((text) => text.startsWith("SELECT"))
  expect(questions.length).toBeGreaterThan(0)
  return questions.flatMap((text) =>
    database.prepare(`EXPLAIN QUERY PLAN ${text}`).all().map((step) => String(step["detail"]))
  )
}

/**
 * Expects a plan without a full scan or a sort. A query with such a step reads every row or match before it returns the
 * first, and slows down as the table grows.
 */
const expectWalks = (steps: ReadonlyArray<string>) =>
  expect(steps.filter((step) => /\bSCAN (?!json_each)|TEMP B-TREE/.test(step))).toEqual([])

/**
 * Expects every index search of the table to begin with the given columns. The query then reads no row outside the
 * list.
 */
const expectWalksBy = (steps: ReadonlyArray<string>, table: string, columns: ReadonlyArray<string>) => {
  expectWalks(steps)
  const searches = steps.filter((step) => step.startsWith(`SEARCH ${table} `))
  expect(searches.length).toBeGreaterThan(0)
  for (const step of searches) for (const column of columns) expect(step).toContain(`${column}=?`)
}

/** Returns every combination of the filters' values. The value undefined omits a filter. */
const combined = <const Filter extends Readonly<Record<string, ReadonlyArray<unknown>>>>(filters: Filter) =>
  Object.entries(filters).reduce<ReadonlyArray<Record<string, unknown>>>(
    (all, [name, values]) =>
      all.flatMap((one) => values.map((value) => value === undefined ? one : { ...one, [name]: value })),
    [{}]
  ) as ReadonlyArray<{ readonly [Name in keyof Filter]?: Exclude<Filter[Name][number], undefined> }>

const named = <Filter>(filters: ReadonlyArray<Filter>) =>
  filters.map((filter) => [Object.values(filter as object).join(" ") || "all", filter] as const)

const lastId = uuidV7(at, new Uint8Array(10))

describe("leads", () => {
  const filters = combined({
    verdict: [undefined, "clean", "review", "spam"],
    mark: [undefined, "spam", "ham", "any", "none"],
    before: [undefined, lastId]
  })
  it.each(named(filters))("%s: use an index by verdict and mark", async (_, filter) => {
    const steps = await stepsOf(Leads.use((leads) => leads.list({ accountId, limit, ...filter })))
    const isMarked = filter.mark !== undefined && filter.mark !== "none"
    expectWalksBy(steps, "leads", ["account_id", "verdict", ...isMarked ? ["mark"] : []])
  })
})

describe("the audit log", () => {
  const filters = combined({
    action: [undefined, "key", "key.create", "sign-in", "member"],
    memberId: [undefined, "mem_1"],
    before: [undefined, 1_000]
  })
  it.each(named(filters))("%s: uses an index by action and member", async (_, filter) => {
    const steps = await stepsOf(AuditLog.use((log) => log.list({ accountId, limit, ...filter })))
    const columns = [
      ...filter.action === undefined ? [] : ["action"],
      ...filter.memberId === undefined ? [] : ["member_id"]
    ]
    expectWalksBy(steps, "audit_log", ["account_id", ...columns])
  })
})

describe("the command line's actions", () => {
  const filters = combined({
    action: [undefined, "key", "key.create", "sign-in", "member"],
    before: [undefined, 1_000]
  })
  it.each(named(filters))("%s: use their own index by action", async (_, filter) => {
    const steps = await stepsOf(AuditLog.use((log) => log.list({ accountId, limit, onCommandLine: true, ...filter })))
    expectWalksBy(steps, "audit_log", ["account_id", ...filter.action === undefined ? [] : ["action"]])
    for (const step of steps) if (step.startsWith("SEARCH")) expect(step).toContain("INDEX audit_log_command")
  })
})

describe("the blocklist", () => {
  const filters = combined({
    action: [undefined, "block", "allow"],
    source: [undefined, "operator", "partner"],
    before: [undefined, 1_000]
  })
  it.each(named(filters))("%s: uses an index by action and source", async (_, filter) => {
    const steps = await stepsOf(Blocklist.use((blocklist) => blocklist.list({ limit, ...filter })))
    const columns = [...filter.action === undefined ? [] : ["action"], ...filter.source === undefined ? [] : ["source"]]
    expectWalksBy(steps, "blocklist", columns)
  })
  it.each(named(filters))("%s: a search reads a bounded part by id", async (_, filter) => {
    const targets = [{ kind: "host", expression: "bad.example" }] as const
    const steps = await stepsOf(
      Blocklist.use((blocklist) => blocklist.search({ limit, text: "bad", targets, ...filter }))
    )
    expectWalksBy(steps, "blocklist", [])
    for (const step of steps) if (step.startsWith("SEARCH blocklist")) expect(step).toMatch(/rowid<\?|id[<>]/)
  })
})

describe("submissions", () => {
  const filters = combined({
    state: [undefined, "pending", "accepted", "rejected"],
    accountId: [undefined, accountId],
    order: [undefined, "newest", "urgent"],
    before: [undefined, 1_000]
  })
  it.each(named(filters))("%s: use an index by state and account", async (_, filter) => {
    const steps = await stepsOf(Submissions.use((submissions) => submissions.list({ limit, ...filter })))
    const walks = steps.filter((step) => !/USING INTEGER PRIMARY KEY \(rowid=\?\)/.test(step))
    const columns = [
      ...filter.state === undefined ? [] : ["state"],
      ...filter.accountId === undefined ? [] : ["account_id"]
    ]
    expectWalksBy(walks, "submissions", columns)
  })
})

describe("the statement", () => {
  const filters = combined({
    kind: [undefined, "grant", "adjust", "reserve", "settle", "refund"],
    before: [undefined, 1_000]
  })
  it.each(named(filters))("%s: uses an index by kind", async (_, filter) => {
    const steps = await stepsOf(Ledger.use((ledger) => ledger.statement(accountId, { limit, ...filter })))
    // Nearly all rows are of kind `settle`, so a search by that kind would not help.
    const isRare = filter.kind !== undefined && filter.kind !== "settle"
    expectWalksBy(steps, "ledger_movements", ["account_id", ...isRare ? ["kind"] : []])
  })
})

const request = (n: number): RequestRecord => ({
  requestId: uuidV7(at + n, new Uint8Array(10).fill(n)),
  accountId,
  keyId: "key_1",
  operation: "scan",
  status: 200,
  credits: 20,
  at: new Date(at + n),
  durationMicros: 1,
  verdict: "ok (90)",
  subject: "a.pdf"
})

/** Adds requests and waits until a commit has written them. */
const filled = Effect.gen(function*() {
  const history = yield* RequestHistory
  for (let n = 0; n < 3; n++) history.record(request(n))
  while ((yield* history.storedRange(accountId)).requests < 3) yield* Effect.sleep(5)
})

describe("requests", () => {
  const filters: ReadonlyArray<RequestFilter & { readonly before?: string }> = [
    {},
    { before: lastId },
    { operation: "scan" },
    { status: "2xx" },
    { status: "200", before: uuidV7(at + 9, new Uint8Array(10)) },
    { keyId: "key_1" },
    { verdict: "ok" },
    { text: "A.pdf" },
    { text: request(1).requestId },
    { text: "ann@example.com", masked: "a***@example.com" },
    { fileHash: "a".repeat(64) },
    { from: new Date(at), to: new Date(at + 9) },
    { operation: "scan", status: "2xx", keyId: "key_1", verdict: "ok", text: "pdf", from: new Date(at) }
  ]
  it.each(named(filters))("%s: use an index by account and time", async (_, filter) => {
    const steps = await stepsOf(RequestHistory.use((history) => history.search({ accountId, limit, ...filter })))
    expectWalksBy(steps, "request_history", ["account_id"])
    if (filter.fileHash !== undefined) expectWalksBy(steps, "request_details", ["account_id", "request_id"])
  })

  it.each([[undefined], ["ok"], ["warn"], ["block"]] as const)(
    "documents, %s: use an index by account and time",
    async (rating) => {
      const page = { limit, ...rating === undefined ? {} : { rating } }
      const steps = await stepsOf(listDocuments(accountId, page))
      expectWalks(steps)
    }
  )
})

describe("webhook deliveries", () => {
  const filters = combined({
    endpointId: [undefined, "whk_1"],
    state: [undefined, "pending", "failed"],
    eventType: [undefined, "lead.spam"],
    before: [undefined, 1_000]
  })
  it.each(named(filters))("%s: use an index by account or endpoint", async (_, filter) => {
    const steps = await stepsOf(Webhooks.use((webhooks) => webhooks.deliveries({ accountId, limit, ...filter })))
    expectWalks(steps)
  })

  it("are claimed by the first rows of each endpoint, and by one lookup if none is due", async () => {
    const now = new Date(at)
    const request = {
      claimant: "one",
      now,
      until: now,
      limit: 9,
      perEndpointMax: 4,
      inProgress: new Map([["whk_2", 4]])
    }
    const claim = Webhooks.use((webhooks) => webhooks.claim(request))
    const [lookup, ...more] = await stepsOf(claim)
    expect(lookup).toContain(
      "SEARCH webhook_deliveries USING COVERING INDEX webhook_deliveries_due (next_attempt_at<?)"
    )
    expect(more).toEqual([])
    const endpoint = endpointWith({ id: "whk_1", accountId })
    const addDue = Webhooks.use((webhooks) =>
      Effect.andThen(webhooks.create(endpoint), webhooks.deliverTo(endpoint, eventWith({ accountId, at: now })))
    )
    await storage.runPromise(addDue)
    const steps = await stepsOf(claim)
    expect(steps.filter((step) => /SCAN (?:due|delivery|webhook_deliveries)/.test(step))).toEqual([])
    expect(steps).toContainEqual(
      expect.stringContaining("webhook_deliveries_pending (endpoint_id=? AND next_attempt_at<?)")
    )
  })
})
