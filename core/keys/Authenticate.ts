import { Effect, Schema } from "effect"
import { Secrets } from "../kernel/Secrets.ts"
import type { ApiKey } from "./ApiKey.ts"
import { ApiKeys } from "./ApiKeys.ts"
import { isKeyText } from "./KeyText.ts"

/**
 * Error for a missing, misspelled, unknown or revoked key. The error is the same in all cases, so that it reveals
 * nothing.
 */
export class InvalidApiKey extends Schema.TaggedError<InvalidApiKey>()("InvalidApiKey", {}) {
  override get message(): string {
    return "Missing or invalid API key. Send an active key in the API-KEY header."
  }
}

/** Creates a function that authenticates a key. The function completes synchronously if the key is cached. */
export const makeAuthenticator = (apiKeys: ApiKeys["Service"], secrets: Secrets["Service"]) =>
(
  text: string
): Effect.Effect<ApiKey, InvalidApiKey> => {
  // The check characters reveal a misspelled key before it is hashed and looked up.
  if (!isKeyText("gh_live_", text)) return Effect.fail(new InvalidApiKey())
  const digest = secrets.sha256Hex(text)
  return Effect.flatMapEager(
    apiKeys.findActive(digest),
    (key) => key !== null && secrets.equal(key.digest, digest) ? Effect.succeed(key) : Effect.fail(new InvalidApiKey())
  )
}

export const authenticate = Effect.fnUntraced(function*(text: string) {
  return yield* makeAuthenticator(yield* ApiKeys, yield* Secrets)(text)
})
