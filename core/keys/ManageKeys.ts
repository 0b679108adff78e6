import { Effect } from "effect"
import { type Actor, audit } from "../audit/Audit.ts"
import type { AccountId } from "../kernel/Ids.ts"
import { ApiKeyNotFound, ApiKeys } from "./ApiKeys.ts"
import { createApiKey, type NewApiKey } from "./CreateApiKey.ts"
import { createMemberKey } from "./CreateMemberKey.ts"
import { revokeApiKey } from "./RevokeApiKey.ts"

/**
 * Makes a key for somebody. Audited here.
 *
 * @param liveMax of the account's live keys; absent: any number
 */
export const createKeyAs = Effect.fn("createKeyAs")(function*(actor: Actor, wanted: NewApiKey, liveMax?: number) {
  const made = yield* liveMax === undefined ? createApiKey(wanted) : createMemberKey(wanted, liveMax)
  const { accountId, id, name, requestsPerMinute } = made.key
  const detail = `${name}, ${requestsPerMinute} requests a minute`
  yield* audit({ accountId, actor, action: "key.create", target: id, detail })
  return made
})

/** Ends a key for good; returns it as it is then. Audited here. */
export const revokeKeyAs = Effect.fn("revokeKeyAs")(function*(actor: Actor, accountId: AccountId, id: string) {
  const revokedAt = yield* revokeApiKey(accountId, id)
  const key = (yield* (yield* ApiKeys).list(accountId)).find((one) => one.id === id)
  if (key === undefined) return yield* new ApiKeyNotFound({ id })
  yield* audit({ accountId, actor, action: "key.revoke", target: id, detail: key.name })
  return { ...key, revokedAt }
})
