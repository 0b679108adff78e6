import { type AddressBytes, isAddressLength } from "../../kernel/networks/VisitorAddress.ts"
import type { Seals } from "../../kernel/Seals.ts"
import { readSealedHeader, type SealedHeader, writeSealedHeader } from "../SealedHeader.ts"
import { tokenCharsMax } from "../ShieldTimes.ts"

/**
 * Token that is submitted with a form. Tokens are encrypted, so that visitors and pages cannot read the score. Only one
 * token per ID can be verified.
 */
export interface Token extends SealedHeader {
  /** Score as an integer from 0 (very likely a bot) to 100 (very likely a person). */
  readonly score: number
  /** Visitor's address in the newest request. */
  readonly address: AddressBytes
}

const version = 1
const prefix = "sh1"
export const scoreMax = 100

export const writeToken = (seals: Seals["Service"], token: Token): string =>
  seals.seal("token", prefix, encodeToken(token))

/** Decrypts and decodes a token. Returns null for text that this service did not seal as a token. */
export const readToken = (seals: Seals["Service"], text: string): Token | null => {
  const body = text.length > tokenCharsMax ? null : seals.open("token", prefix, text)
  return body === null ? null : decodeToken(body)
}

export const encodeToken = (token: Token): Uint8Array =>
  writeSealedHeader(version, token)
    .uint(token.score, 1)
    .prefixedBytes(token.address)
    .finish()

export const decodeToken = (body: Uint8Array): Token | null => {
  const read = readSealedHeader(version, body)
  if (read === null) return null
  const { fields, head } = read
  const score = fields.uint(1)
  const address = fields.prefixedBytes()
  if (!fields.isComplete || score > scoreMax || !isAddressLength(address.length)) return null
  return { ...head, score, address }
}
