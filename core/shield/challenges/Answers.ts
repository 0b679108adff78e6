import { counterMax, type PuzzleAnswer, type Work } from "../Puzzle.ts"
import { samplesOf } from "./Difficulty.ts"

/** One whole number for each puzzle, in its place; null for anything else. */
export const answersOf = (work: Work, counters: ReadonlyArray<unknown>): ReadonlyArray<PuzzleAnswer> | null => {
  if (counters.length !== work.puzzles) return null
  const answers: Array<PuzzleAnswer> = []
  for (const [index, counter] of counters.entries()) {
    if (typeof counter !== "number" || !Number.isInteger(counter) || counter < 0 || counter > counterMax) return null
    answers.push({ index, counter })
  }
  return answers
}

/**
 * The answers that are checked, in the order of their puzzles. Chosen after they were given, by randomness that nobody
 * outside knows.
 */
export const sampleAnswers = (
  work: Work,
  answers: ReadonlyArray<PuzzleAnswer>,
  randomBytes: (count: number) => Uint8Array
): ReadonlyArray<PuzzleAnswer> => {
  const wanted = samplesOf(work)
  if (wanted >= answers.length) return answers
  const left = [...answers]
  const chosen: Array<PuzzleAnswer> = []
  while (chosen.length < wanted) chosen.push(...left.splice(randomBelow(left.length, randomBytes), 1))
  return chosen.toSorted((one, other) => one.index - other.index)
}

const randomValues = 2 ** 32

/** Of 32 bits: with at most 64 answers no index is likelier than another by more than one in 67 million. */
const randomBelow = (limit: number, randomBytes: (count: number) => Uint8Array): number => {
  const value = randomBytes(4).reduce((sum, byte) => sum * 256 + byte, 0)
  return Math.floor(value / randomValues * limit)
}
