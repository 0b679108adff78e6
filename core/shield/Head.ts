import { FieldReader, FieldWriter, instantBytes } from "../kernel/ByteFields.ts"
import type { SiteId } from "../kernel/Ids.ts"
import { seedBytes } from "./Puzzle.ts"
import type { Validity } from "./ShieldTimes.ts"

/** Length of a challenge id (`newChallengeId`) in bytes. The id is also the seed of the puzzles, so it must not be predictable. */
export const challengeIdBytes = seedBytes

/** Fields at the start of every challenge, ticket and token. */
export interface Head extends Validity {
  /** Id of the challenge, shared by every ticket and token issued for it. Random if there was no challenge. */
  readonly id: Uint8Array
  readonly siteId: SiteId
  /** Host name of the page. */
  readonly host: string
}

/** Starts encoding a body with the version and the head. Append the other fields to the returned writer. */
export const writeHead = (version: number, head: Head): FieldWriter =>
  new FieldWriter()
    .uint(version, 1)
    .fixed(head.id)
    .ascii(head.siteId)
    .ascii(head.host)
    .uint(head.issuedAt, instantBytes)
    .uint(head.expiresAt, instantBytes)

/** Decodes the head of a body. Returns null for another version. Check `fields.isComplete` after reading the last field. */
export const readHead = (
  version: number,
  body: Uint8Array
): { readonly head: Head; readonly fields: FieldReader } | null => {
  const fields = new FieldReader(body)
  if (fields.uint(1) !== version) return null
  const id = fields.fixed(challengeIdBytes)
  const siteId = fields.ascii()
  const host = fields.ascii()
  const issuedAt = fields.uint(instantBytes)
  const expiresAt = fields.uint(instantBytes)
  return { head: { id, siteId, host, issuedAt, expiresAt }, fields }
}
