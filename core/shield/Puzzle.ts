/**
 * Hash function of a puzzle. To solve a puzzle, the client finds a counter whose hash starts with a given number of
 * zero bits. A challenge consists of many small puzzles, so the total time varies little and the widget can show
 * progress.
 *
 * Puzzle `index` of a challenge with a `seed` uses the first 16 bytes of SHA-256(seed ‖ index as one byte) as its salt.
 * The hash of a counter (decimal digits, ASCII) is:
 * - `argon2id`: Argon2id v1.3 (RFC 9106) of the counter with that salt, 1 pass, 1 lane, 1 MiB, 32 bytes. Because of the
 *   memory cost, a hash is nearly as expensive on graphics cards as on a phone.
 * - `sha256`: SHA-256(salt ‖ counter), for pages whose Content-Security-Policy forbids WebAssembly. It is cheaper for a
 *   bot, so the session score is capped (`sha256ScoreMax`).
 */
export type PuzzleProfile = "argon2id" | "sha256"

export interface PuzzleAnswer {
  /** Zero-based index of the puzzle. */
  readonly index: number
  readonly counter: number
}

export const argonMemoryKib = 1_024
export const argonPasses = 1
export const seedBytes = 16
export const saltBytes = 16
/** Maximum number of puzzles per challenge. */
export const puzzlesMax = 64
/** Maximum counter of an answer, far above honest answers to the hardest puzzle. */
export const counterMax = 0x7fff_ffff

/** Work that a client must do for a challenge. */
export interface PuzzleWork {
  readonly profile: PuzzleProfile
  readonly puzzles: number
  /** Required number of leading zero bits for each puzzle. */
  readonly bits: number
}
