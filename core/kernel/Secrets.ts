import { Context } from "effect"

/** Provides random bytes, digests and comparison. The functions are synchronous, because every request uses them. */
export class Secrets extends Context.Service<Secrets, {
  /** Returns cryptographically secure random bytes. */
  readonly randomBytes: (count: number) => Uint8Array
  /** Returns the SHA-256 of a text in UTF-8 as 64 lower-case hex digits. */
  readonly sha256Hex: (text: string) => string
  /** Returns the HMAC-SHA-256 of a text in UTF-8, as base64 with padding. */
  readonly hmacSha256Base64: (key: Uint8Array, text: string) => string
  /** Compares two texts in a time that depends only on their lengths. */
  readonly equal: (a: string, b: string) => boolean
}>()("gatehouse/core/kernel/Secrets") {}
