import { type Argon2id, makeArgon2id } from "../../../adapters/puzzles/argon2/Argon2id.ts"
import { digitsMax, writeDigits } from "../../../adapters/puzzles/Digits.ts"
import { counterMax, type PuzzleProfile, saltBytes } from "../../../core/shield/Puzzle.ts"
import { sha256, sha256Words } from "./Sha256.ts"

/** Returns the first 32 bits of the hash of a counter. */
export type CounterHash = (counter: number) => number

let argon2id: Promise<Argon2id> | undefined

/**
 * Returns the function that tries counters of one puzzle. Rejects if the profile needs WebAssembly and the browser does
 * not allow it.
 */
export const makeCounterHash = async (
  profile: PuzzleProfile,
  seed: Uint8Array,
  index: number
): Promise<CounterHash> => {
  const salt = sha256(Uint8Array.of(...seed, index)).slice(0, saltBytes)
  const digits = new Uint8Array(digitsMax)
  if (profile === "argon2id") {
    const hash = await (argon2id ??= makeArgon2id())
    return (counter) => {
      const [a, b, c, d] = hash(writeDigits(counter, digits), salt)
      return a! << 24 | b! << 16 | c! << 8 | d!
    }
  }
  const message = new Uint8Array(saltBytes + digitsMax)
  message.set(salt)
  return (counter) => {
    const written = writeDigits(counter, digits)
    message.set(written, saltBytes)
    return sha256Words(message.subarray(0, saltBytes + written.length))[0]!
  }
}

/** Number of attempts between two checks of the clock. */
const attemptsPerCheck: Readonly<Record<PuzzleProfile, number>> = { argon2id: 1, sha256: 256 }

export interface PuzzleSearch {
  readonly profile: PuzzleProfile
  readonly bits: number
  readonly seed: Uint8Array
  readonly index: number
}

/**
 * Finds the counter that solves a puzzle.
 *
 * @param pause called after each `sliceMillis` of searching, so that a page can do other work
 */
export const findCounter = async (
  { bits, index, profile, seed }: PuzzleSearch,
  sliceMillis: number,
  pause: () => Promise<unknown>
): Promise<number> => {
  const attempt = await makeCounterHash(profile, seed, index)
  const tries = attemptsPerCheck[profile]
  for (let counter = 0;;) {
    const until = performance.now() + sliceMillis
    do {
      for (const end = counter + tries; counter < end; counter++) {
        if (Math.clz32(attempt(counter)) >= bits) return counter
      }
      if (counter > counterMax) throw new Error("A puzzle has no answer")
    } while (performance.now() < until)
    await pause()
  }
}
