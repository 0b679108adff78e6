import { Clock, Context, Effect } from "effect"
import { Secrets } from "../kernel/Secrets.ts"

/** Master key. The keys for each purpose are derived from a master key (HKDF, RFC 5869). */
export interface RingKey {
  /** One to eight letters and digits; part of every text sealed or signed with this key. */
  readonly id: string
  /** 32 random bytes. */
  readonly secret: Uint8Array
  readonly createdAt: Date
}

/** Master keys shared by all instances. */
export class KeyRing extends Context.Service<KeyRing, {
  /** Newest first. */
  readonly list: Effect.Effect<ReadonlyArray<RingKey>>
  /** Adds a key. With `onlyFirst`, adds it only to an empty ring: if two instances start together, one of them wins. */
  readonly add: (key: RingKey, options?: { readonly onlyFirst: boolean }) => Effect.Effect<void>
  /** Removes keys created before this date, except the newest. Returns the number removed. */
  readonly retire: (before: Date) => Effect.Effect<number>
}>()("gatehouse/core/shield/KeyRing") {}

const ringKeyBytes = 32
const idChars = 8

/** Generates a master key with an id of eight random letters and digits. */
export const newRingKey: Effect.Effect<RingKey, never, Secrets> = Effect.gen(function*() {
  const { randomBytes } = yield* Secrets
  const id = Array.from(randomBytes(idChars), (byte) => (byte % 36).toString(36)).join("")
  return { id, secret: randomBytes(ringKeyBytes), createdAt: new Date(yield* Clock.currentTimeMillis) }
})
