import { Context, Schema } from "effect"
import type { Effect } from "effect"
import type { AccountId } from "../kernel/Ids.ts"
import type { ApiKey } from "./ApiKey.ts"

export class ApiKeyNotFound extends Schema.TaggedError<ApiKeyNotFound>()("ApiKeyNotFound", { id: Schema.String }) {
  override get message(): string {
    return `There is no live API key ${this.id}.`
  }
}

/** How old an answer of `findLive` may be: the longest that a key revoked in another process goes on working. */
export const apiKeyStaleMillisMax = 1_000

export class ApiKeys extends Context.Service<ApiKeys, {
  /** False, and nothing changes, where a key has this id: of several that ask at once, one makes it. */
  readonly create: (key: ApiKey) => Effect.Effect<boolean>
  /** The key with this digest, unless it was revoked; null when there is none. May be `apiKeyStaleMillisMax` old. */
  readonly findLive: (digest: string) => Effect.Effect<ApiKey | null>
  /** Oldest first, the revoked ones among them. */
  readonly list: (accountId: AccountId) => Effect.Effect<ReadonlyArray<ApiKey>>
  /** At once in this process, within `apiKeyStaleMillisMax` in others. */
  readonly revoke: (accountId: AccountId, id: string, at: Date) => Effect.Effect<void, ApiKeyNotFound>
  /** Returns at once; written now and then. */
  readonly used: (id: string, atMillis: number) => void
}>()("gatehouse/core/keys/ApiKeys") {}
