/**
 * A puzzle asks for a counter whose hash begins with some zero bits. A challenge is many small ones, so that how long
 * they take together varies little, and progress can be shown.
 *
 * Puzzle `index` of a challenge with a `seed` has the salt SHA-256(seed ‖ index as one byte), first 16 bytes. Its hash of a
 * counter (decimal digits, ASCII) is:
 * - `argon2id`: Argon2id v1.3 (RFC 9106) of the counter with that salt, 1 pass, 1 lane, 1 MiB, 32 bytes. Memory makes it
 *   nearly as dear for graphics cards as for a phone.
 * - `sha256`: SHA-256(salt ‖ counter), for pages whose Content-Security-Policy allows no WebAssembly. It costs a bot less,
 *   so that a session that was told to be human by it alone is believed less.
 */
export type PuzzleProfile = "argon2id" | "sha256"

export interface PuzzleAnswer {
  /** From 0. */
  readonly index: number
  readonly counter: number
}

export const argonMemoryKib = 1_024
export const argonPasses = 1
export const seedBytes = 16
export const saltBytes = 16
/** Puzzles of a challenge. */
export const puzzlesMax = 64
/** An honest answer to the hardest puzzle is far below. */
export const counterMax = 0x7fff_ffff

/** What a client has to do for a challenge. */
export interface Work {
  readonly profile: PuzzleProfile
  readonly puzzles: number
  /** Leading zero bits of each. */
  readonly bits: number
}
