import { Context, type Effect } from "effect"
import type { AccountId } from "../kernel/Ids.ts"

/** Settings of an account. A setting is null if it was not set. */
export interface AccountSettings {
  /** Days for which requests, leads and counts are kept, if fewer than the operator's limit. */
  readonly historyDays: number | null
  /** Balance in credits below which the dashboard and the log warn. */
  readonly noticeBelow: number | null
}

export const accountSettingsDefault: AccountSettings = { historyDays: null, noticeBelow: null }

/** Port to the stored settings of accounts. Accounts that never changed a setting have `accountSettingsDefault`. */
export class AccountSettingsStore extends Context.Service<AccountSettingsStore, {
  /** Returns the settings of an account, or the defaults if it has none. */
  readonly get: (accountId: AccountId) => Effect.Effect<AccountSettings>
  /** Changes only the given settings. Returns all settings of the account. */
  readonly change: (accountId: AccountId, change: Partial<AccountSettings>) => Effect.Effect<AccountSettings>
  /** Settings of every account that has any, by account ID. */
  readonly list: Effect.Effect<ReadonlyMap<string, AccountSettings>>
}>()("gatehouse/core/accounts/AccountSettingsStore") {}
