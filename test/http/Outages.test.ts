import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { randomBytes } from "node:crypto"
import { DatabaseSync } from "node:sqlite"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { makeKeyText } from "../../core/keys/KeyText.ts"
import { type UrlRisk, WebRisk } from "../../core/threats/WebRisk.ts"
import { type InProcessServer, startServerInProcess } from "../support/InProcessServer.ts"
import { asker, bulk, type Endpoint, expectFault, expectUnavailable, phishing, scanEmail, scanUrl } from "./Contract.ts"

let server: InProcessServer
const ask = asker(() => server, () => server.key)

const safe: UrlRisk = { threat: null, observed: [], stale: [] }

/** Effect that runs while a URL is being screened. */
let meanwhile: Effect.Effect<UrlRisk> = Effect.succeed(safe)

beforeAll(async () => {
  server = await startServerInProcess({
    env: { GATEHOUSE_HISTORY_SUBJECTS: "full" },
    ports: Layer.succeed(WebRisk, { check: () => Effect.suspend(() => meanwhile), status: Effect.succeed([]) })
  })
  // Without this setting, SQLite would wait for a lock longer than a test may take.
  await server.run(Effect.flatMap(SqlClient.SqlClient, (sql) => sql`PRAGMA busy_timeout = 1`))
})
afterAll(() => server.stop())

/** Breaks the database from another connection while `body` runs, and then repairs it. */
const breaking = (breaks: string, mends: string) => async <A>(body: () => Promise<A>): Promise<A> => {
  const db = new DatabaseSync(server.filename)
  db.exec(breaks)
  try {
    return await body()
  } finally {
    db.exec(mends)
    db.close()
  }
}
const without = (table: string) =>
  breaking(`ALTER TABLE ${table} RENAME TO away`, `ALTER TABLE away RENAME TO ${table}`)
const locked = breaking("BEGIN IMMEDIATE", "ROLLBACK")

describe.each<readonly [string, Endpoint, ReturnType<typeof breaking>]>([
  ["without the balances", scanEmail, without("ledger_balances")],
  ["without the movements", scanEmail, without("ledger_movements")],
  ["without the history, which is written with the charge", bulk, without("request_history")],
  ["without the blocklist", scanUrl, without("blocklist")],
  ["without the submissions", phishing, without("submissions")],
  ["locked by another, for a charge", scanEmail, locked],
  ["locked by another, for a batch", bulk, locked],
  ["locked by another, for a submission", phishing, locked]
])("a database %s", (name, endpoint, outage) => {
  // Each report needs a new URL, because a report of a known URL causes no write.
  let reports = 0
  let body = endpoint.body
  beforeEach(() => {
    body = endpoint === phishing ? { url: `https://paypa1.example/${name}/${++reports}` } : endpoint.body
  })

  const expectOutage = async (headers: Readonly<Record<string, string>>) => {
    const before = server.output().length
    const expected = outage === locked ? expectUnavailable : expectFault
    const requestId = expected(await outage(() => ask(endpoint.path, body, headers)), endpoint)
    const logged = server.output().slice(before)
    expect(logged.split("\n").find((line) => line.includes(requestId))).toContain(`${endpoint.path.slice(1)} failed`)
    expect(logged.includes(server.key), "the key").toBe(false)
    expect(logged, "the body").not.toMatch(/ann@|example\.com|paypa1/)
  }

  it("is a free error, and the server recovers when the database does", async () => {
    const { available } = await server.balance()
    await expectOutage({})
    expect(await server.balance()).toEqual({ available, held: 0 })
    expect((await ask(endpoint.path, body)).status).toBe(endpoint.status)
    expect(await server.balance()).toEqual({ available: available - endpoint.cost, held: 0 })
  })

  it("is an error even if the balance is cached, and leaves the Idempotency-Key free", async () => {
    const { available } = await server.balance()
    const named = { "Idempotency-Key": name }
    await expectOutage(named)
    // If the outage prevented the release of a claim, one of the next commits releases it.
    await expect.poll(() => ask(endpoint.path, body, named)).toMatchObject({
      status: endpoint.status
    })
    const again = await ask(endpoint.path, body, named)
    expect(again.headers.get("idempotency-replayed")).toBe(endpoint.idempotent ? "true" : null)
    expect(await server.balance()).toEqual({ available: available - endpoint.cost, held: 0 })
  })
})

it("a database that cannot look up keys makes no valid key invalid", async () => {
  const key = makeKeyText("gh_live_", randomBytes(32))
  const answer = await without("api_keys")(() => server.post(scanUrl.path, scanUrl.body, { "API-KEY": key }))
  expect(server.output()).toContain(expectFault(answer, scanUrl))
  expect(server.output().includes(key), "the key").toBe(false)
  expect((await server.post(scanUrl.path, scanUrl.body, { "API-KEY": key })).status).toBe(401)
})

it("a database that cannot read stored responses allows no repeated execution", async () => {
  const { available } = await server.balance()
  const named = { "Idempotency-Key": "stored" }
  const first = await ask(scanUrl.path, scanUrl.body, named)
  expectFault(await without("idempotency")(() => ask(scanUrl.path, scanUrl.body, named)), scanUrl)
  const again = await ask(scanUrl.path, scanUrl.body, named)
  expect([again.text, again.headers.get("idempotency-replayed")]).toEqual([first.text, "true"])
  expect((await server.balance()).available).toBe(available - scanUrl.cost)
})

it("a database that is locked between a key's claim and its release does not leave the key claimed", async () => {
  const { available } = await server.balance()
  const named = { "Idempotency-Key": "between" }
  const db = new DatabaseSync(server.filename)
  meanwhile = Effect.suspend(() => {
    db.exec("BEGIN IMMEDIATE")
    return Effect.die(new Error("no answer"))
  })
  expectFault(await ask(scanUrl.path, scanUrl.body, named), scanUrl)
  meanwhile = Effect.succeed(safe)
  db.exec("ROLLBACK")
  db.close()
  await expect.poll(() => ask(scanUrl.path, scanUrl.body, named)).toMatchObject({ status: 200 })
  expect((await server.balance()).available).toBe(available - scanUrl.cost)
})

it("every credit is accounted for, and no reservation is open", async () => {
  const open = Effect.flatMap(SqlClient.SqlClient, (sql) => sql`SELECT * FROM instances WHERE in_flight <> '[]'`)
  await expect.poll(() => server.run(open)).toEqual([])
  expect(await server.balance()).toEqual({ available: server.credits - ask.charged(), held: 0 })
  expect(await server.verify()).toMatchObject({ sum: 0, faults: [] })
})
