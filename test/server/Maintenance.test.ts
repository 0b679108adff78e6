import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { expect, it } from "vitest"
import * as SecretsNode from "../../adapters/crypto/SecretsNode.ts"
import * as StorageMemory from "../../adapters/storage/memory/StorageMemory.ts"
import { maintenance, retentionSweepMinutes } from "../../apps/server/Maintenance.ts"
import { Blocklist } from "../../core/ports/Blocklist.ts"
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
