import { Effect } from "effect"
import { Accounts } from "../../../../core/accounts/Accounts.ts"
import { type Review, reviewAs } from "../../../../core/submissions/ReviewSubmission.ts"
import type { Submission, SubmissionOrder, SubmissionState } from "../../../../core/submissions/Submission.ts"
import { Submissions } from "../../../../core/submissions/Submissions.ts"
import { explainTriage } from "../../../../core/submissions/TriageRules.ts"
import { type BlocklistTarget, entryText } from "../../../../core/threats/blocklist/BlocklistEntry.ts"
import { Conflict, NotFound } from "../api/AccountFailures.ts"
import { pageLimitDefault } from "../api/Page.ts"
import { CurrentMember } from "../api/SessionAuth.ts"
import { currentActor } from "../session/CurrentActor.ts"
import { invalidField } from "./Failures.ts"
import { currentAuthorName, expiryAfterDays, operatorName } from "./ThreatLists.ts"

export interface SubmissionsQuery {
  readonly state?: SubmissionState
  readonly order?: SubmissionOrder
  readonly before?: number
  readonly limit?: number
}

/**
 * Returns a page of submissions, newest first by default. Members of the operator's account see all submissions. Other
 * members see only submissions of their own account.
 */
export const submissionsPage = Effect.fnUntraced(function*(query: SubmissionsQuery, showsAll: boolean) {
  const { accountId } = yield* CurrentMember
  const { limit = pageLimitDefault, ...rest } = query
  const page = { ...rest, ...showsAll ? {} : { accountId }, limit: limit + 1 }
  const found = yield* (yield* Submissions).list(page)
  const items = found.slice(0, limit)
  const last = items.at(-1)
  const nameOf = showsAll ? yield* accountNames : () => null
  return {
    items: items.map((submission) => toSubmissionView(submission, nameOf(submission.accountId), showsAll)),
    next: last !== undefined && found.length > limit ? last.id : null
  }
})

/** Returns a submission if the list would show it to the same member. */
export const findVisibleSubmission = Effect.fnUntraced(function*(id: number, showsAll: boolean) {
  const { accountId } = yield* CurrentMember
  const submission = yield* Effect.catchTag(
    (yield* Submissions).get(id),
    "SubmissionNotFound",
    () => submissionNotFound(id)
  )
  if (!showsAll && submission.accountId !== accountId) return yield* submissionNotFound(id)
  const reporter = showsAll ? (yield* accountNames)(submission.accountId) : null
  return toSubmissionView(submission, reporter, showsAll)
})

const submissionNotFound = (id: number) => new NotFound({ message: `Submission ${id} does not exist.` })

export interface Acceptance {
  readonly scope?: BlocklistTarget["kind"]
  readonly days: number | null
  readonly reason: string
  readonly force: boolean
}

export const acceptSubmission = Effect.fnUntraced(function*(
  id: number,
  { days, force, reason, scope }: Acceptance
) {
  const decision = {
    kind: "accept",
    scope,
    expiresAt: yield* expiryAfterDays(days),
    force,
    reason,
    author: yield* currentAuthorName
  } as const
  return yield* Effect.catchTags(review(id, decision), {
    InvalidBlocklistTarget: invalidField("scope"),
    EntryTooBroad: invalidField("force")
  })
})

export const rejectSubmission = Effect.fnUntraced(function*(id: number, reason: string) {
  const decision = { kind: "reject", reason, author: yield* currentAuthorName } as const
  return yield* review(id, decision).pipe(
    // A rejection adds no blocklist entry, so these failures cannot occur.
    Effect.catchTags({ InvalidBlocklistTarget: Effect.die, EntryTooBroad: Effect.die })
  )
})

const review = Effect.fnUntraced(function*(id: number, decision: Review) {
  const { submission } = yield* reviewAs(yield* currentActor, id, decision).pipe(
    Effect.catchTags({
      SubmissionNotFound: () => submissionNotFound(id),
      AlreadyReviewed: ({ message }) => new Conflict({ message })
    })
  )
  return toSubmissionView(submission, (yield* accountNames)(submission.accountId), true)
})

const accountNames = Effect.gen(function*() {
  const names = new Map((yield* (yield* Accounts).list).map(({ id, name }) => [id, name]))
  return (id: string): string | null => names.get(id) ?? null
})

const toSubmissionView = (submission: Submission, reporter: string | null, showsReviewer: boolean) => ({
  id: submission.id,
  url: submission.url,
  canonicalUrl: submission.canonicalUrl,
  state: submission.state,
  createdAt: submission.createdAt.getTime(),
  reviewedAt: submission.reviewedAt?.getTime() ?? null,
  reporter,
  reviewer: submission.reviewer === null ? null : showsReviewer ? entryText(submission.reviewer) : operatorName,
  rejection: submission.rejection === null ? null : entryText(submission.rejection),
  entryId: submission.entryId,
  triageRisk: submission.triageRisk,
  triageReasons: explainTriage(submission)
})
