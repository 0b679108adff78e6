import { Context, type Effect } from "effect"
import type { AccountId } from "../kernel/Ids.ts"

/** What an account's owners chose; null where they chose nothing. */
export interface AccountSettings {
  /** Days that requests, leads and counts are kept, where that is less than the operator keeps them. */
  readonly historyDays: number | null
  /** Credits below which the dashboard and the log warn. */
  readonly noticeBelow: number | null
}

export const accountSettingsDefault: AccountSettings = { historyDays: null, noticeBelow: null }

/** What accounts have chosen for themselves. */
export class Settings extends Context.Service<Settings, {
  /** Of an account that chose nothing, the defaults. */
  readonly get: (accountId: AccountId) => Effect.Effect<AccountSettings>
  /** Writes these and leaves the others as they are. */
  readonly change: (accountId: AccountId, change: Partial<AccountSettings>) => Effect.Effect<AccountSettings>
  /** Of every account that chose something. */
  readonly list: Effect.Effect<ReadonlyMap<string, AccountSettings>>
}>()("gatehouse/core/accounts/Settings") {}
