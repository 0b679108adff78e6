import { Clock, Effect, Schema } from "effect"
import { type Actor, audit } from "../audit/Audit.ts"
import { makeEvent } from "../events/AccountEvent.ts"
import { checkName } from "../kernel/CheckName.ts"
import { type AccountId, type KeyId, newId } from "../kernel/Ids.ts"
import { Secrets } from "../kernel/Secrets.ts"
import { type ApiKey, requestsPerMinuteDefault, requestsPerMinuteMax } from "./ApiKey.ts"
import { ApiKeyNotFound, ApiKeys } from "./ApiKeys.ts"
import { keyRandomBytes, makeKeyText } from "./KeyText.ts"

export class TooManyApiKeys extends Schema.TaggedError<TooManyApiKeys>()("TooManyApiKeys", { max: Schema.Int }) {
  override get message(): string {
    return `The account has reached its limit of ${this.max} active keys. Revoke a key that is no longer used.`
  }
}

export class InvalidRateLimit extends Schema.TaggedError<InvalidRateLimit>()("InvalidRateLimit", {
  message: Schema.String
}) {}

export interface NewApiKey {
  readonly accountId: AccountId
  readonly name: string
  readonly requestsPerMinute?: number
}

/** Creates a key. Only the result contains the key's text; the store keeps a digest. */
export const createApiKey = Effect.fn("createApiKey")(function*(wanted: NewApiKey) {
  const made = yield* generateApiKey(wanted)
  const { accountId, id, lastFour, requestsPerMinute } = made.key
  const data = { key_id: id, last_four: lastFour, requests_per_minute: requestsPerMinute }
  yield* (yield* ApiKeys).create(made.key, yield* makeEvent(accountId, "key.created", data))
  return made
})

/** Generates a key and its text without storing it. The key is not valid until it is stored. */
export const generateApiKey = Effect.fnUntraced(function*(wanted: NewApiKey) {
  const secrets = yield* Secrets
  const requestsPerMinute = wanted.requestsPerMinute ?? requestsPerMinuteDefault
  if (!Number.isInteger(requestsPerMinute) || requestsPerMinute < 1 || requestsPerMinute > requestsPerMinuteMax) {
    return yield* new InvalidRateLimit({
      message: `The limit must be a whole number of requests per minute, from 1 to ${requestsPerMinuteMax}.`
    })
  }
  const text = makeKeyText("gh_live_", secrets.randomBytes(keyRandomBytes))
  const key: ApiKey = {
    id: yield* newId("key"),
    accountId: wanted.accountId,
    name: yield* checkName(wanted.name),
    digest: secrets.sha256Hex(text),
    lastFour: text.slice(-4),
    requestsPerMinute,
    createdAt: new Date(yield* Clock.currentTimeMillis),
    lastUsedAt: null,
    revokedAt: null
  }
  return { key, text }
})

/**
 * Creates a key for a signed-in member. The number of active keys is limited, so that a stolen session cannot fill the
 * database. Concurrent calls may exceed the limit slightly.
 */
const createMemberKey = Effect.fn("createMemberKey")(function*(wanted: NewApiKey, liveMax: number) {
  const keys = yield* (yield* ApiKeys).list(wanted.accountId)
  const live = keys.filter(({ revokedAt }) => revokedAt === null).length
  if (live >= liveMax) return yield* new TooManyApiKeys({ max: liveMax })
  return yield* createApiKey(wanted)
})

/**
 * Creates a key on behalf of a person and records it in the audit log.
 *
 * @param liveMax maximum number of the account's active keys; unlimited if absent
 */
export const createKeyAs = Effect.fn("createKeyAs")(function*(actor: Actor, wanted: NewApiKey, liveMax?: number) {
  const made = yield* liveMax === undefined ? createApiKey(wanted) : createMemberKey(wanted, liveMax)
  const { accountId, id, name, requestsPerMinute } = made.key
  const detail = `${name}, ${requestsPerMinute} requests a minute`
  yield* audit({ accountId, actor, action: "key.create", target: id, detail })
  return made
})

/** Revokes a key permanently. Takes effect immediately in this process, and within `apiKeyStaleMillisMax` in others. */
export const revokeApiKey = Effect.fn("revokeApiKey")(function*(accountId: AccountId, keyId: KeyId) {
  const revokedAt = new Date(yield* Clock.currentTimeMillis)
  const event = yield* makeEvent(accountId, "key.revoked", { key_id: keyId })
  yield* (yield* ApiKeys).revoke(accountId, keyId, revokedAt, event)
  return revokedAt
})

/** Revokes a key permanently, records it in the audit log, and returns the revoked key. */
export const revokeKeyAs = Effect.fn("revokeKeyAs")(function*(actor: Actor, accountId: AccountId, id: string) {
  const revokedAt = yield* revokeApiKey(accountId, id)
  const key = (yield* (yield* ApiKeys).list(accountId)).find((one) => one.id === id)
  if (key === undefined) return yield* new ApiKeyNotFound({ id })
  yield* audit({ accountId, actor, action: "key.revoke", target: id, detail: key.name })
  return { ...key, revokedAt }
})
