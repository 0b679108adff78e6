import type { AccountId } from "../kernel/Ids.ts"
import type { Reason } from "../scoring/RuleSet.ts"
import type { ReportReceipt } from "./ThreatReports.ts"

export const submissionStates = ["pending", "accepted", "rejected"] as const

export type SubmissionState = typeof submissionStates[number]

/** `urgent`: by triage risk, highest first, then newest first. Neither value changes while a submission waits. */
export type SubmissionOrder = "newest" | "urgent"

/** Reported phishing link and the state of its review (decision 23). */
export interface Submission {
  readonly id: number
  /** As submitted. */
  readonly url: string
  /** Canonical form. Two spellings of one URL are one submission. */
  readonly canonicalUrl: string
  readonly accountId: AccountId
  readonly state: SubmissionState
  readonly createdAt: Date
  readonly reviewedAt: Date | null
  /** Name of the reviewer. Null before the review. */
  readonly reviewer: string | null
  /** Reason of a rejection. Null otherwise. */
  readonly rejection: string | null
  /** Blocklist entry of an accepted submission. Null otherwise. */
  readonly entryId: number | null
  /** Urgency of the review, 0 to 100 (see `triageRules`). */
  readonly triageRisk: number
  /** Triage rules that matched at submission. Messages may be empty in submissions from before messages were stored. */
  readonly triageReasons: ReadonlyArray<Reason>
  /** State of the report to a vendor. Null if not reported. */
  readonly forwarded: ReportReceipt | null
}
