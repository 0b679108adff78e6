import { Context } from "effect"
import type { Effect } from "effect"
import type { AccountId } from "../kernel/Ids.ts"
import type { AccountSettings } from "./AccountSettings.ts"

/** What accounts have chosen for themselves. */
export class Settings extends Context.Service<Settings, {
  /** Of an account that chose nothing, the defaults. */
  readonly get: (accountId: AccountId) => Effect.Effect<AccountSettings>
  /** Writes these and leaves the others as they are. */
  readonly change: (accountId: AccountId, change: Partial<AccountSettings>) => Effect.Effect<AccountSettings>
  /** Of every account that chose something. */
  readonly list: Effect.Effect<ReadonlyMap<string, AccountSettings>>
}>()("gatehouse/core/accounts/Settings") {}
