import { Effect } from "effect"
import { expect } from "vitest"
import { Accounts } from "../../core/accounts/Accounts.ts"
import { Ledger } from "../../core/credits/Ledger.ts"
import { eventBody } from "../../core/events/AccountEvent.ts"
import { RequestHistory } from "../../core/history/RequestHistory.ts"
import { ApiKeys } from "../../core/keys/ApiKeys.ts"
import { Submissions } from "../../core/submissions/Submissions.ts"
import { endpointsMax } from "../../core/webhooks/WebhookEndpoint.ts"
import { Webhooks } from "../../core/webhooks/Webhooks.ts"
import { describeOnEveryStorage, type StoragePorts } from "../support/Storages.ts"
import { endpointWith, eventWith } from "../support/WebhookEndpoints.ts"
import { makeAccounts } from "./kit/RequestShapes.ts"

const now = new Date("2026-11-23T10:00:00.000Z")
const later = (seconds: number) => new Date(now.getTime() + seconds * 1_000)

describeOnEveryStorage("Webhooks", ({ testIsolated }) => {
  const test = (title: string, body: (webhooks: Webhooks["Service"]) => Effect.Effect<void, unknown, StoragePorts>) =>
    testIsolated(title, Effect.flatMap(Webhooks, body))

  test("creates at most the maximum of endpoints per account, even at the same time", (webhooks) =>
    Effect.gen(function*() {
      const accountIds = ["a", "b"]
      for (const id of accountIds) yield* (yield* Accounts).create({ id, name: id, createdAt: now })
      const wanted = Array.from({ length: 2 * endpointsMax }, () => accountIds).flat()
      const results = yield* Effect.forEach(
        wanted,
        (accountId) => webhooks.create(endpointWith({ accountId })),
        { concurrency: "unbounded" }
      )
      for (const accountId of accountIds) {
        const created = results.filter((isCreated, at) => isCreated && wanted[at] === accountId)
        expect(created).toHaveLength(endpointsMax)
        const endpoints = yield* webhooks.list(accountId)
        expect(endpoints).toHaveLength(endpointsMax)
        yield* webhooks.remove(accountId, endpoints[0]!.id)
        expect(yield* webhooks.create(endpointWith({ accountId }))).toBe(true)
        expect(yield* webhooks.create(endpointWith({ accountId }))).toBe(false)
      }
    }))

  test("keeps each account's endpoints apart, with every field", (webhooks) =>
    Effect.gen(function*() {
      const mine = endpointWith({
        description: "“Ünïcode” 'quoted'",
        previousSecret: { secret: "whsec_b2xk", expiresAt: later(5) },
        disabled: { reason: "failing", at: later(1) },
        failingSince: later(2),
        lastDeliveredAt: later(3)
      })
      const other = endpointWith({ accountId: "b" })
      yield* webhooks.create(mine)
      yield* webhooks.create(other)
      expect(yield* webhooks.list("a")).toEqual([mine])
      expect(yield* webhooks.list("b")).toEqual([other])
      expect(yield* webhooks.get("a", mine.id)).toEqual(mine)
      const enabled = { ...mine, disabled: null, failingSince: null }
      for (
        const strange of [
          webhooks.get("b", mine.id),
          webhooks.change("b", mine.id, { url: "https://evil.example/" }),
          webhooks.enable("b", mine.id),
          webhooks.remove("b", mine.id)
        ]
      ) {
        expect(yield* Effect.flip(Effect.asVoid(strange))).toMatchObject({ _tag: "WebhookNotFound", id: mine.id })
      }
      expect(yield* webhooks.get("a", mine.id)).toEqual(mine)
      expect(yield* webhooks.enable("a", mine.id)).toEqual(enabled)
      const change = {
        url: "https://new.example/",
        description: "new",
        eventTypes: ["credits.low"],
        secret: "whsec_bmV3",
        previousSecret: null
      } as const
      expect(yield* webhooks.change("a", mine.id, {})).toEqual(enabled)
      expect(yield* webhooks.change("a", mine.id, change)).toEqual({ ...enabled, ...change })
      expect(yield* webhooks.get("a", mine.id)).toEqual({ ...enabled, ...change })
      yield* webhooks.remove("a", mine.id)
      expect(yield* webhooks.list("a")).toEqual([])
      expect(yield* webhooks.list("b")).toEqual([other])
    }))

  test("stores an event's deliveries for endpoints that chose its type, if the change takes effect", (webhooks) =>
    Effect.gen(function*() {
      const [chosen, second, unchosen, disabled, strange] = [
        endpointWith(),
        endpointWith(),
        endpointWith({ eventTypes: ["lead.spam"] }),
        endpointWith({ disabled: { reason: "manual", at: now } }),
        endpointWith({ accountId: "b" })
      ]
      for (const one of [chosen, second, unchosen, disabled, strange]) yield* webhooks.create(one)
      yield* (yield* Accounts).create({ id: "a", name: "a", createdAt: now })
      const event = eventWith({ at: now })
      const key = {
        id: "key_1",
        accountId: "a",
        name: "k",
        digest: "d",
        lastFour: "1234",
        requestsPerMinute: 60,
        createdAt: now,
        lastUsedAt: null,
        revokedAt: null
      }
      const keys = yield* ApiKeys
      expect(yield* keys.create(key, { ...event, id: "evt_created" })).toBe(true)
      expect(yield* keys.create(key, { ...event, id: "evt_again" })).toBe(false)
      expect(yield* Effect.flip(keys.revoke("b", "key_1", now, event))).toMatchObject({ _tag: "ApiKeyNotFound" })
      yield* keys.revoke("a", "key_1", now, event)
      const all = yield* webhooks.deliveries({ accountId: "a", limit: 9 })
      expect(all.map(({ endpointId, eventId }) => [endpointId, eventId])).toEqual([
        [second.id, event.id],
        [chosen.id, event.id],
        [second.id, "evt_created"],
        [chosen.id, "evt_created"]
      ])
      expect(all[0]).toEqual({
        id: all[0]!.id,
        accountId: "a",
        endpointId: second.id,
        eventId: event.id,
        eventType: "key.revoked",
        payload: eventBody(event),
        createdAt: now,
        state: "pending",
        nextAttemptAt: now,
        tries: 0,
        triesFrom: null,
        attempts: []
      })
      expect(yield* webhooks.deliveries({ accountId: "b", limit: 9 })).toEqual([])
    }))

  test("stores the event of a request with its record, and of a charge with its movement", (webhooks) =>
    Effect.gen(function*() {
      const { mine, request } = makeAccounts()
      yield* (yield* Accounts).create({ id: mine, name: "mine", createdAt: now })
      yield* webhooks.create(endpointWith({ accountId: mine, eventTypes: ["lead.spam"] }))
      const [history, ledger] = [yield* RequestHistory, yield* Ledger]
      const eventOf = (id: string) => eventWith({ id, accountId: mine, type: "lead.spam" })
      const free = { ...request(0), event: eventOf("evt_free") }
      yield* history.recordDurably(free)
      yield* history.recordDurably(free)
      expect(yield* history.get(mine, free.requestId)).toEqual(request(0, { requestId: free.requestId }))
      const grant = { kind: "grant", accountId: mine, requestId: "grant", amount: 5, note: "" } as const
      yield* ledger.execute(grant)
      const charge = (amount: number, id: string) => {
        const record = { ...request(1), event: eventOf(id) }
        const { requestId } = record
        return ledger.execute({ kind: "charge", accountId: mine, requestId, amount, note: "", keyId: null }, { record })
      }
      yield* charge(5, "evt_charged")
      expect((yield* Effect.flip(charge(1, "evt_refused")))._tag).toBe("InsufficientCredits")
      const stored = yield* webhooks.deliveries({ accountId: mine, limit: 9 })
      expect(stored.map(({ eventId }) => eventId)).toEqual(["evt_charged", "evt_free"])
    }))

  test("stores the event of a new submission with its id, and of a review that takes effect", (webhooks) =>
    Effect.gen(function*() {
      yield* webhooks.create(endpointWith())
      const submissions = yield* Submissions
      const submission = {
        url: "https://bad.example/",
        canonicalUrl: "bad.example/",
        accountId: "b",
        state: "pending" as const,
        createdAt: now,
        reviewedAt: null,
        reviewer: null,
        rejection: null,
        entryId: null,
        triageRisk: 1,
        triageReasons: [],
        forwarded: null
      }
      const eventOf = ({ id }: { readonly id: number }) => eventWith({ data: { key_id: String(id) } })
      const { id } = yield* submissions.add(submission, eventOf)
      yield* submissions.add(submission, eventOf)
      const rejected = { ...submission, id, state: "rejected" as const }
      expect(yield* submissions.transition(rejected, "pending", eventWith({ id: "evt_won" }))).toBe(true)
      expect(yield* submissions.transition(rejected, "pending", eventWith({ id: "evt_lost" }))).toBe(false)
      const [review, added, ...more] = yield* webhooks.deliveries({ accountId: "a", limit: 9 })
      expect(more).toEqual([])
      expect(review?.eventId).toBe("evt_won")
      expect(JSON.parse(added!.payload).data).toEqual({ key_id: String(id) })
    }))
})
