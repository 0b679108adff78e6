import { Context, Schema } from "effect"
import type { Effect } from "effect"
import type { AccountId } from "../kernel/Ids.ts"
import type { Submission, SubmissionOrder, SubmissionState } from "./Submission.ts"
import type { ReportReceipt } from "./ThreatReports.ts"

export class SubmissionNotFound extends Schema.TaggedError<SubmissionNotFound>()("SubmissionNotFound", {
  id: Schema.Int
}) {}

/** Reported phishing links, unique by canonical URL. */
export class Submissions extends Context.Service<Submissions, {
  /** Stores a submission, or returns the existing one with the same canonical URL (decision 22). */
  readonly add: (submission: Omit<Submission, "id">) => Effect.Effect<Submission>
  /** Returns the submission with this canonical URL, or null. */
  readonly find: (canonicalUrl: string) => Effect.Effect<Submission | null>
  readonly get: (id: number) => Effect.Effect<Submission, SubmissionNotFound>
  /** Updates the state and related fields if the stored state is still `from`. Otherwise, changes nothing and returns false. */
  readonly transition: (submission: Submission, from: SubmissionState) => Effect.Effect<boolean, SubmissionNotFound>
  readonly setForwarded: (id: number, receipt: ReportReceipt) => Effect.Effect<void, SubmissionNotFound>
  readonly list: (page: {
    readonly state?: SubmissionState
    readonly accountId?: AccountId
    /** Default: newest first. */
    readonly order?: SubmissionOrder
    /** Only submissions after this one in the order, whatever its current state. No results if it does not belong to `accountId`. */
    readonly before?: number
    readonly limit: number
  }) => Effect.Effect<ReadonlyArray<Submission>>
  /** Counts the submissions reviewed by these reviewers. */
  readonly countBy: (reviewers: ReadonlyArray<string>) => Effect.Effect<number>
  /** Replaces these reviewers in all their reviews. For the erasure of personal data. */
  readonly renameReviewers: (reviewers: ReadonlyArray<string>, to: string) => Effect.Effect<void>
  /**
   * Replaces URL, canonical URL, rejection and triage messages of submissions, found by id. A submission with a changed canonical
   * URL is no longer found by URL, because several may then be equal. For the erasure of personal data.
   */
  readonly rewrite: (submissions: ReadonlyArray<Submission>) => Effect.Effect<void>
}>()("gatehouse/core/submissions/Submissions") {}
