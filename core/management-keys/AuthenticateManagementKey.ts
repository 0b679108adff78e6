import { Clock, Effect } from "effect"
import { Secrets } from "../kernel/Secrets.ts"
import { isKeyText } from "../keys/KeyText.ts"
import { needsSeenUpdate } from "../members/sessions/MemberSession.ts"
import { isManagementKeyActive } from "./ManagementKey.ts"
import { ManagementKeys } from "./ManagementKeys.ts"

/**
 * Returns the active management key with this text, or null. Reads the storage on each call, except for misspelled
 * keys.
 */
export const authenticateManagementKey = Effect.fnUntraced(function*(text: string) {
  // The check characters reveal a misspelled key before it is hashed and looked up.
  if (!isKeyText("gh_manage_", text)) return null
  const keys = yield* ManagementKeys
  const key = yield* keys.find((yield* Secrets).sha256Hex(text))
  const now = yield* Clock.currentTimeMillis
  if (key === null || !isManagementKeyActive(key, now)) return null
  if (needsSeenUpdate(key.lastUsedAt, now)) yield* keys.recordUse(key.id, new Date(now))
  return key
})
