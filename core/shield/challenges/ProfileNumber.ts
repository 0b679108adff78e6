import type { PuzzleProfile } from "../Puzzle.ts"

/** A profile as it stands in challenges and tickets; never renumbered. */
export const profileNumber = (profile: PuzzleProfile): number => numbers[profile]

/** Null for a number that none has. */
export const profileOf = (number: number): PuzzleProfile | null =>
  number === numbers.argon2id ? "argon2id" : number === numbers.sha256 ? "sha256" : null

const numbers: Readonly<Record<PuzzleProfile, number>> = { argon2id: 1, sha256: 2 }
