import { Effect } from "effect"
import { expect } from "vitest"
import { Conditions } from "../../core/events/Conditions.ts"
import { newId } from "../../core/kernel/Ids.ts"
import { Webhooks } from "../../core/webhooks/Webhooks.ts"
import { describeOnEveryStorage } from "../support/Storages.ts"
import { endpointWith, eventWith } from "../support/WebhookEndpoints.ts"

const now = new Date("2026-11-23T10:00:00.000Z")
const later = (seconds: number) => new Date(now.getTime() + seconds * 1_000)

describeOnEveryStorage("Conditions", ({ testIsolated }) => {
  const subscribed = Effect.gen(function*() {
    const webhooks = yield* Webhooks
    for (const accountId of ["a", "b"]) {
      yield* webhooks.create(endpointWith({ accountId, eventTypes: ["source.down", "source.up"] }))
    }
  })
  const report = Effect.fnUntraced(function*(
    reporter: string,
    isActive: boolean,
    { accountId = "a", at = now }: { readonly accountId?: string; readonly at?: Date } = {}
  ) {
    const events = {
      onBegin: eventWith({ id: yield* newId("evt"), accountId, type: "source.down" }),
      onEnd: eventWith({ id: yield* newId("evt"), accountId, type: "source.up" })
    }
    const outdatedBefore = new Date(at.getTime() - 60_000)
    const event = yield* (yield* Conditions).report(
      { accountId, name: "source.down x", reporter, isActive, at, outdatedBefore },
      events
    )
    return event?.type ?? null
  })
  const eventsOf = Effect.fnUntraced(function*(accountId: string) {
    const deliveries = yield* (yield* Webhooks).deliveries({ accountId, limit: 99 })
    return deliveries.map(({ eventType }) => eventType).toReversed()
  })

  testIsolated(
    "begin with the first active report and end with the last, in each account separately",
    Effect.gen(function*() {
      yield* subscribed
      expect(yield* report("one", false)).toBe(null)
      expect(yield* report("one", true)).toBe("source.down")
      expect(yield* report("one", true)).toBe(null)
      expect(yield* report("two", true)).toBe(null)
      expect(yield* report("one", false)).toBe(null)
      expect(yield* report("one", false, { accountId: "b" })).toBe(null)
      expect(yield* report("two", false)).toBe("source.up")
      expect(yield* report("two", false)).toBe(null)
      expect(yield* report("two", true)).toBe("source.down")
      expect(yield* eventsOf("a")).toEqual(["source.down", "source.up", "source.down"])
      expect(yield* eventsOf("b")).toEqual([])
    })
  )

  testIsolated(
    "do not wait for a reporter that has stopped",
    Effect.gen(function*() {
      yield* subscribed
      expect(yield* report("stopped", true)).toBe("source.down")
      expect(yield* report("one", false, { at: later(59) })).toBe(null)
      expect(yield* report("one", false, { at: later(61) })).toBe("source.up")
    })
  )

  testIsolated(
    "begin once for many servers that report at the same time",
    Effect.gen(function*() {
      yield* subscribed
      const servers = Array.from({ length: 8 }, (_, n) => `server ${n}`)
      yield* Effect.all(servers.map((server) => report(server, true)), { concurrency: "unbounded" })
      expect(yield* eventsOf("a")).toEqual(["source.down"])
    })
  )

  testIsolated(
    "store nothing without an event",
    Effect.gen(function*() {
      yield* subscribed
      const conditions = yield* Conditions
      const low = { accountId: "a", name: "low", reporter: "ledger", at: now, outdatedBefore: null }
      const none = { onBegin: null, onEnd: null }
      expect(yield* conditions.report({ ...low, isActive: true }, none)).toBe(null)
      expect(yield* conditions.report({ ...low, isActive: true }, { ...none, onBegin: eventWith() })).toBe(null)
      expect(yield* conditions.report({ ...low, isActive: false }, { ...none, onEnd: eventWith({ id: "evt_end" }) }))
        .toMatchObject({ id: "evt_end" })
      expect(yield* eventsOf("a")).toEqual([])
    })
  )
})
