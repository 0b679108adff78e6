import { Effect } from "effect"
import type { SiteId } from "../../kernel/Ids.ts"
import { ProofExpired, ProofRefused, type ShieldFailure, SiteRefused } from "../ShieldFailure.ts"
import { type Validity, validityAt } from "../ShieldTimes.ts"
import type { ShieldTraffic } from "../ShieldTraffic.ts"
import { testKindOf } from "../TestSites.ts"
import { hostOfOrigin } from "../VisitorHost.ts"

/** Checks whether an authentic challenge or ticket is valid now and for this page. Returns the error, or null if it is valid. */
export const decideProof = (
  what: "challenge" | "ticket",
  proof: Validity & { readonly siteId: SiteId; readonly host: string },
  origin: string | null,
  nowMillis: number
): SiteRefused | ProofExpired | ProofRefused | null => {
  const validity = validityAt(proof, nowMillis)
  if (validity === "expired") return new ProofExpired({ what })
  if (validity === "future") return new ProofRefused({ reason: what })
  const host = hostOfOrigin(origin) ?? (isCounted(proof.siteId) ? null : "")
  if (host === null) return new SiteRefused({ reason: "hostname" })
  return host === proof.host ? null : new ProofRefused({ reason: "hostname" })
}

/** Returns a function that counts a failure and fails with it. */
export const makeRefuse =
  (traffic: ShieldTraffic["Service"], siteId: SiteId, nowMillis: number) =>
  <Failure extends ShieldFailure>(failure: Failure): Effect.Effect<never, Failure> => {
    if (isCounted(siteId)) traffic.count(siteId, { kind: "refused", reason: counterReason(failure) }, nowMillis)
    return Effect.fail(failure)
  }

/** Reports whether events of a site are counted. Test sites are not. */
export const isCounted = (siteId: SiteId): boolean => testKindOf(siteId) === null

const counterReason = (failure: ShieldFailure): string =>
  failure._tag === "ChallengeUsed" ? "used" : failure._tag === "ProofExpired" ? "expired" : failure.reason
