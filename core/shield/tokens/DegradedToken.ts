import type { Seals } from "../../kernel/Seals.ts"
import { type Head, readHead, writeHead } from "../Head.ts"
import { tokenCharsMax } from "../ShieldTimes.ts"

/** What was out of order where it was made; `edge` where something in front of this service made it in its place. */
export type DegradedCause = "edge" | "store" | "puzzles" | "test"

/**
 * Stands in for a token while nobody can tell a person: says where a visitor was, and no score. Signed with a key that is
 * good for nothing else, so that an edge may hold it: whoever steals it can degrade, and not pass for human.
 */
export interface DegradedToken extends Head {
  readonly cause: DegradedCause
}

const version = 1
const prefix = "shd1"
/** Never reordered: the place is what the token says. */
const causes: ReadonlyArray<DegradedCause> = ["edge", "store", "puzzles", "test"]

export const writeDegradedToken = (seals: Seals["Service"], token: DegradedToken): string =>
  seals.sign("degraded", prefix, encodeDegradedToken(token))

export const isDegradedText = (text: string): boolean => text.startsWith(`${prefix}.`)

/** Null for whatever was not signed as a degraded token. */
export const readDegradedToken = (seals: Seals["Service"], text: string): DegradedToken | null => {
  const body = text.length > tokenCharsMax ? null : seals.verify("degraded", prefix, text)
  return body === null ? null : decodeDegradedToken(body)
}

export const encodeDegradedToken = (token: DegradedToken): Uint8Array =>
  writeHead(version, token)
    .uint(causes.indexOf(token.cause), 1)
    .done()

export const decodeDegradedToken = (body: Uint8Array): DegradedToken | null => {
  const read = readHead(version, body)
  if (read === null) return null
  const { fields, head } = read
  const cause = causes[fields.uint(1)]
  return fields.isWhole && cause !== undefined ? { ...head, cause } : null
}
