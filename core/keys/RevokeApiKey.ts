import { Clock, Effect } from "effect"
import type { AccountId, KeyId } from "../kernel/Ids.ts"
import { ApiKeys } from "./ApiKeys.ts"

/** Ends a key: at once in this process, within `apiKeyStaleMillisMax` in others. It cannot be brought back. */
export const revokeApiKey = Effect.fn("revokeApiKey")(function*(accountId: AccountId, keyId: KeyId) {
  const revokedAt = new Date(yield* Clock.currentTimeMillis)
  yield* (yield* ApiKeys).revoke(accountId, keyId, revokedAt)
  return revokedAt
})
