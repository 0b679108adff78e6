import type { SiteOptions } from "../../sites/Site.ts"
import type { DegradedCause } from "../tokens/DegradedToken.ts"
import type { RejectionReason } from "./SiteVerification.ts"

/** Cause of a degraded verification. `empty` means that the form had no token. */
export type DegradedReason = "empty" | DegradedCause

/**
 * Applies a site's policy to a form without a usable token. Returns null to accept the form. `reject` also rejects
 * forms during an outage of this service. `limit` accepts a number of forms per minute, so an outage costs few forms,
 * and a bot that sends an empty token gains little. Each instance counts separately, because the shared store may be
 * unavailable.
 *
 * @param withinBudget reports whether the limit allows another form; called only for `limit`, because each call counts
 */
export const decideDegraded = (
  reason: DegradedReason,
  policy: SiteOptions["degraded"],
  withinBudget: () => boolean
): RejectionReason | null =>
  policy === "allow" || (policy === "limit" && withinBudget())
    ? null
    : reason === "empty"
    ? "missing token"
    : "degraded token"
