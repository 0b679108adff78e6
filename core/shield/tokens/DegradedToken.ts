import type { Seals } from "../../kernel/Seals.ts"
import { type Head, readHead, writeHead } from "../Head.ts"
import { tokenCharsMax } from "../ShieldTimes.ts"

/** Component that failed. `edge`: an edge proxy issued the token in place of this service. */
export type DegradedCause = "edge" | "store" | "puzzles" | "test"

/**
 * Issued in place of a token while verification is unavailable. It names the site and host and has no score. Its signing key has no
 * other use, so an edge can have it: a thief of the key can issue degraded tokens but not human ones.
 */
export interface DegradedToken extends Head {
  readonly cause: DegradedCause
}

const version = 1
const prefix = "shd1"
/** Never reorder: tokens encode the index. */
const causes: ReadonlyArray<DegradedCause> = ["edge", "store", "puzzles", "test"]

export const writeDegradedToken = (seals: Seals["Service"], token: DegradedToken): string =>
  seals.sign("degraded", prefix, encodeDegradedToken(token))

export const isDegradedText = (text: string): boolean => text.startsWith(`${prefix}.`)

/** Returns null for any text that was not signed as a degraded token. */
export const readDegradedToken = (seals: Seals["Service"], text: string): DegradedToken | null => {
  const body = text.length > tokenCharsMax ? null : seals.verify("degraded", prefix, text)
  return body === null ? null : decodeDegradedToken(body)
}

export const encodeDegradedToken = (token: DegradedToken): Uint8Array =>
  writeHead(version, token)
    .uint(causes.indexOf(token.cause), 1)
    .finish()

export const decodeDegradedToken = (body: Uint8Array): DegradedToken | null => {
  const read = readHead(version, body)
  if (read === null) return null
  const { fields, head } = read
  const cause = causes[fields.uint(1)]
  return fields.isComplete && cause !== undefined ? { ...head, cause } : null
}
