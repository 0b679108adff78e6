import type { Seals } from "../ports/Seals.ts"
import { FieldReader, FieldWriter } from "./ByteFields.ts"
import { profileNumber, profileOf } from "./ProfileNumber.ts"
import { puzzlesMax, seedBytes, type Work } from "./Puzzle.ts"
import { challengeCharsMax, type Validity } from "./ShieldTimes.ts"

/** What a challenge is known by (`newChallengeId`); it is the seed of its puzzles, too: nobody could know it before. */
export const challengeIdBytes = seedBytes
/** A hash has so many bits at most that are asked for. */
export const puzzleBitsMax = 32

/** Something to solve, bound to the page that asked. Signed, not stored. */
export interface Challenge extends Validity, Work {
  readonly id: Uint8Array
  readonly siteId: string
  /** Host name of the page. */
  readonly host: string
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
  new FieldWriter()
    .uint(version, 1)
    .fixed(challenge.id)
    .ascii(challenge.siteId)
    .ascii(challenge.host)
    .uint(challenge.issuedAt, 6)
    .uint(challenge.expiresAt, 6)
    .uint(profileNumber(challenge.profile), 1)
    .uint(challenge.puzzles, 1)
    .uint(challenge.bits, 1)
    .uint(challenge.networkMark, 2)
    .done()

export const decodeChallenge = (body: Uint8Array): Challenge | null => {
  const fields = new FieldReader(body)
  if (fields.uint(1) !== version) return null
  const id = fields.fixed(challengeIdBytes)
  const siteId = fields.ascii()
  const host = fields.ascii()
  const issuedAt = fields.uint(6)
  const expiresAt = fields.uint(6)
  const profile = profileOf(fields.uint(1))
  const puzzles = fields.uint(1)
  const bits = fields.uint(1)
  const networkMark = fields.uint(2)
  if (!fields.isWhole || profile === null || !isWork(puzzles, bits)) return null
  return { id, siteId, host, issuedAt, expiresAt, profile, puzzles, bits, networkMark }
}

/** Work that a check is bounded by. */
export const isWork = (puzzles: number, bits: number): boolean =>
  puzzles >= 1 && puzzles <= puzzlesMax && bits >= 1 && bits <= puzzleBitsMax
