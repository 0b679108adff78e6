import { Context, Schema } from "effect"
import type { Effect } from "effect"
import type { AccountId } from "../kernel/Ids.ts"
import type { ApiKey } from "./ApiKey.ts"

export class ApiKeyNotFound extends Schema.TaggedError<ApiKeyNotFound>()("ApiKeyNotFound", { id: Schema.String }) {
  override get message(): string {
    return `There is no active API key ${this.id}.`
  }
}

/** Largest age of a `findActive` result. A key revoked in another process keeps working for at most this long. */
export const apiKeyStaleMillisMax = 1_000

export class ApiKeys extends Context.Service<ApiKeys, {
  /** Stores a key. Returns false and changes nothing if the id exists, so only one of several concurrent calls succeeds. */
  readonly create: (key: ApiKey) => Effect.Effect<boolean>
  /** Returns the active key with this digest, or null. The result may be `apiKeyStaleMillisMax` old. */
  readonly findActive: (digest: string) => Effect.Effect<ApiKey | null>
  /** Oldest first, including revoked keys. */
  readonly list: (accountId: AccountId) => Effect.Effect<ReadonlyArray<ApiKey>>
  /** Takes effect immediately in this process, and within `apiKeyStaleMillisMax` in others. */
  readonly revoke: (accountId: AccountId, id: string, at: Date) => Effect.Effect<void, ApiKeyNotFound>
  /** Records a use of a key and returns immediately. A background task persists it. */
  readonly recordUse: (id: string, atMillis: number) => void
}>()("gatehouse/core/keys/ApiKeys") {}
