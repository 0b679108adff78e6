import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { requestsPerMinuteDefault, requestsPerMinuteMax } from "../../../core/keys/ApiKey.ts"
import { authenticate } from "../../../core/keys/Authenticate.ts"
import { isKeyText, makeKeyText } from "../../../core/keys/KeyText.ts"
import { createApiKey, revokeApiKey } from "../../../core/keys/ManageKeys.ts"
import { layerMemory } from "../accounts/MemoryPorts.ts"

const wanted = { accountId: "acc_1", name: "website" }

describe("API keys", () => {
  it.effect("are accepted by their text, which is shown once and not stored", () =>
    Effect.gen(function*() {
      const { key, text } = yield* createApiKey(wanted)
      expect(isKeyText("gh_live_", text)).toBe(true)
      expect(key.id).toMatch(/^key_[0-9a-z]{17}$/)
      expect(key).toMatchObject({ ...wanted, lastFour: text.slice(-4), requestsPerMinute: requestsPerMinuteDefault })
      expect(JSON.stringify(key)).not.toContain(text)
      expect(yield* authenticate(text)).toEqual(key)
    }).pipe(Effect.provide(layerMemory)))

  it.effect("get the same answer if unknown, mistyped, foreign or revoked", () =>
    Effect.gen(function*() {
      const { key, text } = yield* createApiKey(wanted)
      yield* revokeApiKey("acc_1", key.id)
      const unknown = makeKeyText("gh_live_", new Uint8Array(32))
      const site = makeKeyText("gh_site_", new Uint8Array(32))
      for (const bad of [text, unknown, site, "", `${unknown.slice(0, -1)}~`]) {
        expect((yield* Effect.flip(authenticate(bad)))._tag).toBe("InvalidApiKey")
      }
    }).pipe(Effect.provide(layerMemory)))

  it.effect("can be revoked once, and only by their own account", () =>
    Effect.gen(function*() {
      const { key, text } = yield* createApiKey(wanted)
      expect((yield* Effect.flip(revokeApiKey("acc_2", key.id)))._tag).toBe("ApiKeyNotFound")
      expect(yield* authenticate(text)).toEqual(key)
      yield* revokeApiKey("acc_1", key.id)
      expect((yield* Effect.flip(revokeApiKey("acc_1", key.id)))._tag).toBe("ApiKeyNotFound")
    }).pipe(Effect.provide(layerMemory)))

  it.effect("have a limit within bounds", () =>
    Effect.gen(function*() {
      for (const requestsPerMinute of [0, -1, 1.5, NaN, requestsPerMinuteMax + 1]) {
        expect((yield* Effect.flip(createApiKey({ ...wanted, requestsPerMinute })))._tag).toBe("InvalidRateLimit")
      }
      for (const requestsPerMinute of [1, requestsPerMinuteMax]) {
        expect((yield* createApiKey({ ...wanted, requestsPerMinute })).key.requestsPerMinute).toBe(requestsPerMinute)
      }
    }).pipe(Effect.provide(layerMemory)))
})
