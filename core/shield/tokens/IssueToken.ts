import { toHex } from "../../kernel/Hex.ts"
import type { Geo } from "../../kernel/networks/Geo.ts"
import { addressBytesOf, isSameNetwork } from "../../kernel/networks/VisitorAddress.ts"
import type { Seals } from "../../kernel/Seals.ts"
import { solveMillisMin } from "../challenges/Difficulty.ts"
import { judgeSession } from "../score/JudgeSession.ts"
import { shapeOf } from "../score/Signals.ts"
import type { RequestFacts, Session } from "../SessionJudgment.ts"
import { tokenSecondsMax } from "../ShieldTimes.ts"
import { testKindOf, testScores } from "../TestSites.ts"
import type { VisitorTraffic } from "../VisitorTraffic.ts"
import type { Ticket } from "./Ticket.ts"
import { scoreMax, writeToken } from "./Token.ts"

/**
 * Issues a token for a ticket, with a score for the current state of the session. The token contains the address of the
 * newest request. Phones change networks, and the site's address rules should apply to the address that sends the form.
 */
export const issueToken = (
  ports: SessionPorts,
  ticket: Ticket,
  seen: LatestRequest,
  nowMillis: number
): string =>
  writeToken(ports.seals, {
    id: ticket.id,
    siteId: ticket.siteId,
    host: ticket.host,
    issuedAt: nowMillis,
    expiresAt: nowMillis + tokenSecondsMax * 1_000,
    score: scoreOf(ports, ticket, seen, nowMillis),
    address: addressBytesOf(seen.request.address)
  })

const scoreOf = (
  ports: SessionPorts,
  ticket: Ticket,
  seen: LatestRequest,
  nowMillis: number
): number => {
  const kind = testKindOf(ticket.siteId)
  if (kind !== null) return testScores[kind]
  const { score } = judgeSession(buildSession(ports, ticket, seen, nowMillis))
  // The score must always be an integer within its bounds.
  return Number.isFinite(score) ? Math.min(scoreMax, Math.max(0, Math.round(score))) : 0
}

/** Services that are used to score a session and seal its token. */
interface SessionPorts {
  readonly seals: Seals["Service"]
  readonly geo: Geo["Service"]
  readonly visitors: VisitorTraffic["Service"]
}

interface LatestRequest {
  readonly signals: unknown
  readonly request: RequestFacts
}

/** Collects the current data of a session for its scoring. */
export const buildSession = (
  { geo, seals, visitors }: SessionPorts,
  ticket: Ticket,
  { request, signals }: LatestRequest,
  nowMillis: number
): Session => {
  const shape = shapeOf(signals)
  return {
    signals,
    request,
    country: geo.countryOf(request.address),
    asn: geo.asnOf(request.address),
    pressure: visitors.pressureOf(request.address, nowMillis),
    networkChanged: ticket.networkChanged || !isSameNetwork(ticket.address, addressBytesOf(request.address)),
    profile: ticket.profile,
    solveMillis: ticket.solveMillis,
    solveMillisMin: solveMillisMin(ticket),
    sinceChallengeMillis: Math.max(0, nowMillis - ticket.challengedAt),
    shapeSeen: shape === null
      ? 0
      : visitors.shapeSeen(ticket.siteId, seals.pseudonym(shape), toHex(ticket.id), nowMillis)
  }
}
