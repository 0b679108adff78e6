import { Context, Schema } from "effect"
import type { Effect } from "effect"
import type { AccountId } from "../kernel/Ids.ts"
import type { ManagementKey } from "./ManagementKey.ts"

export class ManagementKeyNotFound
  extends Schema.TaggedError<ManagementKeyNotFound>()("ManagementKeyNotFound", { id: Schema.String })
{
  override get message(): string {
    return `There is no active management key ${this.id}.`
  }
}

/** Stores management keys. They are not cached, so a revoked key stops working on all instances at once. */
export class ManagementKeys extends Context.Service<ManagementKeys, {
  readonly create: (key: ManagementKey) => Effect.Effect<void>
  /**
   * Returns the key, or null if there is none. The key can be expired or revoked, so the caller must check its times.
   */
  readonly find: (digest: string) => Effect.Effect<ManagementKey | null>
  /** Returns the keys of an account, oldest first, including expired and revoked keys. */
  readonly list: (accountId: AccountId) => Effect.Effect<ReadonlyArray<ManagementKey>>
  /** Revokes a key permanently. Fails if the account has no key with this ID, or if it is already revoked. */
  readonly revoke: (accountId: AccountId, id: string, at: Date) => Effect.Effect<ManagementKey, ManagementKeyNotFound>
  readonly recordUse: (id: string, at: Date) => Effect.Effect<void>
}>()("gatehouse/core/management-keys/ManagementKeys") {}
