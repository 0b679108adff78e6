import { createHash } from "node:crypto"
import { saltBytes } from "../../core/shield/Puzzle.ts"

/** The salt of a puzzle: the first 16 bytes of SHA-256(seed ‖ index). */
export const saltOf = (seed: Uint8Array, index: number): Uint8Array =>
  createHash("sha256").update(seed).update(Uint8Array.of(index)).digest().subarray(0, saltBytes)
