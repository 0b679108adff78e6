import type { AccountId } from "../kernel/Ids.ts"
import type { Reason } from "../scoring/RuleSet.ts"
import type { ReportReceipt } from "./ThreatReports.ts"

export const submissionStates = ["pending", "accepted", "rejected"] as const

export type SubmissionState = typeof submissionStates[number]

/**
 * Order of submissions. `urgent` sorts by triage risk, highest first, then newest first. Risk and time do not change
 * while a submission waits.
 */
export type SubmissionOrder = "newest" | "urgent"

/** Reported phishing link and the state of its review. */
export interface Submission {
  readonly id: number
  /** URL as submitted. */
  readonly url: string
  /** Canonical form of the URL. Two spellings of one URL are one submission. */
  readonly canonicalUrl: string
  readonly accountId: AccountId
  readonly state: SubmissionState
  readonly createdAt: Date
  readonly reviewedAt: Date | null
  /** Name of the reviewer. Null before the review. */
  readonly reviewer: string | null
  /** Reason of a rejection. Null otherwise. */
  readonly rejection: string | null
  /** ID of the blocklist entry of an accepted submission. Null otherwise. */
  readonly entryId: number | null
  /** Urgency of the review from 0 to 100 (see `triageRules`). */
  readonly triageRisk: number
  /**
   * Triage rules that matched at submission. In old submissions, which were stored without messages, the messages are
   * empty.
   */
  readonly triageReasons: ReadonlyArray<Reason>
  /** State of the report to a vendor. Null if the URL was not reported. */
  readonly forwarded: ReportReceipt | null
}
