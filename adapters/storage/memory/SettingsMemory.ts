import { Effect, Layer } from "effect"
import { type AccountSettings, accountSettingsDefault, Settings } from "../../../core/accounts/Settings.ts"
import type { AccountId } from "../../../core/kernel/Ids.ts"

export const layer: Layer.Layer<Settings> = Layer.sync(Settings, () => {
  const all = new Map<string, AccountSettings>()
  const get = (accountId: AccountId): AccountSettings => all.get(accountId) ?? accountSettingsDefault
  return Settings.of({
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
