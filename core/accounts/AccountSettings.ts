import { Context, type Effect } from "effect"
import type { AccountId } from "../kernel/Ids.ts"

/** Settings of an account. Null: not set. */
export interface AccountSettings {
  /** Days to keep requests, leads and counts, if less than the operator's limit. */
  readonly historyDays: number | null
  /** Balance in credits below which the dashboard and the log warn. */
  readonly noticeBelow: number | null
}

export const accountSettingsDefault: AccountSettings = { historyDays: null, noticeBelow: null }

/** Settings of accounts. */
export class AccountSettingsStore extends Context.Service<AccountSettingsStore, {
  /** Returns the defaults for an account without settings. */
  readonly get: (accountId: AccountId) => Effect.Effect<AccountSettings>
  /** Changes only the given settings. */
  readonly change: (accountId: AccountId, change: Partial<AccountSettings>) => Effect.Effect<AccountSettings>
  /** Settings of every account that has any. */
  readonly list: Effect.Effect<ReadonlyMap<string, AccountSettings>>
}>()("gatehouse/core/accounts/AccountSettingsStore") {}
