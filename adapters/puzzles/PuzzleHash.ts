import { createHash } from "node:crypto"
import { saltBytes } from "../../core/shield/Puzzle.ts"

/** Returns the salt of a puzzle: the first 16 bytes of SHA-256(seed ‖ index). */
export const saltOf = (seed: Uint8Array, index: number): Uint8Array =>
  createHash("sha256").update(seed).update(Uint8Array.of(index)).digest().subarray(0, saltBytes)

/** Reports whether a hash starts with at least this number of zero bits. */
export const hasLeadingZeroBits = (hash: Uint8Array, bits: number): boolean => {
  const whole = bits >> 3
  for (let at = 0; at < whole; at++) if (hash[at] !== 0) return false
  return (bits & 7) === 0 || hash[whole]! >> 8 - (bits & 7) === 0
}
