import { Clock, Effect, Schema } from "effect"
import type { AccountId } from "../kernel/Ids.ts"
import { checkName } from "../kernel/InvalidName.ts"
import { newId } from "../kernel/NewId.ts"
import { Secrets } from "../kernel/Secrets.ts"
import { type ApiKey, requestsPerMinuteDefault, requestsPerMinuteMax } from "./ApiKey.ts"
import { ApiKeys } from "./ApiKeys.ts"
import { keyRandomBytes, makeKeyText } from "./KeyText.ts"

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
