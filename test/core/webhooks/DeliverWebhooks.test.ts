import { Effect, Fiber, Layer, Logger } from "effect"
import { TestClock } from "effect/testing"
import { describe, expect, it } from "vitest"
import * as SecretsNode from "../../../adapters/crypto/SecretsNode.ts"
import * as StorageMemory from "../../../adapters/storage/memory/StorageMemory.ts"
import { AuditLog } from "../../../core/audit/AuditLog.ts"
import type { AccountEvent } from "../../../core/events/AccountEvent.ts"
import {
  attemptsConcurrentMax,
  attemptsPerEndpointMax,
  claimMillis,
  disableOverloaded,
  pollMillis,
  runDeliveries
} from "../../../core/webhooks/DeliverWebhooks.ts"
import { retryWindowMillis, type SendOutcome } from "../../../core/webhooks/RetrySchedule.ts"
import type { WebhookEndpoint } from "../../../core/webhooks/WebhookEndpoint.ts"
import { Webhooks } from "../../../core/webhooks/Webhooks.ts"
import { attemptMillisMax, type WebhookRequest, WebhookSender } from "../../../core/webhooks/WebhookSender.ts"
import { endpointWith, eventWith } from "../../support/WebhookEndpoints.ts"

const hour = 3_600_000
const accepted: SendOutcome = { status: 200, retryAfterMillis: null }
const refused: SendOutcome = { status: null, error: "The connection was refused." }

/** Receivers whose responses a test decides. */
class Receivers {
  readonly requests: Array<WebhookRequest> = []
  answer: (request: WebhookRequest) => Effect.Effect<SendOutcome> = () => Effect.succeed(accepted)
  readonly layer = Layer.succeed(WebhookSender, {
    send: (request) =>
      Effect.suspend(() => {
        this.requests.push(request)
        return this.answer(request)
      })
  })

  /** Event IDs of the requests to a URL. */
  idsAt(url: string): ReadonlyArray<string | undefined> {
    return this.requests.filter((request) => request.url === url).map(({ headers }) => headers["webhook-id"])
  }
}

type Ports = Layer.Success<typeof StorageMemory.layer> | WebhookSender

const test = (
  title: string,
  body: (
    receivers: Receivers,
    worker: Effect.Effect<Fiber.Fiber<void>, never, Ports>
  ) => Effect.Effect<void, unknown, any>
) =>
  it(title, () => {
    const receivers = new Receivers()
    const worker = Effect.forkChild(runDeliveries("worker"), { startImmediately: true })
    return Effect.runPromise(
      body(receivers, worker as never).pipe(
        Effect.provide(
          Layer.mergeAll(StorageMemory.layer.pipe(Layer.provideMerge(SecretsNode.layer)), receivers.layer)
        ),
        Effect.provide(Layer.merge(TestClock.layer(), Logger.layer([])))
      ) as Effect.Effect<void>
    )
  })

const add = Effect.fnUntraced(function*(endpoint: WebhookEndpoint, ...events: ReadonlyArray<AccountEvent>) {
  const webhooks = yield* Webhooks
  yield* webhooks.create(endpoint)
  for (const event of events) yield* webhooks.deliverTo(endpoint, event)
})
const deliveries = Effect.flatMap(Webhooks, (webhooks) => webhooks.deliveries({ accountId: "a", limit: 999 }))
const states = Effect.map(deliveries, (found) => found.map(({ state }) => state))

describe("the worker", () => {
  test("delivers within a second, signed and with the event's id", (receivers, worker) =>
    Effect.gen(function*() {
      yield* worker
      const event = eventWith()
      yield* add(endpointWith(), event)
      yield* TestClock.adjust(pollMillis)
      expect(receivers.requests).toMatchObject([{
        url: "https://hooks.example.com/gatehouse",
        headers: {
          "webhook-id": event.id,
          "webhook-timestamp": "1",
          "webhook-signature": expect.stringMatching(/^v1,/)
        },
        body: "{\"type\":\"key.revoked\",\"timestamp\":\"1970-01-01T00:00:00.000Z\",\"data\":{\"key_id\":\"key_1\"}}"
      }])
      expect(yield* states).toEqual(["delivered"])
      yield* TestClock.adjust(hour)
      expect(receivers.requests).toHaveLength(1)
    }))

  test(
    "does not repeat an attempt that is still in progress, here or on another server",
    (receivers, worker) =>
      Effect.gen(function*() {
        yield* worker
        yield* Effect.forkChild(runDeliveries("other worker"), { startImmediately: true })
        receivers.answer = () => Effect.as(Effect.sleep(attemptMillisMax), accepted)
        yield* add(endpointWith(), eventWith())
        for (let at = 0; at <= attemptMillisMax; at += pollMillis) yield* TestClock.adjust(pollMillis)
        expect(receivers.requests).toHaveLength(1)
        yield* TestClock.adjust(2 * claimMillis)
        expect(receivers.requests).toHaveLength(1)
        expect(yield* states).toEqual(["delivered"])
      })
  )

  test("delivers every event to a receiver that was down for an hour", (receivers, worker) =>
    Effect.gen(function*() {
      yield* worker
      receivers.answer = () => Effect.succeed(refused)
      const events = Array.from({ length: 50 }, () => eventWith())
      const endpoint = endpointWith()
      yield* add(endpoint, ...events)
      for (let minute = 0; minute < 60; minute++) yield* TestClock.adjust("1 minute")
      expect(yield* states).toEqual(events.map(() => "pending"))
      const attempted = receivers.requests.length
      // Each delivery has had 6 or 7 attempts: at 0, 5, 20, 65, 200 and 605 s, each with jitter, and at 1,820 s.
      expect(attempted).toBeGreaterThanOrEqual(6 * events.length)
      expect(attempted).toBeLessThanOrEqual(8 * events.length)
      receivers.answer = () => Effect.succeed(accepted)
      for (let minute = 0; minute < 90; minute++) yield* TestClock.adjust("1 minute")
      expect(yield* states).toEqual(events.map(() => "delivered"))
      const delivered = receivers.requests.slice(attempted).map(({ headers }) => headers["webhook-id"])
      expect(delivered.toSorted()).toEqual(events.map(({ id }) => id).toSorted())
      expect((yield* (yield* Webhooks).get("a", endpoint.id)).failingSince).toBe(null)
    }))

  test(
    "disables an endpoint that fails for a day, with one audit entry",
    (receivers, worker) =>
      Effect.gen(function*() {
        yield* worker
        receivers.answer = () => Effect.succeed(refused)
        const endpoint = endpointWith()
        yield* add(endpoint, eventWith(), eventWith())
        for (let minute = 0; minute < retryWindowMillis / 60_000 - 1; minute++) yield* TestClock.adjust("1 minute")
        const webhooks = yield* Webhooks
        expect((yield* webhooks.get("a", endpoint.id)).disabled).toBe(null)
        yield* webhooks.deliverTo(endpoint, eventWith())
        yield* TestClock.adjust("3 minutes")
        const { disabled } = yield* webhooks.get("a", endpoint.id)
        expect(disabled?.reason).toBe("failing")
        expect(yield* states).toEqual(["failed", "failed", "failed"])
        const entries = yield* (yield* AuditLog).list({ accountId: "a", limit: 9 })
        expect(entries).toMatchObject([{
          action: "webhook.disable",
          actor: "Gatehouse",
          target: endpoint.id,
          detail: "hooks.example.com: Every attempt has failed for a day"
        }])
        const attempted = receivers.requests.length
        yield* TestClock.adjust("2 hours")
        expect(receivers.requests).toHaveLength(attempted)
      })
  )

  test("disables an endpoint that answers 410 at once", (receivers, worker) =>
    Effect.gen(function*() {
      yield* worker
      receivers.answer = () => Effect.succeed({ status: 410, retryAfterMillis: null })
      const endpoint = endpointWith()
      yield* add(endpoint, eventWith())
      yield* TestClock.adjust(pollMillis)
      expect((yield* (yield* Webhooks).get("a", endpoint.id)).disabled?.reason).toBe("gone")
      expect(yield* states).toEqual(["failed"])
    }))

  test("does not let a slow endpoint delay others", (receivers, worker) =>
    Effect.gen(function*() {
      const [slow, fast] = [
        endpointWith({ url: "https://slow.example/" }),
        endpointWith({ url: "https://fast.example/" })
      ]
      const fastEvents = Array.from({ length: 100 }, () => eventWith())
      yield* add(slow, ...Array.from({ length: 2_000 }, () => eventWith()))
      yield* add(fast, ...fastEvents)
      receivers.answer = ({ url }) => url === slow.url ? Effect.never : Effect.succeed(accepted)
      yield* worker
      yield* TestClock.adjust("30 seconds")
      expect(receivers.idsAt(slow.url)).toHaveLength(attemptsPerEndpointMax)
      expect(receivers.idsAt(fast.url)).toEqual(fastEvents.map(({ id }) => id))
    }))

  test(
    "starts the next delivery to an endpoint while another attempt to it is slow",
    (receivers, worker) =>
      Effect.gen(function*() {
        const endpoint = endpointWith()
        const [slow, ...others] = Array.from({ length: 3 * attemptsPerEndpointMax }, () => eventWith())
        yield* add(endpoint, slow!, ...others)
        let [running, most] = [0, 0]
        receivers.answer = ({ headers }) =>
          Effect.suspend(() => {
            most = Math.max(most, ++running)
            const millis = headers["webhook-id"] === slow!.id ? attemptMillisMax : 100
            return Effect.as(Effect.sleep(millis), accepted)
          }).pipe(Effect.ensuring(Effect.sync(() => void running--)))
        yield* worker
        for (let step = 0; step < 10; step++) yield* TestClock.adjust(100)
        // The other three places deliver eleven events in four rounds of 100 ms.
        expect(receivers.requests).toHaveLength(1 + others.length)
        expect(most).toBe(attemptsPerEndpointMax)
        expect((yield* states).filter((state) => state === "delivered")).toHaveLength(others.length)
        yield* TestClock.adjust(attemptMillisMax)
        expect(new Set(yield* states)).toEqual(new Set(["delivered"]))
      })
  )

  test("limits the attempts at the same time", (receivers, worker) =>
    Effect.gen(function*() {
      receivers.answer = () => Effect.never
      for (let n = 0; n < attemptsConcurrentMax; n++) {
        const accountId = `account ${n}`
        yield* add(endpointWith({ accountId }), eventWith({ accountId }), eventWith({ accountId }))
      }
      yield* worker
      yield* TestClock.adjust("30 seconds")
      expect(receivers.requests).toHaveLength(attemptsConcurrentMax)
    }))

  test("makes interrupted attempts due again when it stops", (receivers, worker) =>
    Effect.gen(function*() {
      receivers.answer = () => Effect.never
      yield* add(endpointWith(), eventWith())
      const running = yield* worker
      yield* TestClock.adjust(0)
      expect(receivers.requests).toHaveLength(1)
      yield* Fiber.interrupt(running)
      receivers.answer = () => Effect.succeed(accepted)
      yield* worker
      yield* TestClock.adjust(0)
      expect(yield* states).toEqual(["delivered"])
    }))

  test("continues after an outage of the storage", (receivers) =>
    Effect.gen(function*() {
      const webhooks = yield* Webhooks
      let [searches, finishes] = [0, 0]
      const failing = Webhooks.of({
        ...webhooks,
        claim: (request) => searches++ < 3 ? Effect.die("outage") : webhooks.claim(request),
        finish: (attempt) => finishes++ < 1 ? Effect.die("outage") : webhooks.finish(attempt)
      })
      yield* add(endpointWith(), eventWith())
      yield* Effect.forkChild(Effect.provideService(runDeliveries("worker"), Webhooks, failing))
      yield* TestClock.adjust("2 minutes")
      expect(receivers.requests).toHaveLength(2)
      expect(yield* states).toEqual(["delivered"])
    }))
})

describe("an overloaded endpoint", () => {
  test("is disabled", () =>
    Effect.gen(function*() {
      const [webhooks, endpoint] = [yield* Webhooks, endpointWith()]
      yield* webhooks.create(endpoint)
      const counted: Array<number> = []
      const overloaded = Webhooks.of({
        ...webhooks,
        findOverloaded: (pendingMax) => Effect.sync(() => (counted.push(pendingMax), [endpoint]))
      })
      expect(yield* Effect.provideService(disableOverloaded, Webhooks, overloaded)).toBe(1)
      expect(counted).toEqual([100_000])
      expect((yield* webhooks.get("a", endpoint.id)).disabled?.reason).toBe("backlog")
      expect(yield* disableOverloaded).toBe(0)
    }))
})
