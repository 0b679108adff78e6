import { Clock, Effect } from "effect"
import { Secrets } from "../kernel/Secrets.ts"
import type { RingKey } from "./KeyRing.ts"

export const ringKeyBytes = 32
const idChars = 8

/** A master key for the ring, under eight random letters and digits. */
export const newRingKey: Effect.Effect<RingKey, never, Secrets> = Effect.gen(function*() {
  const { randomBytes } = yield* Secrets
  const id = Array.from(randomBytes(idChars), (byte) => (byte % 36).toString(36)).join("")
  return { id, secret: randomBytes(ringKeyBytes), createdAt: new Date(yield* Clock.currentTimeMillis) }
})
