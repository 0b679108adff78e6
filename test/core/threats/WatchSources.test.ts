import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { expect, it } from "vitest"
import * as SecretsNode from "../../../adapters/crypto/SecretsNode.ts"
import * as StorageMemory from "../../../adapters/storage/memory/StorageMemory.ts"
import { Accounts } from "../../../core/accounts/Accounts.ts"
import { reportSources, sourceReportSecondsMax } from "../../../core/threats/WatchSources.ts"
import { type SourceState, type SourceStatus, WebRisk } from "../../../core/threats/WebRisk.ts"
import { Webhooks } from "../../../core/webhooks/Webhooks.ts"
import { endpointWith } from "../../support/WebhookEndpoints.ts"

const status = (name: string, state: SourceState): SourceStatus => ({
  name,
  kind: "feed",
  state,
  required: name === "a",
  enforced: true,
  entries: 0,
  bytes: 0,
  updatedAt: null,
  problem: null
})

/** Reports the states of sources as one server sees them. */
const report = (server: string, states: Readonly<Record<string, SourceState>>) =>
  Effect.provide(
    reportSources(server),
    Layer.mock(WebRisk, { status: Effect.succeed(Object.entries(states).map(([name, state]) => status(name, state))) })
  )

it("the operator gets one event when a source goes down on the first server, and one when it is up on all", () =>
  Effect.runPromise(
    Effect.gen(function*() {
      expect(yield* report("one", { a: "down" })).toBe(0)
      const webhooks = yield* Webhooks
      for (const [at, id] of ["operator", "other"].entries()) {
        yield* (yield* Accounts).create({ id, name: id, createdAt: new Date(at) })
        yield* webhooks.create(endpointWith({ accountId: id, eventTypes: ["source.down", "source.up"] }))
      }
      expect(yield* report("one", { a: "live", b: "stale" })).toBe(0)
      expect(yield* report("one", { a: "down", b: "stale" })).toBe(1)
      expect(yield* report("two", { a: "down", b: "down" })).toBe(1)
      expect(yield* report("one", { a: "live", b: "live" })).toBe(0)
      expect(yield* report("two", { a: "stale", b: "down" })).toBe(1)
      // The second server stops while its source is down.
      yield* TestClock.adjust(sourceReportSecondsMax * 1_000 + 1)
      expect(yield* report("one", { a: "live", b: "live" })).toBe(1)
      const deliveries = yield* webhooks.deliveries({ accountId: "operator", limit: 9 })
      expect(deliveries.map(({ eventType, payload }) => [eventType, JSON.parse(payload).data])).toEqual([
        ["source.up", { source: "b", required: false }],
        ["source.up", { source: "a", required: true }],
        ["source.down", { source: "b", required: false }],
        ["source.down", { source: "a", required: true }]
      ])
      expect(yield* webhooks.deliveries({ accountId: "other", limit: 9 })).toEqual([])
    }).pipe(
      Effect.provide(StorageMemory.layer.pipe(Layer.provideMerge(SecretsNode.layer))),
      Effect.provide(TestClock.layer())
    )
  ))
