import type { PuzzleAnswer } from "../../core/shield/Puzzle.ts"
import type { Argon2id } from "./argon2/Argon2id.ts"
import { digitsMax, writeDigits } from "./Digits.ts"
import { beginsWithZeros } from "./LeadingZeros.ts"
import { saltOf } from "./Salt.ts"

/** Half a millisecond each. */
export const areRightArgon2id = (
  argon2id: Argon2id,
  bits: number,
  seed: Uint8Array,
  answers: ReadonlyArray<PuzzleAnswer>
): boolean => {
  const digits = new Uint8Array(digitsMax)
  return answers.every(({ counter, index }) =>
    beginsWithZeros(argon2id(writeDigits(counter, digits), saltOf(seed, index)), bits)
  )
}
