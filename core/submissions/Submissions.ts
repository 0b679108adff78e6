import { Context, Schema } from "effect"
import type { Effect } from "effect"
import type { AccountId } from "../kernel/Ids.ts"
import type { Submission, SubmissionOrder, SubmissionState } from "./Submission.ts"
import type { ReportReceipt } from "./ThreatReports.ts"

export class SubmissionNotFound extends Schema.TaggedError<SubmissionNotFound>()("SubmissionNotFound", {
  id: Schema.Int
}) {}

/** Reported phishing links. Unique by canonical URL. */
export class Submissions extends Context.Service<Submissions, {
  /** Stores it, or returns the one that has the same canonical URL already (decision 22). */
  readonly add: (submission: Omit<Submission, "id">) => Effect.Effect<Submission>
  /** The one with this canonical URL; null when there is none. */
  readonly find: (canonicalUrl: string) => Effect.Effect<Submission | null>
  readonly get: (id: number) => Effect.Effect<Submission, SubmissionNotFound>
  /** Writes the state and what goes with it, if the stored state is still `from`; otherwise changes nothing and returns false. */
  readonly transition: (submission: Submission, from: SubmissionState) => Effect.Effect<boolean, SubmissionNotFound>
  /** Writes how handing it on stands. */
  readonly forwarded: (id: number, receipt: ReportReceipt) => Effect.Effect<void, SubmissionNotFound>
  readonly list: (page: {
    readonly state?: SubmissionState
    /** Only those that this account submitted. */
    readonly accountId?: AccountId
    /** Newest first where it is absent. */
    readonly order?: SubmissionOrder
    /** Only those that stand behind this one in the order, whatever came of it meanwhile; none behind one that is not of `accountId`. */
    readonly before?: number
    readonly limit: number
  }) => Effect.Effect<ReadonlyArray<Submission>>
  /** How many one of these has reviewed. */
  readonly countBy: (reviewers: ReadonlyArray<string>) => Effect.Effect<number>
  /** Names somebody else as who reviewed what one of these has reviewed. For the erasure of somebody's data. */
  readonly renameReviewers: (reviewers: ReadonlyArray<string>, to: string) => Effect.Effect<void>
  /**
   * Writes the words of these anew, found by id: URL, canonical URL, rejection, messages of triage. One of another canonical URL is not
   * found by any from then on: several may read alike. For the erasure of somebody's data.
   */
  readonly rewrite: (submissions: ReadonlyArray<Submission>) => Effect.Effect<void>
}>()("gatehouse/core/submissions/Submissions") {}
