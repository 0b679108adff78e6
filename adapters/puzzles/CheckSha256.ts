import { createHash } from "node:crypto"
import type { PuzzleAnswer } from "../../core/shield/Puzzle.ts"
import { beginsWithZeros } from "./LeadingZeros.ts"
import { saltOf } from "./Salt.ts"

/** A microsecond or two each: no thread is as quick. */
export const areRightSha256 = (bits: number, seed: Uint8Array, answers: ReadonlyArray<PuzzleAnswer>): boolean =>
  answers.every(({ counter, index }) =>
    beginsWithZeros(createHash("sha256").update(saltOf(seed, index)).update(String(counter)).digest(), bits)
  )
