import { Context, Schema } from "effect"
import type { Effect } from "effect"
import type { AccountEvent } from "../events/AccountEvent.ts"
import type { AccountId } from "../kernel/Ids.ts"
import type { ApiKey } from "./ApiKey.ts"

export class ApiKeyNotFound extends Schema.TaggedError<ApiKeyNotFound>()("ApiKeyNotFound", { id: Schema.String }) {
  override get message(): string {
    return `There is no active API key ${this.id}.`
  }
}

/**
 * Maximum age of a `findActive` result in milliseconds. A key that is revoked in another process keeps working for at
 * most this long.
 */
export const apiKeyStaleMillisMax = 1_000

export class ApiKeys extends Context.Service<ApiKeys, {
  /**
   * Stores a key, and its event in the same commit. Returns false and changes nothing if the ID exists, so only one of
   * several concurrent calls succeeds.
   */
  readonly create: (key: ApiKey, event?: AccountEvent) => Effect.Effect<boolean>
  /** Returns the active key with this digest, or null. The result may be up to `apiKeyStaleMillisMax` old. */
  readonly findActive: (digest: string) => Effect.Effect<ApiKey | null>
  /** Returns the keys of an account, oldest first, including revoked keys. */
  readonly list: (accountId: AccountId) => Effect.Effect<ReadonlyArray<ApiKey>>
  /**
   * Revokes a key, and stores the event in the same commit. Takes effect immediately in this process, and within
   * `apiKeyStaleMillisMax` in others.
   */
  readonly revoke: (
    accountId: AccountId,
    id: string,
    at: Date,
    event?: AccountEvent
  ) => Effect.Effect<void, ApiKeyNotFound>
  /** Records a use of a key and returns immediately. A background task stores the record. */
  readonly recordUse: (id: string, atMillis: number) => void
}>()("gatehouse/core/keys/ApiKeys") {}
