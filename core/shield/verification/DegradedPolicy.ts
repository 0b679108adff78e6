import type { SiteOptions } from "../../sites/Site.ts"
import type { DegradedCause } from "../tokens/DegradedToken.ts"
import type { RejectionReason } from "./SiteVerification.ts"

/** Why nobody can tell whether it was a person; `empty` where the form brought no token at all. */
export type WhyDegraded = "empty" | DegradedCause

/**
 * What a site does with a form whose token proves nothing; null lets it pass. `reject` holds even while something is out of
 * order here: who chose it would rather lose forms. `limit` lets so many a minute pass, so that an outage costs few forms and
 * an empty field, which any bot can send, brings in no more than these. Each instance counts by itself, since the store may be
 * what is away.
 *
 * @param withinBudget asked last, since asking takes from the budget
 */
export const decideDegraded = (
  why: WhyDegraded,
  policy: SiteOptions["degraded"],
  withinBudget: () => boolean
): RejectionReason | null =>
  policy === "allow" || (policy === "limit" && withinBudget())
    ? null
    : why === "empty"
    ? "missing token"
    : "degraded token"
