import { Effect } from "effect"
import type { Geo } from "../ports/Geo.ts"
import type { Seals } from "../ports/Seals.ts"
import type { VisitorTraffic } from "../ports/VisitorTraffic.ts"
import type { RequestFacts } from "./SessionJudgement.ts"
import type { ProofExpired, ProofRefused, SiteRefused } from "./ShieldFailure.ts"

export interface HeldTicket {
  readonly ticket: string
  readonly signals: unknown
  /** Header `Origin` of the request, as it came. */
  readonly origin: string | null
  readonly request: RequestFacts
}

export interface Refreshed {
  readonly token: string
  readonly tokenSeconds: number
}

/** A token with a score by the newest signals, in the place of the one before. */
export const refreshToken = (
  _held: HeldTicket
): Effect.Effect<Refreshed, SiteRefused | ProofExpired | ProofRefused, Seals | VisitorTraffic | Geo> =>
  Effect.die("not written yet")
