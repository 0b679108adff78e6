import type { AccountId } from "../kernel/Ids.ts"
import type { Reason } from "../scoring/RuleSet.ts"
import type { ReportReceipt } from "./ThreatReports.ts"

export const submissionStates = ["pending", "accepted", "rejected"] as const

export type SubmissionState = typeof submissionStates[number]

/** `urgent`: by triage risk, the highest first, and the newest first of those that are alike. Neither changes while one waits. */
export type SubmissionOrder = "newest" | "urgent"

/** A reported phishing link and where its review stands (decision 23). */
export interface Submission {
  readonly id: number
  /** As submitted. */
  readonly url: string
  /** Canonical form: two spellings of one URL are one submission. */
  readonly canonicalUrl: string
  readonly accountId: AccountId
  readonly state: SubmissionState
  readonly createdAt: Date
  readonly reviewedAt: Date | null
  /** Who reviewed it; null before. */
  readonly reviewer: string | null
  /** Why it was rejected; null otherwise. */
  readonly rejection: string | null
  /** The blocklist entry that came of it; null unless it was accepted. */
  readonly entryId: number | null
  /** 0 to 100, how urgent the review is (see `triageRules`). */
  readonly triageRisk: number
  /** The triage rules that held when it was submitted; of submissions from before that was kept, a message may be empty. */
  readonly triageReasons: ReadonlyArray<Reason>
  /** What came of handing it on to a vendor; null when it was not. */
  readonly forwarded: ReportReceipt | null
}
