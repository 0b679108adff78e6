import { Clock, Context, Effect } from "effect"
import { Secrets } from "../kernel/Secrets.ts"

/** Master key, from which the keys for each purpose are derived (HKDF, RFC 5869). */
export interface RingKey {
  /** ID of one to eight letters and digits. Every text that is sealed or signed with the key contains the ID. */
  readonly id: string
  /** Secret of 32 random bytes. */
  readonly secret: Uint8Array
  readonly createdAt: Date
}

/** Store of the master keys, which all instances share. */
export class KeyRing extends Context.Service<KeyRing, {
  /** Returns all keys, newest first. */
  readonly list: Effect.Effect<ReadonlyArray<RingKey>>
  /**
   * Adds a key. With `onlyFirst`, adds it only to an empty ring, so of two instances that start together, only one adds
   * its key.
   */
  readonly add: (key: RingKey, options?: { readonly onlyFirst: boolean }) => Effect.Effect<void>
  /** Removes the keys created before a date, except the newest key. Returns the number of removed keys. */
  readonly retire: (before: Date) => Effect.Effect<number>
}>()("gatehouse/core/shield/KeyRing") {}

const ringKeyBytes = 32
const idChars = 8

/** Generates a master key with an ID of eight random letters and digits. */
export const newRingKey: Effect.Effect<RingKey, never, Secrets> = Effect.gen(function*() {
  const { randomBytes } = yield* Secrets
  const id = Array.from(randomBytes(idChars), (byte) => (byte % 36).toString(36)).join("")
  return { id, secret: randomBytes(ringKeyBytes), createdAt: new Date(yield* Clock.currentTimeMillis) }
})
