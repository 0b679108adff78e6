import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { seed } from "../../../scripts/screens/StartGatehouse.ts"
import { blockedHost, publicHosts, throwawayHosts } from "../../../scripts/seed/Words.ts"

const folder = mkdtempSync(join(tmpdir(), "gatehouse-seed-"))
const monthEnd = new Date("2026-11-20T12:00:00Z")
let database: DatabaseSync

const rows = (query: string) => database.prepare(query).all() as ReadonlyArray<Readonly<Record<string, any>>>

describe("a seeded month", () => {
  beforeAll(async () => {
    await seed(`sqlite:${join(folder, "gatehouse.db")}`, { requests: 400, days: 30, until: monthEnd })
    database = new DatabaseSync(join(folder, "gatehouse.db"), { readOnly: true })
  })
  afterAll(() => {
    database.close()
    rmSync(folder, { recursive: true })
  })

  it("has no messages of new leads, because servers do not store them by default", () => {
    const hasMessage = rows("SELECT message FROM leads ORDER BY at DESC").map(({ message }) => message !== null)
    expect(hasMessage.length).toBeGreaterThan(10)
    expect(hasMessage[0]).toBe(false)
    expect(hasMessage.at(-1)).toBe(true)
    // In the seeded history, the setting was turned off once and never turned on again.
    expect(hasMessage).toEqual(hasMessage.toSorted((one, other) => Number(one) - Number(other)))
  })

  it("describes a lead identically in the requests", () => {
    const leads = rows(`SELECT r.subject, r.verdict AS told, l.verdict, l.risk_score, l.categories FROM leads l
      JOIN request_history r USING (request_id)`)
    expect(leads.length).toBeGreaterThan(10)
    for (const { categories, risk_score, subject, told, verdict } of leads) {
      const named: ReadonlyArray<string> = JSON.parse(categories)
      expect(told).toBe([`${verdict} ${risk_score}`, ...named].join(", "))
      const host = subject.slice(subject.indexOf("@") + 1)
      expect(named.includes("disposable_email"), subject).toBe(throwawayHosts.includes(host))
      expect(named.includes("public_email"), subject).toBe(publicHosts.includes(host))
      expect(named.includes("blocked_email"), subject).toBe(host === blockedHost)
    }
  })

  it("moves credits while the request is answered, in the same order", () => {
    const lines = rows(`SELECT m.at - r.at AS late, m.kind, r.duration_micros FROM ledger_movements m
      JOIN request_history r USING (request_id)`)
    expect(lines.length).toBeGreaterThan(300)
    for (const { duration_micros, kind, late } of lines) {
      expect(late).toBeGreaterThanOrEqual(0)
      expect(late).toBeLessThanOrEqual(kind === "reserve" ? 0 : Math.round(duration_micros / 1_000))
    }
    const times = rows("SELECT at FROM ledger_movements ORDER BY version").map(({ at }) => at)
    expect(times).toEqual(times.toSorted((one, other) => one - other))
  })

  it("records in chronological order who created keys, rules and entries and reviewed links", () => {
    const entries = rows("SELECT action, actor, at FROM audit_log ORDER BY id")
    const count = (action: string) => entries.filter((one) => one["action"] === action).length
    expect([count("key.create"), count("key.revoke"), count("rule.add"), count("site.create"), count("blocklist.add")])
      .toEqual([4, 1, 5, 2, 4])
    expect(count("submission.accept") + count("submission.reject")).toBeGreaterThan(20)
    const times = entries.map(({ at }) => at)
    expect(times).toEqual(times.toSorted((one, other) => one - other))
    const [last] = entries.filter(({ actor }) => actor.startsWith("Rita Reviewer")).toReversed()
    const [rita] = rows("SELECT last_seen_at FROM members WHERE name = 'Rita Reviewer'")
    expect(rita!["last_seen_at"]).toBe(last!["at"])
  })

  it("has webhook deliveries in every state, of which a server on the data sends none within half an hour", () => {
    const endpoints = rows(
      "SELECT disabled_reason, failing_since IS NOT NULL AS fails FROM webhook_endpoints ORDER BY id"
    )
    expect(endpoints.map(({ disabled_reason, fails }) => disabled_reason ?? (fails ? "failing" : "enabled")).toSorted())
      .toEqual(["enabled", "failing", "gone"])
    const deliveries = rows("SELECT state, next_attempt_at FROM webhook_deliveries")
    expect(new Set(deliveries.map(({ state }) => state))).toEqual(new Set(["pending", "delivered", "failed"]))
    const pending = deliveries.filter(({ state }) => state === "pending")
    const [soonest = 0] = pending.map(({ next_attempt_at }) => next_attempt_at).toSorted((one, other) => one - other)
    expect(soonest - monthEnd.getTime()).toBeGreaterThan(30 * 60_000)
  })

  it("shows a key's newest request as its last use", () => {
    const keys = rows(`SELECT last_used_at, (SELECT max(at) FROM request_history WHERE key_id = k.id) AS newest
      FROM api_keys k`)
    expect(keys.length).toBe(4)
    for (const { last_used_at, newest } of keys) expect(last_used_at).toBe(newest)
  })
})
