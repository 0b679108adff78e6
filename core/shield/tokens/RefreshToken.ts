import { Clock, Effect } from "effect"
import { Geo } from "../../kernel/networks/Geo.ts"
import { Seals } from "../../kernel/Seals.ts"
import type { RequestFacts } from "../SessionJudgment.ts"
import { type ProofExpired, ProofRefused, type SiteRefused } from "../ShieldFailure.ts"
import { tokenSecondsMax } from "../ShieldTimes.ts"
import { ShieldTraffic } from "../ShieldTraffic.ts"
import { VisitorTraffic } from "../VisitorTraffic.ts"
import { decideProof, makeCountedFailure } from "./DecideProof.ts"
import { issueToken } from "./IssueToken.ts"
import { readTicket } from "./Ticket.ts"

export interface RefreshRequest {
  readonly ticket: string
  readonly signals: unknown
  /** Unparsed value of the `Origin` header. */
  readonly origin: string | null
  readonly request: RequestFacts
}

export interface RefreshResult {
  readonly token: string
  readonly tokenSeconds: number
}

/**
 * Issues a token with a score from the newest signals, which replaces the previous token. All tokens of a ticket share
 * an ID, so at most one of them can be verified.
 */
export const refreshToken: (
  held: RefreshRequest
) => Effect.Effect<
  RefreshResult,
  SiteRefused | ProofExpired | ProofRefused,
  Seals | VisitorTraffic | Geo | ShieldTraffic
> = Effect
  .fnUntraced(function*(held: RefreshRequest) {
    const seals = yield* Seals
    const nowMillis = yield* Clock.currentTimeMillis
    const ticket = readTicket(seals, held.ticket)
    if (ticket === null) return yield* new ProofRefused({ reason: "ticket" })
    const refusal = decideProof("ticket", ticket, held.origin, nowMillis)
    if (refusal !== null) return yield* makeCountedFailure(yield* ShieldTraffic, ticket.siteId, nowMillis)(refusal)
    const ports = { seals, geo: yield* Geo, visitors: yield* VisitorTraffic }
    return { token: issueToken(ports, ticket, held, nowMillis), tokenSeconds: tokenSecondsMax }
  })
