import { Effect } from "effect"
import type { SiteId } from "../../kernel/Ids.ts"
import { ProofExpired, ProofRefused, type ShieldFailure, SiteRefused } from "../ShieldFailure.ts"
import { type Validity, validityAt } from "../ShieldTimes.ts"
import type { ShieldTraffic } from "../ShieldTraffic.ts"
import { testKindOf } from "../TestSites.ts"
import { hostOfOrigin } from "../VisitorHost.ts"

/**
 * Checks whether an authentic challenge or ticket is valid now and for the page. Returns the error, or null if valid.
 */
export const decideProof = (
  what: "challenge" | "ticket",
  proof: Validity & { readonly siteId: SiteId; readonly host: string },
  origin: string | null,
  nowMillis: number
): SiteRefused | ProofExpired | ProofRefused | null => {
  const validity = validityAt(proof, nowMillis)
  if (validity === "expired") return new ProofExpired({ what })
  if (validity === "future") return new ProofRefused({ reason: what })
  const host = hostOfOrigin(origin) ?? (isSiteCounted(proof.siteId) ? null : "")
  if (host === null) return new SiteRefused({ reason: "hostname" })
  return host === proof.host ? null : new ProofRefused({ reason: "hostname" })
}

/** Returns a function that counts a failure for the site and fails with it. */
export const makeCountedFailure =
  (traffic: ShieldTraffic["Service"], siteId: SiteId, nowMillis: number) =>
  <Failure extends ShieldFailure>(failure: Failure): Effect.Effect<never, Failure> => {
    if (isSiteCounted(siteId)) traffic.count(siteId, { kind: "refused", reason: counterReason(failure) }, nowMillis)
    return Effect.fail(failure)
  }

/** Reports whether events of a site are counted. Events of test sites are not counted. */
export const isSiteCounted = (siteId: SiteId): boolean => testKindOf(siteId) === null

const counterReason = (failure: ShieldFailure): string =>
  failure._tag === "ChallengeUsed" ? "used" : failure._tag === "ProofExpired" ? "expired" : failure.reason
