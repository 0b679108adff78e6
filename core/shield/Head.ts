import { FieldReader, FieldWriter, instantBytes } from "../kernel/ByteFields.ts"
import type { SiteId } from "../kernel/Ids.ts"
import { seedBytes } from "./Puzzle.ts"
import type { Validity } from "./ShieldTimes.ts"

/** What a challenge is known by (`newChallengeId`); it is the seed of its puzzles, too: nobody could know it before. */
export const challengeIdBytes = seedBytes

/** What challenges, tickets and tokens of every kind begin with. */
export interface Head extends Validity {
  /** The challenge's: the same in all that comes of one challenge. Random where there was none. */
  readonly id: Uint8Array
  readonly siteId: SiteId
  /** Host name of the page. */
  readonly host: string
}

/** Begins a body; what else it holds is written behind. */
export const writeHead = (version: number, head: Head): FieldWriter =>
  new FieldWriter()
    .uint(version, 1)
    .fixed(head.id)
    .ascii(head.siteId)
    .ascii(head.host)
    .uint(head.issuedAt, instantBytes)
    .uint(head.expiresAt, instantBytes)

/** The beginning of a body, and the reader with which to go on; null for another version. Whether it was whole, the reader tells at the end. */
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
