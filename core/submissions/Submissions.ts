import { Context, Schema } from "effect"
import type { Effect } from "effect"
import type { AccountEvent } from "../events/AccountEvent.ts"
import type { AccountId } from "../kernel/Ids.ts"
import type { Submission, SubmissionOrder, SubmissionState } from "./Submission.ts"
import type { ReportReceipt } from "./ThreatReports.ts"

export class SubmissionNotFound extends Schema.TaggedError<SubmissionNotFound>()("SubmissionNotFound", {
  id: Schema.Int
}) {}

/** Stores reported phishing links. Each canonical URL has one submission. */
export class Submissions extends Context.Service<Submissions, {
  /**
   * Stores a submission, or returns the existing one with the same canonical URL.
   *
   * @param eventOf returns the event of a new submission, which is stored in the same commit
   */
  readonly add: (
    submission: Omit<Submission, "id">,
    eventOf?: (added: Submission) => AccountEvent
  ) => Effect.Effect<Submission>
  /** Returns the submission with this canonical URL, or null. */
  readonly find: (canonicalUrl: string) => Effect.Effect<Submission | null>
  readonly get: (id: number) => Effect.Effect<Submission, SubmissionNotFound>
  /**
   * Updates the state and related fields if the stored state is still `from`. Otherwise, changes nothing and returns
   * false. The event of the update is stored in the same commit.
   */
  readonly transition: (
    submission: Submission,
    from: SubmissionState,
    event?: AccountEvent
  ) => Effect.Effect<boolean, SubmissionNotFound>
  readonly setForwarded: (id: number, receipt: ReportReceipt) => Effect.Effect<void, SubmissionNotFound>
  readonly list: (page: {
    readonly state?: SubmissionState
    readonly accountId?: AccountId
    /** Order of the submissions. Default: newest first. */
    readonly order?: SubmissionOrder
    /**
     * ID of a submission. The page contains the submissions that follow it in the order, whatever its current state.
     * The page is empty if the submission does not belong to `accountId`.
     */
    readonly before?: number
    readonly limit: number
  }) => Effect.Effect<ReadonlyArray<Submission>>
  /** Counts the submissions reviewed by these reviewers. */
  readonly countBy: (reviewers: ReadonlyArray<string>) => Effect.Effect<number>
  /** Replaces the names of these reviewers in all their reviews. Used to erase personal data. */
  readonly renameReviewers: (reviewers: ReadonlyArray<string>, to: string) => Effect.Effect<void>
  /**
   * Replaces URL, canonical URL, rejection and triage messages of submissions, found by ID. A submission with a changed
   * canonical URL is no longer found by URL, because several submissions may then have the same URL. Used to erase
   * personal data.
   */
  readonly rewrite: (submissions: ReadonlyArray<Submission>) => Effect.Effect<void>
}>()("gatehouse/core/submissions/Submissions") {}
