import { type AddressBytes, isAddressLength } from "../../kernel/networks/VisitorAddress.ts"
import type { Seals } from "../../kernel/Seals.ts"
import { type Head, readHead, writeHead } from "../Head.ts"
import { tokenCharsMax } from "../ShieldTimes.ts"

/** Token submitted with a form. Encrypted, so neither visitor nor page can read the score. Only one token per id can be verified. */
export interface Token extends Head {
  /** Integer from 0 to 100. */
  readonly score: number
  /** The visitor's address in the newest request. */
  readonly address: AddressBytes
}

const version = 1
const prefix = "sh1"
export const scoreMax = 100

export const writeToken = (seals: Seals["Service"], token: Token): string =>
  seals.seal("token", prefix, encodeToken(token))

/** Returns null for any text that this service did not seal as a token. */
export const readToken = (seals: Seals["Service"], text: string): Token | null => {
  const body = text.length > tokenCharsMax ? null : seals.open("token", prefix, text)
  return body === null ? null : decodeToken(body)
}

export const encodeToken = (token: Token): Uint8Array =>
  writeHead(version, token)
    .uint(token.score, 1)
    .prefixedBytes(token.address)
    .finish()

export const decodeToken = (body: Uint8Array): Token | null => {
  const read = readHead(version, body)
  if (read === null) return null
  const { fields, head } = read
  const score = fields.uint(1)
  const address = fields.prefixedBytes()
  if (!fields.isComplete || score > scoreMax || !isAddressLength(address.length)) return null
  return { ...head, score, address }
}
