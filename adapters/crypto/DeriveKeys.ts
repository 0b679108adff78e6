import { createSecretKey, hkdfSync, type KeyObject } from "node:crypto"
import type { SealPurpose } from "../../core/kernel/Seals.ts"
import type { RingKey } from "../../core/shield/KeyRing.ts"

/** HMAC-SHA-256 and AES-256-GCM both take 32 bytes. */
export const subkeyBytes = 32

/** What a key is used with: one key never serves two algorithms. */
type Algorithm = "sign" | "seal"

/** Every key that one master key stands for; as objects, with which an HMAC costs a sixth of that with bytes. */
export interface DerivedKey {
  readonly id: string
  readonly createdAt: Date
  readonly sign: Readonly<Record<SealPurpose, KeyObject>>
  readonly seal: Readonly<Record<SealPurpose, KeyObject>>
}

/** HKDF-SHA-256 (RFC 5869): each purpose and algorithm has a key from which nobody finds another, nor the master key. */
export const deriveKeys = (key: RingKey): DerivedKey => {
  const of = (algorithm: Algorithm): Record<SealPurpose, KeyObject> => {
    const keyObjectOf = (purpose: SealPurpose) => createSecretKey(subkeyOf(key, algorithm, purpose))
    return {
      challenge: keyObjectOf("challenge"),
      ticket: keyObjectOf("ticket"),
      token: keyObjectOf("token"),
      degraded: keyObjectOf("degraded"),
      pseudonym: keyObjectOf("pseudonym"),
      device: keyObjectOf("device")
    }
  }
  return { id: key.id, createdAt: key.createdAt, sign: of("sign"), seal: of("seal") }
}

/** One of them by itself: an edge that makes degraded tokens is given `sign` and `degraded`, and nothing else. */
export const subkeyOf = (key: RingKey, algorithm: Algorithm, purpose: SealPurpose): Uint8Array =>
  new Uint8Array(
    hkdfSync("sha256", key.secret, salt, `gatehouse/shield/${algorithm}/${purpose}/${key.id}`, subkeyBytes)
  )

/** The master key is random and as long as the hash: it needs none (RFC 5869, section 3.1). */
const salt = new Uint8Array(0)
