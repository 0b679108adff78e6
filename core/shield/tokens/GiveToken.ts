import { addressBytesOf } from "../../kernel/networks/VisitorAddress.ts"
import { judgeSession } from "../score/JudgeSession.ts"
import { tokenSecondsMax } from "../ShieldTimes.ts"
import { testKindOf, testScores } from "../TestSites.ts"
import { type SeenOfSession, sessionOf, type SessionPorts } from "./SessionOf.ts"
import type { Ticket } from "./Ticket.ts"
import { scoreMax, writeToken } from "./Token.ts"

/**
 * A token for who holds this ticket, with a score by what is known of the session now. The address of the newest request
 * counts: phones change networks on the way, and the site's rules on addresses should meet the one that sends the form.
 */
export const giveToken = (
  ports: SessionPorts,
  ticket: Ticket,
  seen: SeenOfSession,
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
  seen: SeenOfSession,
  nowMillis: number
): number => {
  const kind = testKindOf(ticket.siteId)
  if (kind !== null) return testScores[kind]
  const { score } = judgeSession(sessionOf(ports, ticket, seen, nowMillis))
  // Whatever a sum of weights may come to, a token holds a whole number between the bounds.
  return Number.isFinite(score) ? Math.min(scoreMax, Math.max(0, Math.round(score))) : 0
}
