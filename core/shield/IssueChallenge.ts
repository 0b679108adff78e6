import { Effect } from "effect"
import type { Seals } from "../ports/Seals.ts"
import type { Secrets } from "../ports/Secrets.ts"
import type { ShieldTraffic } from "../ports/ShieldTraffic.ts"
import type { Sites } from "../ports/Sites.ts"
import type { VisitorTraffic } from "../ports/VisitorTraffic.ts"
import type { PuzzleProfile, Work } from "./Puzzle.ts"
import type { SiteRefused } from "./ShieldFailure.ts"

export interface WantedChallenge {
  readonly siteKey: string
  readonly profile: PuzzleProfile
  /** Header `Origin` of the request, as it came. */
  readonly origin: string | null
  /** The visitor's address. */
  readonly address: string
}

export interface IssuedChallenge extends Work {
  readonly challenge: string
  /** `seedBytes` bytes. */
  readonly seed: Uint8Array
  readonly expiresInSeconds: number
}

/** Gives a page's visitor something to solve. */
export const issueChallenge = (
  _wanted: WantedChallenge
): Effect.Effect<IssuedChallenge, SiteRefused, Sites | Seals | Secrets | VisitorTraffic | ShieldTraffic> =>
  Effect.die("not written yet")
