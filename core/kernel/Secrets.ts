import { Context } from "effect"

/** Randomness and digests. Synchronous, because every request uses them. */
export class Secrets extends Context.Service<Secrets, {
  /** Cryptographically secure. */
  readonly randomBytes: (count: number) => Uint8Array
  /** SHA-256 of the UTF-8 text as 64 lower-case hex digits. */
  readonly sha256Hex: (text: string) => string
  /** Compares in time that depends only on the lengths. */
  readonly equal: (a: string, b: string) => boolean
}>()("gatehouse/core/kernel/Secrets") {}
