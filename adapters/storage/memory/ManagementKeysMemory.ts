import { Effect, Layer } from "effect"
import type { ManagementKey } from "../../../core/management-keys/ManagementKey.ts"
import { ManagementKeyNotFound, ManagementKeys } from "../../../core/management-keys/ManagementKeys.ts"

export const layer: Layer.Layer<ManagementKeys> = Layer.sync(ManagementKeys, () => {
  const keys = new Map<string, ManagementKey>()
  return ManagementKeys.of({
    create: (key) => Effect.sync(() => void keys.set(key.id, key)),
    find: (digest) => Effect.sync(() => [...keys.values()].find((key) => key.digest === digest) ?? null),
    list: (accountId) => Effect.sync(() => [...keys.values()].filter((key) => key.accountId === accountId)),
    revoke: (accountId, id, at) =>
      Effect.suspend(() => {
        const key = keys.get(id)
        if (key === undefined || key.accountId !== accountId || key.revokedAt !== null) {
          return Effect.fail(new ManagementKeyNotFound({ id }))
        }
        const revoked = { ...key, revokedAt: at }
        keys.set(id, revoked)
        return Effect.succeed(revoked)
      }),
    recordUse: (id, at) =>
      Effect.sync(() => {
        const key = keys.get(id)
        if (key !== undefined) keys.set(id, { ...key, lastUsedAt: at })
      })
  })
})
