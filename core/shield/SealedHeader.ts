import { FieldReader, FieldWriter, instantBytes } from "../kernel/ByteFields.ts"
import type { SiteId } from "../kernel/Ids.ts"
import { seedBytes } from "./Puzzle.ts"
import type { Validity } from "./ShieldTimes.ts"

/**
 * Length of a challenge ID (`newChallengeId`). The ID is also the seed of the puzzles, so it must not be predictable.
 */
export const challengeIdBytes = seedBytes

/** Fields at the start of every challenge, ticket and token. */
export interface SealedHeader extends Validity {
  /** ID of the challenge, which all its tickets and tokens share. Random if there was no challenge. */
  readonly id: Uint8Array
  readonly siteId: SiteId
  /** Host name of the page. */
  readonly host: string
}

/** Starts encoding a body with the version and the head. Append the other fields to the returned writer. */
export const writeSealedHeader = (version: number, head: SealedHeader): FieldWriter =>
  new FieldWriter()
    .uint(version, 1)
    .fixed(head.id)
    .ascii(head.siteId)
    .ascii(head.host)
    .uint(head.issuedAt, instantBytes)
    .uint(head.expiresAt, instantBytes)

/** Decodes the head of a body. Returns null for another version. Callers must check `fields.isComplete` at the end. */
export const readSealedHeader = (
  version: number,
  body: Uint8Array
): { readonly head: SealedHeader; readonly fields: FieldReader } | null => {
  const fields = new FieldReader(body)
  if (fields.uint(1) !== version) return null
  const id = fields.fixed(challengeIdBytes)
  const siteId = fields.ascii()
  const host = fields.ascii()
  const issuedAt = fields.uint(instantBytes)
  const expiresAt = fields.uint(instantBytes)
  return { head: { id, siteId, host, issuedAt, expiresAt }, fields }
}
