import { Effect } from "effect"
import type { Geo } from "../ports/Geo.ts"
import type { PuzzleCheck } from "../ports/PuzzleCheck.ts"
import type { Seals } from "../ports/Seals.ts"
import type { Secrets } from "../ports/Secrets.ts"
import type { ShieldTraffic } from "../ports/ShieldTraffic.ts"
import type { SingleUse } from "../ports/SingleUse.ts"
import type { VisitorTraffic } from "../ports/VisitorTraffic.ts"
import type { RequestFacts } from "./SessionJudgement.ts"
import type { ChallengeUsed, ProofExpired, ProofRefused, SiteRefused } from "./ShieldFailure.ts"

export interface SolvedChallenge {
  readonly challenge: string
  /** One for each puzzle, by index, as they came: looked at here. */
  readonly counters: ReadonlyArray<unknown>
  readonly signals: unknown
  /** Header `Origin` of the request, as it came. */
  readonly origin: string | null
  readonly request: RequestFacts
}

export interface Redeemed {
  /** For the form; degraded where `ticket` is null. */
  readonly token: string
  readonly ticket: string | null
  readonly tokenSeconds: number
  /** 0 without a ticket. */
  readonly ticketSeconds: number
}

/** Exchanges the answers to a challenge for a token and a ticket. */
export const redeemChallenge = (
  _solved: SolvedChallenge
): Effect.Effect<
  Redeemed,
  SiteRefused | ChallengeUsed | ProofExpired | ProofRefused,
  Seals | Secrets | SingleUse | PuzzleCheck | VisitorTraffic | ShieldTraffic | Geo
> => Effect.die("not written yet")
