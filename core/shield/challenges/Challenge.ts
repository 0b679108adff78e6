import type { Seals } from "../../kernel/Seals.ts"
import { type PuzzleProfile, puzzlesMax, type PuzzleWork } from "../Puzzle.ts"
import { readSealedHeader, type SealedHeader, writeSealedHeader } from "../SealedHeader.ts"
import { challengeCharsMax } from "../ShieldTimes.ts"

/** Maximum number of zero bits that a puzzle can require. */
export const puzzleBitsMax = 32

/** Puzzles that are bound to the page that requested them. Challenges are signed and not stored. */
export interface Challenge extends SealedHeader, PuzzleWork {
  /** `networkHash` of the address that requested the challenge. */
  readonly networkHash: number
}

const version = 1
const prefix = "sc1"

export const writeChallenge = (seals: Seals["Service"], challenge: Challenge): string =>
  seals.sign("challenge", prefix, encodeChallenge(challenge))

/** Verifies and decodes a challenge. Returns null for text that this service did not sign as a challenge. */
export const readChallenge = (seals: Seals["Service"], text: string): Challenge | null => {
  const body = text.length > challengeCharsMax ? null : seals.verify("challenge", prefix, text)
  return body === null ? null : decodeChallenge(body)
}

export const encodeChallenge = (challenge: Challenge): Uint8Array =>
  writeSealedHeader(version, challenge)
    .uint(profileNumber(challenge.profile), 1)
    .uint(challenge.puzzles, 1)
    .uint(challenge.bits, 1)
    .uint(challenge.networkHash, 2)
    .finish()

export const decodeChallenge = (body: Uint8Array): Challenge | null => {
  const read = readSealedHeader(version, body)
  if (read === null) return null
  const { fields, head } = read
  const profile = profileOf(fields.uint(1))
  const puzzles = fields.uint(1)
  const bits = fields.uint(1)
  const networkHash = fields.uint(2)
  if (!fields.isComplete || profile === null || !isWorkWithinLimits(puzzles, bits)) return null
  return { ...head, profile, puzzles, bits, networkHash }
}

/** Reports whether the amount of work is within the limits, which bound the cost of a check. */
export const isWorkWithinLimits = (puzzles: number, bits: number): boolean =>
  puzzles >= 1 && puzzles <= puzzlesMax && bits >= 1 && bits <= puzzleBitsMax

/** Returns the number of a profile in encoded challenges and tickets. The numbers must never change. */
export const profileNumber = (profile: PuzzleProfile): number => numbers[profile]

/** Returns the profile with a number, or null for an unknown number. */
export const profileOf = (number: number): PuzzleProfile | null =>
  number === numbers.argon2id ? "argon2id" : number === numbers.sha256 ? "sha256" : null

const numbers: Readonly<Record<PuzzleProfile, number>> = { argon2id: 1, sha256: 2 }
