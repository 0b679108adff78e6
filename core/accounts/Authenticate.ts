import { Effect, Schema } from "effect"
import { ApiKeys } from "../ports/ApiKeys.ts"
import { Secrets } from "../ports/Secrets.ts"
import { isKeyText } from "./KeyText.ts"

/** One answer for a key that is missing, misspelt, unknown or revoked: a stranger learns nothing from it. */
export class InvalidApiKey extends Schema.TaggedError<InvalidApiKey>()("InvalidApiKey", {}) {
  override get message(): string {
    return "Missing or invalid API key: send a live key in the API-KEY header."
  }
}

/** The key with this text, if it is live. */
export const authenticate = Effect.fnUntraced(function*(text: string) {
  // The check characters tell a misspelt key before anything is hashed or looked up.
  if (!isKeyText("gh_live_", text)) return yield* new InvalidApiKey()
  const secrets = yield* Secrets
  const digest = secrets.sha256Hex(text)
  const key = yield* (yield* ApiKeys).findLive(digest)
  if (key === null || !secrets.equal(key.digest, digest)) return yield* new InvalidApiKey()
  return key
})
