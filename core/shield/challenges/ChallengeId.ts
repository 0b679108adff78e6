import { seedBytes } from "../Puzzle.ts"

const timeBytes = 6
/** 80 bits: nobody can know them before, to solve puzzles that are not asked yet. */
export const challengeRandomBytes = seedBytes - timeBytes

/**
 * The millisecond, then randomness. Ids made later sort later, so that what was used is written at one end of the index: half
 * the database's work for each verification, measured beside ids that are random throughout.
 *
 * @param random `challengeRandomBytes` bytes
 */
export const newChallengeId = (nowMillis: number, random: Uint8Array): Uint8Array => {
  const id = new Uint8Array(seedBytes)
  for (let at = timeBytes - 1, left = nowMillis; at >= 0; at--, left = Math.floor(left / 256)) id[at] = left % 256
  id.set(random, timeBytes)
  return id
}
