import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { expect, it } from "vitest"
import * as SecretsNode from "../../adapters/crypto/SecretsNode.ts"
import * as StorageMemory from "../../adapters/storage/memory/StorageMemory.ts"
import { maintenance, retentionSweepMinutes } from "../../apps/server/Maintenance.ts"
import type { LeadRecord } from "../../core/leads/LeadRecord.ts"
import { Blocklist } from "../../core/ports/Blocklist.ts"
import { Leads } from "../../core/ports/Leads.ts"
import { blocking } from "../support/Listings.ts"

it("removes entries of the blocklist once they have expired", () =>
  Effect.runPromise(
    Effect.gen(function*() {
      const blocklist = yield* Blocklist
      const kept = yield* blocklist.put(blocking("host", "kept.example"))
      yield* blocklist.put(blocking("host", "gone.example", { expiresAt: new Date(1) }))
      yield* Effect.forkChild(maintenance(30))
      yield* TestClock.adjust(0)
      expect(yield* blocklist.count).toBe(2)
      yield* TestClock.adjust(`${retentionSweepMinutes} minutes`)
      expect(yield* blocklist.list({ limit: 9 })).toEqual([kept])
    }).pipe(
      Effect.provide(StorageMemory.layer.pipe(Layer.provideMerge(SecretsNode.layer))),
      Effect.provide(TestClock.layer())
    )
  ))

it("drops leads with their marks when the history that they are in ends", () =>
  Effect.runPromise(
    Effect.gen(function*() {
      const leads = yield* Leads
      const begin = 100 * 86_400_000
      for (const [requestId, at] of [["1", begin], ["2", begin + 60_000]] as const) {
        leads.record({ ...lead, requestId, at: new Date(at) })
      }
      yield* TestClock.setTime(begin + 2 * 86_400_000)
      yield* Effect.forkChild(maintenance(2))
      yield* TestClock.adjust(0)
      expect(yield* leads.list({ limit: 9 })).toHaveLength(2)
      yield* TestClock.adjust(`${retentionSweepMinutes} minutes`)
      expect(yield* leads.list({ limit: 9 })).toEqual([])
    }).pipe(
      Effect.provide(StorageMemory.layer.pipe(Layer.provideMerge(SecretsNode.layer))),
      Effect.provide(TestClock.layer())
    )
  ))

const lead: LeadRecord = {
  requestId: "",
  accountId: "acc_1",
  at: new Date(0),
  verdict: "spam",
  riskScore: 90,
  categories: [],
  language: null,
  source: null,
  spamProbability: null,
  message: "Hello",
  mark: "spam",
  markedAt: new Date(0)
}
