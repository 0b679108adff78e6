import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { expect, it } from "vitest"
import * as SecretsNode from "../../../adapters/crypto/SecretsNode.ts"
import * as StorageMemory from "../../../adapters/storage/memory/StorageMemory.ts"
import { Ledger } from "../../../core/credits/Ledger.ts"
import type { LeadRecord } from "../../../core/leads/records/LeadRecord.ts"
import { Leads } from "../../../core/leads/records/Leads.ts"
import {
  orphanSweepSeconds,
  retentionSweepMinutes,
  runMaintenance,
  singleUseGraceMinutes,
  singleUseSweepMinutes
} from "../../../core/maintenance/RunMaintenance.ts"
import { ShieldTraffic } from "../../../core/shield/ShieldTraffic.ts"
import { SingleUse } from "../../../core/shield/SingleUse.ts"
import { Blocklist } from "../../../core/threats/blocklist/Blocklist.ts"
import { operatorEntry } from "../../contracts/kit/BlocklistEntries.ts"

it("refunds the unfinished requests of a dead process, at the start and then every few seconds", () =>
  Effect.runPromise(
    Effect.gen(function*() {
      let sweeps = 0
      const counting = Ledger.of({ ...yield* Ledger, refundOrphans: Effect.sync(() => sweeps++) })
      yield* Effect.forkChild(Effect.provideService(runMaintenance(30), Ledger, counting))
      yield* TestClock.adjust(0)
      expect(sweeps).toBe(1)
      yield* TestClock.adjust(orphanSweepSeconds * 1_000 - 1)
      expect(sweeps).toBe(1)
      yield* TestClock.adjust(1)
      expect(sweeps).toBe(2)
      yield* TestClock.adjust(`${10 * orphanSweepSeconds} seconds`)
      expect(sweeps).toBe(12)
    }).pipe(
      Effect.provide(StorageMemory.layer.pipe(Layer.provideMerge(SecretsNode.layer))),
      Effect.provide(TestClock.layer())
    )
  ))

it("removes expired blocklist entries", () =>
  Effect.runPromise(
    Effect.gen(function*() {
      const blocklist = yield* Blocklist
      const keptEntry = yield* blocklist.put(operatorEntry("host", "kept.example"))
      yield* blocklist.put(operatorEntry("host", "gone.example", { expiresAt: new Date(1) }))
      yield* Effect.forkChild(runMaintenance(30))
      yield* TestClock.adjust(0)
      expect(yield* blocklist.count).toBe(2)
      yield* TestClock.adjust(`${retentionSweepMinutes} minutes`)
      expect(yield* blocklist.list({ limit: 9 })).toEqual([keptEntry])
    }).pipe(
      Effect.provide(StorageMemory.layer.pipe(Layer.provideMerge(SecretsNode.layer))),
      Effect.provide(TestClock.layer())
    )
  ))

it("removes leads with their marks when their retention ends", () =>
  Effect.runPromise(
    Effect.gen(function*() {
      const leads = yield* Leads
      const startMillis = 100 * 86_400_000
      for (const [requestId, at] of [["1", startMillis], ["2", startMillis + 60_000]] as const) {
        leads.record({ ...lead, requestId, at: new Date(at) })
      }
      yield* TestClock.setTime(startMillis + 2 * 86_400_000)
      yield* Effect.forkChild(runMaintenance(2))
      yield* TestClock.adjust(0)
      expect(yield* leads.list({ limit: 9 })).toHaveLength(2)
      yield* TestClock.adjust(`${retentionSweepMinutes} minutes`)
      expect(yield* leads.list({ limit: 9 })).toEqual([])
    }).pipe(
      Effect.provide(StorageMemory.layer.pipe(Layer.provideMerge(SecretsNode.layer))),
      Effect.provide(TestClock.layer())
    )
  ))

it("removes used tokens well after they expire, and hourly counts of sites with the history", () =>
  Effect.runPromise(
    Effect.gen(function*() {
      const uses = yield* SingleUse
      const traffic = yield* ShieldTraffic
      const day = 86_400_000
      const startMillis = 100 * day
      yield* TestClock.setTime(startMillis + 2 * day)
      const ended = startMillis + 2 * day - singleUseGraceMinutes * 60_000
      yield* uses.consume("old", new Date(ended - 1))
      yield* uses.consume("lately", new Date(ended + 90_000))
      for (const at of [startMillis - 1, startMillis + day]) traffic.count("site", { kind: "issued" }, at)
      yield* Effect.forkChild(runMaintenance(2))
      yield* TestClock.adjust(0)
      expect([yield* uses.consume("old", new Date(0)), yield* uses.consume("lately", new Date(0))]).toEqual([
        true,
        false
      ])
      expect(yield* traffic.hours({ siteId: "site", from: new Date(0), to: new Date(startMillis + 9 * day) }))
        .toMatchObject([
          { hour: new Date(startMillis + day) }
        ])
      yield* TestClock.adjust(`${singleUseSweepMinutes} minutes`)
      expect(yield* uses.consume("lately", new Date(0))).toBe(false)
      yield* TestClock.adjust(`${singleUseSweepMinutes} minutes`)
      expect(yield* uses.consume("lately", new Date(0))).toBe(true)
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
