import { Context } from "effect"

/**
 * What a key is for: Shield, and `device` browsers that members have signed in with. A text made for one purpose is nothing for
 * another: each has a key of its own.
 */
export type SealPurpose = "challenge" | "ticket" | "token" | "degraded" | "pseudonym" | "device"

/**
 * Authenticates and encrypts with the ring of the server's keys. Synchronous: the ring is in memory, and this is called for
 * every request.
 *
 * A signed or sealed text names its format and key: `PREFIX.KID.BODY`, base64url without padding. Only the newest key of
 * the ring makes texts; older ones go on being read until they are retired.
 */
export class Seals extends Context.Service<Seals, {
  /** Readable by whoever holds it, made by nobody else: body and HMAC-SHA-256 of format, purpose, key id and body. */
  readonly sign: (purpose: SealPurpose, prefix: string, body: Uint8Array) => string
  /** The body, or null where the text is not what `sign` makes, or was made with a key that is unknown or retired. */
  readonly verify: (purpose: SealPurpose, prefix: string, text: string) => Uint8Array | null
  /** Unreadable to whoever holds it: AES-256-GCM, with format, purpose and key id as associated data. */
  readonly seal: (purpose: SealPurpose, prefix: string, body: Uint8Array) => string
  readonly open: (purpose: SealPurpose, prefix: string, text: string) => Uint8Array | null
  /** The same text gives the same value for as long as the key lives, and no way back: 16 hex digits of an HMAC-SHA-256. */
  readonly pseudonym: (text: string) => string
}>()("gatehouse/core/kernel/Seals") {}
