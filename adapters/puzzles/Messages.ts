import type { PuzzleAnswer } from "../../core/shield/Puzzle.ts"

/** To a thread: answers to argon2id puzzles of one challenge. */
export interface Check {
  readonly bits: number
  readonly seed: Uint8Array
  readonly answers: ReadonlyArray<PuzzleAnswer>
}

export interface Asked extends Check {
  readonly id: number
}

/** From a thread. */
export type Told =
  | { readonly id: number; readonly right: boolean }
  | { readonly id: number; readonly fault: string }
