import { Clock, Context, Effect } from "effect"
import { Secrets } from "../kernel/Secrets.ts"

/** A master key; every key in use is derived from one (HKDF, RFC 5869), by purpose. */
export interface RingKey {
  /** One to eight letters and digits; stands in every text that was made with it. */
  readonly id: string
  /** 32 random bytes. */
  readonly secret: Uint8Array
  readonly createdAt: Date
}

/** The master keys that all instances share. */
export class KeyRing extends Context.Service<KeyRing, {
  /** Newest first. */
  readonly list: Effect.Effect<ReadonlyArray<RingKey>>
  /** Adds a key; where `onlyFirst` is set, only to an empty ring. Of two instances that start together one wins. */
  readonly add: (key: RingKey, options?: { readonly onlyFirst: boolean }) => Effect.Effect<void>
  /** Removes keys made before; never the newest. Returns how many. */
  readonly retire: (before: Date) => Effect.Effect<number>
}>()("gatehouse/core/shield/KeyRing") {}

const ringKeyBytes = 32
const idChars = 8

/** A master key for the ring, under eight random letters and digits. */
export const newRingKey: Effect.Effect<RingKey, never, Secrets> = Effect.gen(function*() {
  const { randomBytes } = yield* Secrets
  const id = Array.from(randomBytes(idChars), (byte) => (byte % 36).toString(36)).join("")
  return { id, secret: randomBytes(ringKeyBytes), createdAt: new Date(yield* Clock.currentTimeMillis) }
})
