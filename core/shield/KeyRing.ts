import { Context } from "effect"
import type { Effect } from "effect"

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
