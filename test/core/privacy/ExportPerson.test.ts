import { Effect } from "effect"
import { expect, it } from "vitest"
import { createAccount } from "../../../core/accounts/ManageAccounts.ts"
import { AuditLog } from "../../../core/audit/AuditLog.ts"
import { RequestHistory, type RequestRecord } from "../../../core/history/RequestHistory.ts"
import { Leads } from "../../../core/leads/records/Leads.ts"
import { MemberSessions } from "../../../core/members/sessions/MemberSessions.ts"
import { exportPerson } from "../../../core/privacy/ExportPerson.ts"
import { findPerson, personCounts, personItemsPerBatch } from "../../../core/privacy/FindPerson.ts"
import { makeAccounts } from "../../contracts/kit/RequestShapes.ts"
import { layerSqlite, layerStorageSql } from "../../support/Storages.ts"
import { browser, inHouse, join, withOwner } from "../members/House.ts"

const email = "ben@example.com"

// Uses SQLite, because the stores in memory keep at most 10,000 items.
it("exports every item of a person, even above the maximum of a search", () =>
  Effect.runPromise(
    Effect.gen(function*() {
      const { id: accountId } = yield* createAccount("default")
      const [history, leads, log] = [yield* RequestHistory, yield* Leads, yield* AuditLog]
      const { request } = makeAccounts()
      const requests = Array.from(
        { length: personItemsPerBatch + 1 },
        (_, n) => request(n, { accountId, subject: email })
      )
      const add = Effect.fnUntraced(function*({ at, requestId }: RequestRecord) {
        leads.record({
          requestId,
          accountId,
          at,
          verdict: "clean",
          riskScore: 0,
          categories: [],
          language: null,
          source: null,
          spamProbability: null,
          message: null,
          mark: null,
          markedAt: null
        })
        const [actor, memberId, action] = ["Ann", null, "rule.add"] as const
        yield* log.append({ accountId, at, actor, memberId, action, target: email, detail: "", address: "" })
      })
      const details = { score: null, reasons: [], facts: {} }
      yield* Effect.forEach(requests, add, { concurrency: 100, discard: true })
      yield* Effect.forEach(requests, (one) => history.recordDurably({ ...one, details }), {
        concurrency: 100,
        discard: true
      })
      const file = yield* exportPerson(accountId, email)
      const ids = requests.map(({ requestId }) => requestId)
      const items = ids.length
      expect(new Set(file.requests.map(({ requestId }) => requestId))).toEqual(new Set(ids))
      expect(file.requests.every(({ details }) => details !== null)).toBe(true)
      expect(file.leads).toHaveLength(items)
      expect(file.auditEntries).toHaveLength(items)
      expect(file.counts).toMatchObject({ requests: items, leads: items, auditEntries: items })
      expect(personCounts(yield* findPerson(accountId, email)).requests).toBe(personItemsPerBatch)
    }).pipe(Effect.provide(layerStorageSql(layerSqlite(":memory:"))))
  ))

it(
  "exports the sessions of the member, without their tokens, and of no other member",
  inHouse(Effect.gen(function*() {
    const { accountId, ann } = yield* withOwner
    const { member, session } = yield* join(accountId, "member", email)
    const second = { ...session, id: "second", digest: "d2", userAgent: "curl/8", address: "198.51.100.7" }
    yield* (yield* MemberSessions).create(second)
    const { sessions } = yield* exportPerson(accountId, email)
    const times = { createdAt: session.createdAt.toISOString(), expiresAt: session.expiresAt.toISOString() }
    expect(sessions).toHaveLength(2)
    expect(sessions).toEqual(expect.arrayContaining([
      { ...browser, ...times, lastSeenAt: session.lastSeenAt.toISOString() },
      { userAgent: "curl/8", address: "198.51.100.7", ...times, lastSeenAt: session.lastSeenAt.toISOString() }
    ]))
    expect(member.id).not.toBe(ann.member.id)
    expect((yield* exportPerson(accountId, "ann@example.com")).sessions).toHaveLength(1)
  }))
)
