import { Effect, Schema } from "effect"
import { Secrets } from "../kernel/Secrets.ts"
import type { ApiKey } from "./ApiKey.ts"
import { ApiKeys } from "./ApiKeys.ts"
import { isKeyText } from "./KeyText.ts"

/** One answer for a key that is missing, misspelt, unknown or revoked: a stranger learns nothing from it. */
export class InvalidApiKey extends Schema.TaggedError<InvalidApiKey>()("InvalidApiKey", {}) {
  override get message(): string {
    return "Missing or invalid API key: send a live key in the API-KEY header."
  }
}

/** Tells the live key with a text, by these ports; without a turn of the runtime where the key is at hand. */
export const authenticator = (apiKeys: ApiKeys["Service"], secrets: Secrets["Service"]) =>
(
  text: string
): Effect.Effect<ApiKey, InvalidApiKey> => {
  // The check characters tell a misspelt key before anything is hashed or looked up.
  if (!isKeyText("gh_live_", text)) return Effect.fail(new InvalidApiKey())
  const digest = secrets.sha256Hex(text)
  return Effect.flatMapEager(
    apiKeys.findLive(digest),
    (key) => key !== null && secrets.equal(key.digest, digest) ? Effect.succeed(key) : Effect.fail(new InvalidApiKey())
  )
}

/** The key with this text, if it is live. */
export const authenticate = Effect.fnUntraced(function*(text: string) {
  return yield* authenticator(yield* ApiKeys, yield* Secrets)(text)
})
