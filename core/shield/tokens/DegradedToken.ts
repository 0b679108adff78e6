import type { Seals } from "../../kernel/Seals.ts"
import { readSealedHeader, type SealedHeader, writeSealedHeader } from "../SealedHeader.ts"
import { tokenCharsMax } from "../ShieldTimes.ts"

/**
 * Reason for a degraded token. `store`: the store of used challenges was unavailable. `puzzles`: too many answers
 * waited to be checked. `edge`: an edge proxy issued the token instead of this service. `test`: the token is for the
 * test site of degraded tokens.
 */
export type DegradedCause = "edge" | "store" | "puzzles" | "test"

/**
 * Token that is issued instead of a normal token while verification is unavailable. It contains the site and the host
 * but not a score. Its signing key has no other use, so an edge can have the key. A thief of the key can issue only
 * degraded tokens.
 */
export interface DegradedToken extends SealedHeader {
  readonly cause: DegradedCause
}

const version = 1
const prefix = "shd1"
/** Causes by the index that tokens encode. The order must never change. */
const causes: ReadonlyArray<DegradedCause> = ["edge", "store", "puzzles", "test"]

export const writeDegradedToken = (seals: Seals["Service"], token: DegradedToken): string =>
  seals.sign("degraded", prefix, encodeDegradedToken(token))

export const isDegradedText = (text: string): boolean => text.startsWith(`${prefix}.`)

/** Verifies and decodes a degraded token. Returns null for text that was not signed as a degraded token. */
export const readDegradedToken = (seals: Seals["Service"], text: string): DegradedToken | null => {
  const body = text.length > tokenCharsMax ? null : seals.verify("degraded", prefix, text)
  return body === null ? null : decodeDegradedToken(body)
}

export const encodeDegradedToken = (token: DegradedToken): Uint8Array =>
  writeSealedHeader(version, token)
    .uint(causes.indexOf(token.cause), 1)
    .finish()

export const decodeDegradedToken = (body: Uint8Array): DegradedToken | null => {
  const read = readSealedHeader(version, body)
  if (read === null) return null
  const { fields, head } = read
  const cause = causes[fields.uint(1)]
  return fields.isComplete && cause !== undefined ? { ...head, cause } : null
}
