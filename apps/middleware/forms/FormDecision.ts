import type { EmailResult, LeadResult } from "../../client/index.ts"
import { buildRejection, type Rejection, rejectionOf } from "../../shield/Guard.ts"
import type { AcceptPolicy, ShieldDecision, UnverifiedPolicy } from "../../shield/index.ts"

/** What to do with a form or file. `review` also accepts the form or file, so that a person can review it. */
export type Outcome = UnverifiedPolicy

/**
 * Finding about a form. A finding is also reported if the policy allows such forms:
 * - `shield`: Shield's decision and the policy require a rejection or a review.
 * - `email_invalid`: the address is not valid.
 * - `email_blocked`: one of the account's rules blocks the address.
 * - `email_disposable`: the address belongs to a throwaway mail service.
 * - `lead_review`, `lead_spam`: the verdict on the lead.
 * - `message_truncated`: the message is longer than what Gatehouse analyzes.
 * - `not_checked`: Gatehouse did not check the address or the lead.
 */
export type FormReason =
  | "shield"
  | "email_invalid"
  | "email_blocked"
  | "email_disposable"
  | "lead_review"
  | "lead_spam"
  | "message_truncated"
  | "not_checked"

/** Your policy for forms, with the options of Shield's policy. */
export interface FormPolicy extends AcceptPolicy {
  /** Handling of throwaway addresses. Default: `allow`. */
  readonly onDisposable?: Outcome
  /** Handling of leads with the verdict `review`. Default: `review`. */
  readonly onLeadReview?: Outcome
  /** Handling of leads with the verdict `spam`. Default: `review`, so that no message of a person is lost. */
  readonly onSpam?: Outcome
  /** Handling of forms that Shield, the address check or the lead analysis could not judge. Default: `allow`. */
  readonly onUnavailable?: Outcome
}

/** Result of screening a form. */
export interface FormDecision {
  /** Whether to accept the form: `outcome` is not `reject`. */
  readonly accepted: boolean
  readonly outcome: Outcome
  readonly reasons: ReadonlyArray<FormReason>
  readonly shield: ShieldDecision
  /** Signals of the address; null if the address was not checked or is not valid. */
  readonly email: EmailResult | null
  /** Verdict on the lead; null if it was not analyzed. */
  readonly lead: LeadResult | null
}

/** Returns the response to a rejected form. It names only a reason that the visitor can change. */
export const formRejectionOf = ({ reasons, shield }: FormDecision): Rejection => {
  if (reasons.includes("shield")) return rejectionOf(shield)
  if (reasons.includes("email_invalid")) return buildRejection(422, "The email address is not valid.")
  return reasons.includes("not_checked")
    ? buildRejection(503, "The form cannot be checked right now. Please try again in a few minutes.")
    : buildRejection(403, "The form could not be accepted.")
}
