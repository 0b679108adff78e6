import { Effect, Layer } from "effect"
import type { ApiKey } from "../../../core/keys/ApiKey.ts"
import { ApiKeyNotFound, ApiKeys } from "../../../core/keys/ApiKeys.ts"

export const layer: Layer.Layer<ApiKeys> = Layer.sync(ApiKeys, () => {
  const keys = new Map<string, ApiKey>()
  const live = () => [...keys.values()].filter(({ revokedAt }) => revokedAt === null)
  return ApiKeys.of({
    create: (key) =>
      Effect.sync(() => {
        if (keys.has(key.id)) return false
        keys.set(key.id, key)
        return true
      }),
    findLive: (digest) => Effect.sync(() => live().find((key) => key.digest === digest) ?? null),
    list: (accountId) => Effect.sync(() => [...keys.values()].filter((key) => key.accountId === accountId)),
    revoke: (accountId, id, at) =>
      Effect.suspend(() => {
        const key = live().find((candidate) => candidate.id === id && candidate.accountId === accountId)
        if (key === undefined) return Effect.fail(new ApiKeyNotFound({ id }))
        keys.set(id, { ...key, revokedAt: at })
        return Effect.void
      }),
    used: (id, atMillis) => {
      const key = keys.get(id)
      if (key !== undefined) keys.set(id, { ...key, lastUsedAt: new Date(atMillis) })
    }
  })
})
