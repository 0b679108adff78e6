import { Clock, Effect, Schema } from "effect"
import { type Actor, audit } from "../audit/Audit.ts"
import { type AccountId, type KeyId, newId } from "../kernel/Ids.ts"
import { checkName } from "../kernel/InvalidName.ts"
import { Secrets } from "../kernel/Secrets.ts"
import { type ApiKey, requestsPerMinuteDefault, requestsPerMinuteMax } from "./ApiKey.ts"
import { ApiKeyNotFound, ApiKeys } from "./ApiKeys.ts"
import { keyRandomBytes, makeKeyText } from "./KeyText.ts"

export class TooManyApiKeys extends Schema.TaggedError<TooManyApiKeys>()("TooManyApiKeys", { max: Schema.Int }) {
  override get message(): string {
    return `The account has ${this.max} live keys, which is the most that can be made here: revoke one that is not used any more.`
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

/** Makes a key. Its text is in the result and nowhere else: only the digest is stored. */
export const createApiKey = Effect.fn("createApiKey")(function*(wanted: NewApiKey) {
  const made = yield* newApiKey(wanted)
  yield* (yield* ApiKeys).create(made.key)
  return made
})

/** A key as it is stored, and its text. It opens nothing until it is stored. */
export const newApiKey = Effect.fnUntraced(function*(wanted: NewApiKey) {
  const secrets = yield* Secrets
  const requestsPerMinute = wanted.requestsPerMinute ?? requestsPerMinuteDefault
  if (!Number.isInteger(requestsPerMinute) || requestsPerMinute < 1 || requestsPerMinute > requestsPerMinuteMax) {
    return yield* new InvalidRateLimit({
      message: `The limit must be a whole number of requests a minute, 1 to ${requestsPerMinuteMax}.`
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
 * Makes a key for who is signed in, up to a limit of live ones: who gets hold of a session must not fill the database. Two at the
 * same moment may pass it by one.
 */
const createMemberKey = Effect.fn("createMemberKey")(function*(wanted: NewApiKey, liveMax: number) {
  const keys = yield* (yield* ApiKeys).list(wanted.accountId)
  const live = keys.filter(({ revokedAt }) => revokedAt === null).length
  if (live >= liveMax) return yield* new TooManyApiKeys({ max: liveMax })
  return yield* createApiKey(wanted)
})

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

/** Ends a key: at once in this process, within `apiKeyStaleMillisMax` in others. It cannot be brought back. */
export const revokeApiKey = Effect.fn("revokeApiKey")(function*(accountId: AccountId, keyId: KeyId) {
  const revokedAt = new Date(yield* Clock.currentTimeMillis)
  yield* (yield* ApiKeys).revoke(accountId, keyId, revokedAt)
  return revokedAt
})

/** Ends a key for good; returns it as it is then. Audited here. */
export const revokeKeyAs = Effect.fn("revokeKeyAs")(function*(actor: Actor, accountId: AccountId, id: string) {
  const revokedAt = yield* revokeApiKey(accountId, id)
  const key = (yield* (yield* ApiKeys).list(accountId)).find((one) => one.id === id)
  if (key === undefined) return yield* new ApiKeyNotFound({ id })
  yield* audit({ accountId, actor, action: "key.revoke", target: id, detail: key.name })
  return { ...key, revokedAt }
})
