import { Effect, Layer } from "effect"
import type { Account } from "../../../core/accounts/Account.ts"
import { AccountNotFound, Accounts } from "../../../core/accounts/Accounts.ts"
import {
  type AccountSettings,
  accountSettingsDefault,
  AccountSettingsStore
} from "../../../core/accounts/AccountSettings.ts"
import type { AccountEvent } from "../../../core/events/AccountEvent.ts"
import type { AccountId } from "../../../core/kernel/Ids.ts"
import type { ApiKey } from "../../../core/keys/ApiKey.ts"
import { ApiKeyNotFound, ApiKeys } from "../../../core/keys/ApiKeys.ts"
import type { ManagementKey } from "../../../core/management-keys/ManagementKey.ts"
import { ManagementKeyNotFound, ManagementKeys } from "../../../core/management-keys/ManagementKeys.ts"
import { WebhooksState } from "./webhooks/WebhooksMemory.ts"

export const accountsLayer: Layer.Layer<Accounts> = Layer.sync(Accounts, () => {
  const accounts = new Map<string, Account>()
  return Accounts.of({
    create: (account) => Effect.sync(() => void (accounts.has(account.id) || accounts.set(account.id, account))),
    get: (id) =>
      Effect.suspend(() => {
        const account = accounts.get(id)
        return account === undefined ? Effect.fail(new AccountNotFound({ id })) : Effect.succeed(account)
      }),
    list: Effect.sync(() => [...accounts.values()])
  })
})

export const settingsLayer: Layer.Layer<AccountSettingsStore> = Layer.sync(AccountSettingsStore, () => {
  const all = new Map<string, AccountSettings>()
  const get = (accountId: AccountId): AccountSettings => all.get(accountId) ?? accountSettingsDefault
  return AccountSettingsStore.of({
    get: (accountId) => Effect.sync(() => get(accountId)),
    change: (accountId, change) =>
      Effect.sync(() => {
        const changed = { ...get(accountId), ...change }
        all.set(accountId, changed)
        return changed
      }),
    list: Effect.sync(() => new Map(all))
  })
})

export const apiKeysLayer: Layer.Layer<ApiKeys> = Layer.effect(
  ApiKeys,
  Effect.map(WebhooksState, ({ emit }) => makeApiKeys(emit))
).pipe(Layer.provide(WebhooksState.layer))

const makeApiKeys = (emit: (event: AccountEvent) => void): ApiKeys["Service"] => {
  const keys = new Map<string, ApiKey>()
  const live = () => [...keys.values()].filter(({ revokedAt }) => revokedAt === null)
  return ApiKeys.of({
    create: (key, event) =>
      Effect.sync(() => {
        if (keys.has(key.id)) return false
        keys.set(key.id, key)
        if (event !== undefined) emit(event)
        return true
      }),
    findActive: (digest) => Effect.sync(() => live().find((key) => key.digest === digest) ?? null),
    list: (accountId) => Effect.sync(() => [...keys.values()].filter((key) => key.accountId === accountId)),
    revoke: (accountId, id, at, event) =>
      Effect.suspend(() => {
        const key = live().find((candidate) => candidate.id === id && candidate.accountId === accountId)
        if (key === undefined) return Effect.fail(new ApiKeyNotFound({ id }))
        keys.set(id, { ...key, revokedAt: at })
        if (event !== undefined) emit(event)
        return Effect.void
      }),
    recordUse: (id, atMillis) => {
      const key = keys.get(id)
      if (key !== undefined) keys.set(id, { ...key, lastUsedAt: new Date(atMillis) })
    }
  })
}

export const managementKeysLayer: Layer.Layer<ManagementKeys> = Layer.sync(ManagementKeys, () => {
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
