import { Context } from "effect"

/**
 * Purpose of a key. `device` is for browsers in which members have signed in, and the other purposes are for Shield.
 * Each purpose has a separate key, so a text made for one purpose is invalid for another.
 */
export type SealPurpose = "challenge" | "ticket" | "token" | "degraded" | "pseudonym" | "device"

/**
 * Authenticates and encrypts data with the server's key ring. The functions are synchronous, because the ring is in
 * memory and every request uses it.
 *
 * A signed or sealed text names its format and key: `PREFIX.KID.BODY`, base64url without padding. Only one key, the
 * active one, creates texts. Older keys verify and decrypt until they are retired.
 */
export class Seals extends Context.Service<Seals, {
  /** Signs a body with HMAC-SHA-256 over prefix, purpose, key ID and body. The body stays readable. */
  readonly sign: (purpose: SealPurpose, prefix: string, body: Uint8Array) => string
  /** Returns the body. Null if the text is not a result of `sign`, or if its key is unknown or retired. */
  readonly verify: (purpose: SealPurpose, prefix: string, text: string) => Uint8Array | null
  /** Encrypts a body with AES-256-GCM, with prefix, purpose and key ID as associated data. */
  readonly seal: (purpose: SealPurpose, prefix: string, body: Uint8Array) => string
  readonly open: (purpose: SealPurpose, prefix: string, text: string) => Uint8Array | null
  /**
   * Returns 16 hex digits of an HMAC-SHA-256 of a text. They do not reveal the text, and change when another key
   * becomes active.
   */
  readonly pseudonym: (text: string) => string
}>()("gatehouse/core/kernel/Seals") {}
