import { instantBytes } from "../../kernel/ByteFields.ts"
import { type AddressBytes, isAddressLength } from "../../kernel/networks/VisitorAddress.ts"
import type { Seals } from "../../kernel/Seals.ts"
import { isWorkWithinLimits, profileNumber, profileOf } from "../challenges/Challenge.ts"
import type { PuzzleWork } from "../Puzzle.ts"
import { readSealedHeader, type SealedHeader, writeSealedHeader } from "../SealedHeader.ts"
import { ticketCharsMax } from "../ShieldTimes.ts"

/**
 * Proof of a solved challenge, which a client can exchange for tokens. Tickets are encrypted, so clients cannot read
 * them.
 */
export interface Ticket extends SealedHeader, PuzzleWork {
  readonly challengedAt: number
  readonly solveMillis: number
  /** Address that sent the answers. */
  readonly address: AddressBytes
  /** Whether the answers came from another network than the challenge request. */
  readonly networkChanged: boolean
}

/** Version of the format. In version 1, `challengedAt` preceded the head. */
const version = 2
const prefix = "st1"
const solveMillisBytes = 4

export const writeTicket = (seals: Seals["Service"], ticket: Ticket): string =>
  seals.seal("ticket", prefix, encodeTicket(ticket))

/** Decrypts and decodes a ticket. Returns null for text that this service did not seal as a ticket. */
export const readTicket = (seals: Seals["Service"], text: string): Ticket | null => {
  const body = text.length > ticketCharsMax ? null : seals.open("ticket", prefix, text)
  return body === null ? null : decodeTicket(body)
}

export const encodeTicket = (ticket: Ticket): Uint8Array =>
  writeSealedHeader(version, ticket)
    .uint(ticket.challengedAt, instantBytes)
    .uint(profileNumber(ticket.profile), 1)
    .uint(ticket.puzzles, 1)
    .uint(ticket.bits, 1)
    .uint(ticket.solveMillis, solveMillisBytes)
    .prefixedBytes(ticket.address)
    .uint(ticket.networkChanged ? 1 : 0, 1)
    .finish()

export const decodeTicket = (body: Uint8Array): Ticket | null => {
  const read = readSealedHeader(version, body)
  if (read === null) return null
  const { fields, head } = read
  const challengedAt = fields.uint(instantBytes)
  const profile = profileOf(fields.uint(1))
  const puzzles = fields.uint(1)
  const bits = fields.uint(1)
  const solveMillis = fields.uint(solveMillisBytes)
  const address = fields.prefixedBytes()
  const changed = fields.uint(1)
  if (!fields.isComplete || profile === null || !isWorkWithinLimits(puzzles, bits)) return null
  if (!isAddressLength(address.length) || changed > 1) return null
  const networkChanged = changed === 1
  const work = { profile, puzzles, bits }
  return { ...head, challengedAt, ...work, solveMillis, address, networkChanged }
}
