import type { Seals } from "../../kernel/Seals.ts"
import { type Head, readHead, writeHead } from "../Head.ts"
import { type PuzzleProfile, puzzlesMax, type Work } from "../Puzzle.ts"
import { challengeCharsMax } from "../ShieldTimes.ts"

/** A hash has so many bits at most that are asked for. */
export const puzzleBitsMax = 32

/** Something to solve, bound to the page that asked. Signed, not stored. */
export interface Challenge extends Head, Work {
  /** `networkMark` of who asked. */
  readonly networkMark: number
}

const version = 1
const prefix = "sc1"

export const writeChallenge = (seals: Seals["Service"], challenge: Challenge): string =>
  seals.sign("challenge", prefix, encodeChallenge(challenge))

/** Null for whatever this service did not sign as a challenge. */
export const readChallenge = (seals: Seals["Service"], text: string): Challenge | null => {
  const body = text.length > challengeCharsMax ? null : seals.verify("challenge", prefix, text)
  return body === null ? null : decodeChallenge(body)
}

export const encodeChallenge = (challenge: Challenge): Uint8Array =>
  writeHead(version, challenge)
    .uint(profileNumber(challenge.profile), 1)
    .uint(challenge.puzzles, 1)
    .uint(challenge.bits, 1)
    .uint(challenge.networkMark, 2)
    .done()

export const decodeChallenge = (body: Uint8Array): Challenge | null => {
  const read = readHead(version, body)
  if (read === null) return null
  const { fields, head } = read
  const profile = profileOf(fields.uint(1))
  const puzzles = fields.uint(1)
  const bits = fields.uint(1)
  const networkMark = fields.uint(2)
  if (!fields.isWhole || profile === null || !isWork(puzzles, bits)) return null
  return { ...head, profile, puzzles, bits, networkMark }
}

/** Work that a check is bounded by. */
export const isWork = (puzzles: number, bits: number): boolean =>
  puzzles >= 1 && puzzles <= puzzlesMax && bits >= 1 && bits <= puzzleBitsMax

/** A profile as it stands in challenges and tickets; never renumbered. */
export const profileNumber = (profile: PuzzleProfile): number => numbers[profile]

/** Null for a number that none has. */
export const profileOf = (number: number): PuzzleProfile | null =>
  number === numbers.argon2id ? "argon2id" : number === numbers.sha256 ? "sha256" : null

const numbers: Readonly<Record<PuzzleProfile, number>> = { argon2id: 1, sha256: 2 }
