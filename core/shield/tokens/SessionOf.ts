import { hexOf } from "../../kernel/HexText.ts"
import type { Geo } from "../../kernel/networks/Geo.ts"
import { addressBytesOf, sameNetwork } from "../../kernel/networks/VisitorAddress.ts"
import type { Seals } from "../../kernel/Seals.ts"
import { solveMillisMin } from "../challenges/Difficulty.ts"
import { shapeOf } from "../score/Signals.ts"
import type { RequestFacts, Session } from "../SessionJudgement.ts"
import type { VisitorTraffic } from "../VisitorTraffic.ts"
import type { Ticket } from "./Ticket.ts"

/** What a session is looked up in. */
export interface SessionPorts {
  readonly seals: Seals["Service"]
  readonly geo: Geo["Service"]
  readonly visitors: VisitorTraffic["Service"]
}

/** What the newest request brought. */
export interface SeenOfSession {
  readonly signals: unknown
  readonly request: RequestFacts
}

/** Everything that is known of a session at this moment, to be judged. */
export const sessionOf = (
  { geo, seals, visitors }: SessionPorts,
  ticket: Ticket,
  { request, signals }: SeenOfSession,
  nowMillis: number
): Session => {
  const shape = shapeOf(signals)
  return {
    signals,
    request,
    country: geo.countryOf(request.address),
    asn: geo.asnOf(request.address),
    pressure: visitors.pressureOf(request.address, nowMillis),
    networkChanged: ticket.networkChanged || !sameNetwork(ticket.address, addressBytesOf(request.address)),
    profile: ticket.profile,
    solveMillis: ticket.solveMillis,
    solveMillisMin: solveMillisMin(ticket),
    sinceChallengeMillis: Math.max(0, nowMillis - ticket.challengedAt),
    shapeSeen: shape === null
      ? 0
      : visitors.shapeSeen(ticket.siteId, seals.pseudonym(shape), hexOf(ticket.id), nowMillis)
  }
}
