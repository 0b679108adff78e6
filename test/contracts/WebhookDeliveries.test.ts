import { Effect } from "effect"
import { expect } from "vitest"
import { afterAttempt, type SendOutcome } from "../../core/webhooks/RetrySchedule.ts"
import type { ClaimedDelivery } from "../../core/webhooks/Webhooks.ts"
import { Webhooks } from "../../core/webhooks/Webhooks.ts"
import { describeOnEveryStorage } from "../support/Storages.ts"
import { endpointWith, eventWith } from "../support/WebhookEndpoints.ts"

const now = new Date("2026-11-23T10:00:00.000Z")
const later = (seconds: number) => new Date(now.getTime() + seconds * 1_000)

const claimRequest = { claimant: "one", now, until: later(60), limit: 100, perEndpointMax: 100, inProgress: new Map() }

const finished = (claimant: string, { delivery }: ClaimedDelivery, outcome: SendOutcome, at = now) => ({
  claimant,
  delivery,
  at,
  result: afterAttempt(delivery, { at, millis: 7 }, outcome, 0.5)
})
const ok: SendOutcome = { status: 204, retryAfterMillis: null }
const down: SendOutcome = { status: null, error: "It is down." }

describeOnEveryStorage("Webhook deliveries", ({ testIsolated }) => {
  const test = (title: string, body: (webhooks: Webhooks["Service"]) => Effect.Effect<void, unknown>) =>
    testIsolated(title, Effect.flatMap(Webhooks, body))

  test("gives each due delivery to one of many workers, until the claim is over", (webhooks) =>
    Effect.gen(function*() {
      const [one, other] = [endpointWith(), endpointWith({ accountId: "b" })]
      for (const endpoint of [one, other]) {
        yield* webhooks.create(endpoint)
        for (let n = 0; n < 20; n++) {
          yield* webhooks.deliverTo(endpoint, eventWith({ accountId: endpoint.accountId, at: now }))
        }
      }
      yield* webhooks.deliverTo(one, eventWith({ at: later(1) }))
      const workers = Array.from({ length: 8 }, (_, n) => `worker ${n}`)
      const claims = yield* Effect.all(
        workers.map((claimant) => webhooks.claim({ ...claimRequest, claimant, limit: 7 })),
        { concurrency: "unbounded" }
      )
      const rest = yield* webhooks.claim(claimRequest)
      const ids = [...claims.flat(), ...rest].map(({ delivery }) => delivery.id)
      expect(new Set(ids).size).toBe(40)
      expect(ids).toHaveLength(40)
      expect(claims.every((claim) => claim.length <= 7)).toBe(true)
      expect(rest.every(({ delivery, endpoint }) => delivery.accountId === endpoint.accountId)).toBe(true)
      expect(yield* webhooks.claim({ ...claimRequest, now: later(0.999) })).toEqual([])
      expect(yield* webhooks.claim({ ...claimRequest, now: later(1) })).toHaveLength(1)
      expect(yield* webhooks.claim({ ...claimRequest, now: later(60), until: later(120) })).toHaveLength(41)
    }))

  test("limits the attempts per endpoint, with those in progress, and ignores disabled endpoints", (webhooks) =>
    Effect.gen(function*() {
      const [one, other, disabled] = [endpointWith(), endpointWith({ accountId: "b" }), endpointWith()]
      for (const endpoint of [one, other, disabled]) {
        yield* webhooks.create(endpoint)
        for (let n = 0; n < 3; n++) {
          yield* webhooks.deliverTo(endpoint, eventWith({ accountId: endpoint.accountId, at: later(-n) }))
        }
      }
      yield* webhooks.disable(disabled.id, "manual", now)
      const endpointsOf = (claimed: ReadonlyArray<ClaimedDelivery>) => claimed.map(({ endpoint }) => endpoint.id)
      const first = yield* webhooks.claim({ ...claimRequest, perEndpointMax: 2 })
      expect(endpointsOf(first)).toEqual([one.id, one.id, other.id, other.id])
      // The oldest are due first.
      expect(first.map(({ delivery }) => delivery.createdAt)).toEqual([later(-1), later(-2), later(-1), later(-2)])
      const claim = (limit: number, ...inProgress: ReadonlyArray<readonly [string, number]>) =>
        Effect.map(
          webhooks.claim({
            ...claimRequest,
            now: later(60),
            until: later(60),
            limit,
            perEndpointMax: 2,
            inProgress: new Map(inProgress)
          }),
          endpointsOf
        )
      expect(yield* claim(9, [one.id, 1], [other.id, 1])).toEqual([one.id, other.id])
      expect(yield* claim(9, [one.id, 1], [other.id, 2])).toEqual([one.id])
      expect(yield* claim(9, [one.id, 1])).toEqual([one.id, other.id, other.id])
      expect(yield* claim(2, [one.id, 1])).toHaveLength(2)
      expect(yield* claim(1, [one.id, 1], ["deleted", 4])).toHaveLength(1)
      expect(yield* claim(9, [one.id, 2], [other.id, 3])).toEqual([])
    }))

  test("stores attempts, and since when an endpoint fails", (webhooks) =>
    Effect.gen(function*() {
      const endpoint = endpointWith()
      yield* webhooks.create(endpoint)
      yield* webhooks.deliverTo(endpoint, eventWith({ at: now }))
      yield* webhooks.deliverTo(endpoint, eventWith({ at: now }))
      const [one, other] = yield* webhooks.claim(claimRequest)
      expect(yield* webhooks.finish(finished("one", one!, down))).toEqual(now)
      expect(yield* webhooks.finish(finished("one", other!, down, later(1)))).toEqual(now)
      expect(yield* webhooks.get("a", endpoint.id)).toMatchObject({ failingSince: now, lastDeliveredAt: null })
      const stored = yield* webhooks.getDelivery("a", one!.delivery.id)
      expect(stored).toEqual({ ...one!.delivery, ...finished("one", one!, down).result })
      expect(stored.attempts).toEqual([{ at: now, millis: 7, status: null, error: "It is down." }])
      const [again] = yield* webhooks.claim({ ...claimRequest, now: later(10), until: later(70) })
      expect(yield* webhooks.finish(finished("one", again!, ok, later(10)))).toBe(null)
      expect(yield* webhooks.get("a", endpoint.id)).toMatchObject({ failingSince: null, lastDeliveredAt: later(10) })
      const delivered = yield* webhooks.getDelivery("a", again!.delivery.id)
      expect(delivered).toMatchObject({ state: "delivered", nextAttemptAt: null, tries: 2 })
      expect(delivered.attempts).toHaveLength(2)
      expect(yield* webhooks.finish({ ...finished("one", again!, down), delivery: { id: 99, endpointId: "none" } }))
        .toBe(null)
    }))

  test("ignores the attempt of a worker whose claim has passed to another", (webhooks) =>
    Effect.gen(function*() {
      const endpoint = endpointWith()
      yield* webhooks.create(endpoint)
      yield* webhooks.deliverTo(endpoint, eventWith({ at: now }))
      const [slow] = yield* webhooks.claim({ ...claimRequest, claimant: "slow" })
      const [next] = yield* webhooks.claim({ ...claimRequest, claimant: "next", now: later(60), until: later(120) })
      yield* webhooks.finish(finished("slow", slow!, down))
      expect(yield* webhooks.getDelivery("a", slow!.delivery.id)).toMatchObject({ attempts: [], tries: 0 })
      yield* webhooks.finish(finished("next", next!, ok))
      expect(yield* webhooks.getDelivery("a", slow!.delivery.id)).toMatchObject({ state: "delivered", tries: 1 })
      yield* webhooks.finish(finished("slow", slow!, down))
      expect(yield* webhooks.getDelivery("a", slow!.delivery.id)).toMatchObject({ state: "delivered", tries: 1 })
    }))

  test("does not change the endpoint for the attempt of a worker whose claim has passed to another", (webhooks) =>
    Effect.gen(function*() {
      for (const accountId of ["a", "b"]) {
        const endpoint = endpointWith({ accountId })
        yield* webhooks.create(endpoint)
        yield* webhooks.deliverTo(endpoint, eventWith({ accountId, at: now }))
        const [slow] = yield* webhooks.claim({ ...claimRequest, claimant: "slow" })
        const [next] = yield* webhooks.claim({ ...claimRequest, claimant: "next", now: later(60), until: later(120) })
        expect(yield* webhooks.finish(finished("slow", slow!, down))).toBe(null)
        expect(yield* webhooks.get(accountId, endpoint.id)).toEqual(endpoint)
        yield* webhooks.finish(finished("slow", slow!, ok))
        expect(yield* webhooks.get(accountId, endpoint.id)).toEqual(endpoint)
        yield* webhooks.finish(finished("next", next!, down, later(60)))
        yield* webhooks.finish(finished("slow", slow!, ok))
        const failing = { ...endpoint, failingSince: later(60) }
        expect(yield* webhooks.get(accountId, endpoint.id)).toEqual(failing)
      }
    }))

  test("releases the claims of a worker that stops, and only those", (webhooks) =>
    Effect.gen(function*() {
      const endpoint = endpointWith()
      yield* webhooks.create(endpoint)
      for (let n = 0; n < 3; n++) yield* webhooks.deliverTo(endpoint, eventWith({ at: now }))
      const [done] = yield* webhooks.claim({ ...claimRequest, limit: 1 })
      yield* webhooks.finish(finished("one", done!, ok))
      const [mine] = yield* webhooks.claim({ ...claimRequest, limit: 1 })
      yield* webhooks.claim({ ...claimRequest, claimant: "two", limit: 1 })
      yield* webhooks.release("one", now)
      const free = yield* webhooks.claim({ ...claimRequest, claimant: "three" })
      expect(free.map(({ delivery }) => delivery.id)).toEqual([mine!.delivery.id])
    }))

  test("fails the pending deliveries of a disabled endpoint, and keeps a delivery in progress that succeeds", (webhooks) =>
    Effect.gen(function*() {
      const endpoint = endpointWith()
      yield* webhooks.create(endpoint)
      for (let n = 0; n < 3; n++) yield* webhooks.deliverTo(endpoint, eventWith({ at: now }))
      const [one, two] = yield* webhooks.claim({ ...claimRequest, limit: 2 })
      expect(yield* webhooks.disable(endpoint.id, "failing", later(5))).toBe(true)
      expect(yield* webhooks.disable(endpoint.id, "gone", later(6))).toBe(false)
      expect(yield* webhooks.disable("none", "gone", later(6))).toBe(false)
      expect(yield* webhooks.get("a", endpoint.id)).toMatchObject({ disabled: { reason: "failing", at: later(5) } })
      yield* webhooks.finish(finished("one", one!, ok))
      yield* webhooks.finish(finished("one", two!, down))
      const states = (yield* webhooks.deliveries({ accountId: "a", limit: 9 })).map((
        { attempts, nextAttemptAt, state }
      ) => [state, nextAttemptAt, attempts.length])
      expect(states).toEqual([["failed", null, 0], ["failed", null, 1], ["delivered", null, 1]])
      yield* webhooks.enable("a", endpoint.id)
      expect(yield* webhooks.claim({ ...claimRequest, now: later(1e6), until: later(2e6) })).toEqual([])
    }))

  test("resends a delivery at once, with all its retries and its earlier attempts", (webhooks) =>
    Effect.gen(function*() {
      const endpoint = endpointWith()
      yield* webhooks.create(endpoint)
      const { id } = yield* webhooks.deliverTo(endpoint, eventWith({ at: now }))
      const [first] = yield* webhooks.claim(claimRequest)
      yield* webhooks.finish(finished("one", first!, ok))
      expect((yield* Effect.flip(webhooks.resend("b", id, now)))._tag).toBe("DeliveryNotFound")
      expect((yield* Effect.flip(webhooks.getDelivery("b", id)))._tag).toBe("DeliveryNotFound")
      const resent = yield* webhooks.resend("a", id, later(9))
      expect(resent).toMatchObject({ state: "pending", nextAttemptAt: later(9), tries: 0, triesFrom: null })
      expect(resent.attempts).toHaveLength(1)
      expect(yield* webhooks.claim(claimRequest)).toEqual([])
      const [again] = yield* webhooks.claim({ ...claimRequest, now: later(9) })
      expect(again?.delivery.eventId).toBe(first!.delivery.eventId)
    }))

  test("lists deliveries by endpoint, state and event, newest first and by page", (webhooks) =>
    Effect.gen(function*() {
      const [one, other, strange] = [endpointWith(), endpointWith(), endpointWith({ accountId: "b" })]
      for (const endpoint of [one, other, strange]) yield* webhooks.create(endpoint)
      const add = (endpoint: typeof one, type: "key.revoked" | "lead.spam") =>
        webhooks.deliverTo(endpoint, eventWith({ type, accountId: endpoint.accountId, at: now }))
      const first = yield* add(one, "key.revoked")
      const second = yield* add(other, "lead.spam")
      const third = yield* add(one, "lead.spam")
      const last = yield* add(strange, "lead.spam")
      const [claimed] = yield* webhooks.claim({ ...claimRequest, limit: 1 })
      yield* webhooks.finish(finished("one", claimed!, ok))
      const list = (filter: Partial<Parameters<typeof webhooks.deliveries>[0]>) =>
        Effect.map(webhooks.deliveries({ accountId: "a", limit: 9, ...filter }), (found) => found.map(({ id }) => id))
      expect(yield* list({})).toEqual([third.id, second.id, first.id])
      expect(yield* list({ limit: 2 })).toEqual([third.id, second.id])
      expect(yield* list({ before: second.id })).toEqual([first.id])
      expect(yield* list({ endpointId: one.id })).toEqual([third.id, first.id])
      expect(yield* list({ endpointId: strange.id })).toEqual([])
      expect(yield* list({ eventType: "lead.spam" })).toEqual([third.id, second.id])
      expect(yield* list({ state: "delivered" })).toEqual([first.id])
      expect(yield* list({ state: "pending", endpointId: one.id, eventType: "lead.spam" })).toEqual([third.id])
      expect(yield* list({ accountId: "b" })).toEqual([last.id])
      yield* webhooks.remove("a", one.id)
      expect(yield* list({})).toEqual([second.id])
    }))

  test("finds endpoints with many pending deliveries, and sweeps old finished deliveries", (webhooks) =>
    Effect.gen(function*() {
      const [one, other] = [endpointWith(), endpointWith({ accountId: "b" })]
      for (const endpoint of [one, other]) {
        yield* webhooks.create(endpoint)
        for (let n = 0; n < 3; n++) {
          yield* webhooks.deliverTo(endpoint, eventWith({ accountId: endpoint.accountId, at: later(n) }))
        }
      }
      expect((yield* webhooks.findOverloaded(2)).map(({ id }) => id).toSorted()).toEqual([one.id, other.id].toSorted())
      expect(yield* webhooks.findOverloaded(3)).toEqual([])
      const claimed = yield* webhooks.claim({ ...claimRequest, now: later(1) })
      for (const delivery of claimed) yield* webhooks.finish(finished("one", delivery, ok))
      expect(yield* webhooks.findOverloaded(2)).toEqual([])
      expect(yield* webhooks.sweep(later(1), "b")).toBe(1)
      expect(yield* webhooks.sweep(later(9))).toBe(3)
      // Pending deliveries stay.
      expect(yield* webhooks.deliveries({ accountId: "a", limit: 9 })).toHaveLength(1)
      expect(yield* webhooks.deliveries({ accountId: "b", limit: 9 })).toHaveLength(1)
    }))
})
