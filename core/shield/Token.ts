import type { Seals } from "../ports/Seals.ts"
import { FieldReader, FieldWriter } from "./ByteFields.ts"
import { challengeIdBytes } from "./Challenge.ts"
import { tokenCharsMax, type Validity } from "./ShieldTimes.ts"
import { type AddressBytes, isAddressLength } from "./VisitorAddress.ts"

/** What a form carries. Sealed: neither the visitor nor the page reads the score. */
export interface Token extends Validity {
  /** The same in all tokens of one solved challenge: one of them is ever verified. */
  readonly id: Uint8Array
  readonly siteId: string
  readonly host: string
  /** 0 to 100, a whole number. */
  readonly score: number
  /** The visitor's, of the newest request. */
  readonly address: AddressBytes
}

const version = 1
const prefix = "sh1"
export const scoreMax = 100

export const writeToken = (seals: Seals["Service"], token: Token): string =>
  seals.seal("token", prefix, encodeToken(token))

/** Null for whatever this service did not seal as a token. */
export const readToken = (seals: Seals["Service"], text: string): Token | null => {
  const body = text.length > tokenCharsMax ? null : seals.open("token", prefix, text)
  return body === null ? null : decodeToken(body)
}

export const encodeToken = (token: Token): Uint8Array =>
  new FieldWriter()
    .uint(version, 1)
    .fixed(token.id)
    .ascii(token.siteId)
    .ascii(token.host)
    .uint(token.issuedAt, 6)
    .uint(token.expiresAt, 6)
    .uint(token.score, 1)
    .bytesOfLength(token.address)
    .done()

export const decodeToken = (body: Uint8Array): Token | null => {
  const fields = new FieldReader(body)
  if (fields.uint(1) !== version) return null
  const id = fields.fixed(challengeIdBytes)
  const siteId = fields.ascii()
  const host = fields.ascii()
  const issuedAt = fields.uint(6)
  const expiresAt = fields.uint(6)
  const score = fields.uint(1)
  const address = fields.bytesOfLength()
  if (!fields.isWhole || score > scoreMax || !isAddressLength(address.length)) return null
  return { id, siteId, host, issuedAt, expiresAt, score, address }
}
