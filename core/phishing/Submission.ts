export type SubmissionState = "pending" | "accepted" | "rejected"

/** A reported phishing link and where its review stands (decision 23). */
export interface Submission {
  readonly id: number
  /** As submitted. */
  readonly url: string
  /** Canonical form: two spellings of one URL are one submission. */
  readonly canonicalUrl: string
  readonly accountId: string
  readonly state: SubmissionState
  readonly createdAt: Date
  readonly reviewedAt: Date | null
  /** Why it was rejected; null otherwise. */
  readonly rejection: string | null
  /** 0 to 100, how urgent the review is (see `triageRules`). */
  readonly triageRisk: number
  /** Codes of the triage rules that held. */
  readonly triageReasons: ReadonlyArray<string>
}
