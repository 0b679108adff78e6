import { Context } from "effect"

/**
 * Purpose of a key. `device` is for browsers that members have signed in with, the others are for Shield. Each purpose has its own
 * key, so a text made for one is invalid for another.
 */
export type SealPurpose = "challenge" | "ticket" | "token" | "degraded" | "pseudonym" | "device"

/**
 * Authenticates and encrypts with the server's key ring. Synchronous: the ring is in memory, and every request uses it.
 *
 * A signed or sealed text names its format and key: `PREFIX.KID.BODY`, base64url without padding. Only the newest key creates
 * texts; older keys verify and decrypt until they are retired.
 */
export class Seals extends Context.Service<Seals, {
  /** Signs a body, which stays readable: HMAC-SHA-256 of format, purpose, key id and body. */
  readonly sign: (purpose: SealPurpose, prefix: string, body: Uint8Array) => string
  /** Returns the body, or null if the text is not a result of `sign` or its key is unknown or retired. */
  readonly verify: (purpose: SealPurpose, prefix: string, text: string) => Uint8Array | null
  /** Encrypts a body: AES-256-GCM, with format, purpose and key id as associated data. */
  readonly seal: (purpose: SealPurpose, prefix: string, body: Uint8Array) => string
  readonly open: (purpose: SealPurpose, prefix: string, text: string) => Uint8Array | null
  /** Returns 16 hex digits of an HMAC-SHA-256. Deterministic for as long as the key exists, and not reversible. */
  readonly pseudonym: (text: string) => string
}>()("gatehouse/core/kernel/Seals") {}
