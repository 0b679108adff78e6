import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import * as SealsNode from "../../../adapters/crypto/SealsNode.ts"
import * as SecretsNode from "../../../adapters/crypto/SecretsNode.ts"
import { keyRingLayer } from "../../../adapters/storage/memory/ShieldMemory.ts"
import { Seals } from "../../../core/kernel/Seals.ts"
import { KeyRing, type RingKey } from "../../../core/shield/KeyRing.ts"

const body = new Uint8Array([1, 2, 3])
const key = (id: string, createdAt: number): RingKey => ({
  id,
  secret: new Uint8Array(32).fill(id.charCodeAt(1)),
  createdAt: new Date(createdAt)
})

const world = Layer.mergeAll(keyRingLayer, SecretsNode.layer)
/** Builds the key service of a newly started instance. */
const started = Effect.gen(function*() {
  return yield* Effect.provide(Seals, yield* Layer.build(Layer.fresh(SealsNode.layer)))
})
const idOf = (text: string) => text.split(".")[1]

describe("key rotation", () => {
  it.effect("creates keys if none exist, once for all instances", () =>
    Effect.gen(function*() {
      const [one, other] = yield* Effect.all([started, started], { concurrency: 2 })
      assert.lengthOf(yield* (yield* KeyRing).list, 1)
      assert.isNotNull(other.verify("challenge", "sc1", one.sign("challenge", "sc1", body)))
      assert.match(idOf(one.sign("challenge", "sc1", body))!, /^[a-z0-9]{1,8}$/)
    }).pipe(Effect.scoped, Effect.provide(world)))

  it.effect("reloads keys every minute: accepts a new key at once and uses it when all instances know it", () =>
    Effect.gen(function*() {
      const ring = yield* KeyRing
      yield* ring.add(key("k1", 0))
      const seals = yield* started
      yield* TestClock.adjust("1 hour")
      yield* ring.add(key("k2", 3_600_000))
      const elsewhere = yield* started
      yield* TestClock.adjust("61 seconds")
      assert.strictEqual(idOf(seals.seal("token", "sh1", body)), "k1")
      yield* TestClock.adjust("180 seconds")
      const text = seals.seal("token", "sh1", body)
      assert.strictEqual(idOf(text), "k2")
      assert.isNotNull(elsewhere.open("token", "sh1", text))
    }).pipe(Effect.scoped, Effect.provide(world)))

  it.effect("accepts older keys until they are retired", () =>
    Effect.gen(function*() {
      const ring = yield* KeyRing
      yield* ring.add(key("k1", 0))
      const seals = yield* started
      const text = seals.seal("token", "sh1", body)
      yield* ring.add(key("k2", 1))
      yield* TestClock.adjust("10 minutes")
      assert.isNotNull(seals.open("token", "sh1", text))
      yield* ring.retire(new Date(1))
      yield* TestClock.adjust("1 minute")
      assert.isNull(seals.open("token", "sh1", text))
    }).pipe(Effect.scoped, Effect.provide(world)))

  it.effect("keeps the current keys while the ring cannot be read", () =>
    Effect.gen(function*() {
      let reads = 0
      const failing = Layer.mock(KeyRing)({
        list: Effect.suspend(() =>
          reads++ === 0 ? Effect.succeed([key("k1", 0)]) : reads < 4 ? Effect.die("away") : Effect.succeed([])
        )
      })
      const services = yield* Layer.build(SealsNode.layer.pipe(Layer.provide(failing)))
      const seals = yield* Effect.provide(Seals, services)
      const text = seals.sign("challenge", "sc1", body)
      yield* TestClock.adjust("10 minutes")
      assert.isAbove(reads, 4)
      assert.isNotNull(seals.verify("challenge", "sc1", text))
    }).pipe(Effect.scoped, Effect.provide(SecretsNode.layer)))

  it("uses the newest settled key, or else the oldest", () => {
    const ring = [key("k3", 1_000_000), key("k2", 900_000), key("k1", 0)]
    assert.strictEqual(SealsNode.activeKeyOf(ring, 1_000_000)?.id, "k1")
    assert.strictEqual(SealsNode.activeKeyOf(ring, 1_079_999)?.id, "k1")
    assert.strictEqual(SealsNode.activeKeyOf(ring, 1_080_000)?.id, "k2")
    assert.strictEqual(SealsNode.activeKeyOf(ring, 1_180_000)?.id, "k3")
    assert.strictEqual(SealsNode.activeKeyOf(ring.slice(0, 2), 0)?.id, "k2")
  })
})
