import { Clock, Effect, Result, Schema } from "effect"
import { type Actor, auditThreatData } from "../audit/Audit.ts"
import { ownSiteHosts } from "../sites/FindSites.ts"
import { Blocklist } from "../threats/blocklist/Blocklist.ts"
import {
  type BlocklistTarget,
  defaultReasons,
  entryText,
  type NewBlocklistEntry,
  submissionSource
} from "../threats/blocklist/BlocklistEntry.ts"
import {
  type EntryTooBroad,
  type InvalidBlocklistTarget,
  parseBlocklistTarget
} from "../threats/blocklist/BlocklistGuard.ts"
import type { HostKnowledge } from "../urls/HostKnowledge.ts"
import { PopularDomains } from "../urls/PopularDomains.ts"
import { PublicSuffixes } from "../urls/PublicSuffixes.ts"
import { acceptedScopeDefault } from "./AcceptanceDefaults.ts"
import type { Submission } from "./Submission.ts"
import { makeSubmissionEvents, type SubmissionEventOf } from "./SubmissionEvents.ts"
import { Submissions } from "./Submissions.ts"

export class AlreadyReviewed extends Schema.TaggedError<AlreadyReviewed>()("AlreadyReviewed", {
  id: Schema.Int,
  state: Schema.String
}) {
  override get message(): string {
    return `Submission ${this.id} is already ${this.state}.`
  }
}

export type Review =
  & {
    readonly author: string
    /** Free text, which may be empty. */
    readonly reason: string
  }
  & (
    | {
      readonly kind: "accept"
      /** Scope of the block. Default: `acceptedScopeDefault`. */
      readonly scope?: BlocklistTarget["kind"] | undefined
      readonly expiresAt: Date | null
      /** Overrides the guard against blocking shared hosts. */
      readonly force: boolean
    }
    | { readonly kind: "reject" }
  )

export interface ReviewResult {
  readonly submission: Submission
  /** Entry for the blocklist. Null if the submission was rejected. */
  readonly entry: NewBlocklistEntry | null
}

type ReviewFailure = AlreadyReviewed | EntryTooBroad | InvalidBlocklistTarget

/** Returns the result of a review. This function is pure. The states `accepted` and `rejected` are final. */
export const decideReview = (
  submission: Submission,
  review: Review,
  at: Date,
  knowledge: HostKnowledge
): Result.Result<ReviewResult, ReviewFailure> => {
  const { id, state, url } = submission
  if (state !== "pending") return Result.fail(new AlreadyReviewed({ id, state }))
  const reason = entryText(review.reason)
  const reviewed = { ...submission, reviewedAt: at, reviewer: review.author }
  if (review.kind === "reject") {
    const rejection = reason === "" ? null : reason
    return Result.succeed({ submission: { ...reviewed, state: "rejected", rejection }, entry: null })
  }
  const { force, scope = acceptedScopeDefault } = review
  return Result.map(parseBlocklistTarget(scope, url, knowledge, { force }), (target) => ({
    submission: { ...reviewed, state: "accepted" as const },
    entry: {
      ...target,
      action: "block",
      reason: reason === "" ? defaultReasons.reviewed : reason,
      source: submissionSource(id),
      author: review.author,
      createdAt: at,
      expiresAt: review.expiresAt
    }
  }))
}

/**
 * Executes a review. The blocklist entry is stored before the submission's state. After a crash in between, the
 * submission is still pending, so the review can be repeated; a rejection then removes the entry. Of two concurrent
 * reviews, only one takes effect. The entry of the other review is removed, unless both reviews share the entry.
 *
 * @param own hosts of the sites of all accounts, which are blocked only if the review forces it
 * @param eventOf creates the event of the review; absent for no event
 */
export const reviewSubmission = Effect.fn("reviewSubmission")(
  function*(id: number, review: Review, own: ReadonlySet<string> = new Set(), eventOf?: SubmissionEventOf) {
    const knowledge = { suffixes: yield* PublicSuffixes, popular: yield* PopularDomains, own }
    const submissions = yield* Submissions
    const blocklist = yield* Blocklist
    const submission = yield* submissions.get(id)
    const at = new Date(yield* Clock.currentTimeMillis)
    const decided = yield* Effect.fromResult(decideReview(submission, review, at, knowledge))
    const entry = decided.entry === null ? null : yield* blocklist.put(decided.entry)
    const reviewed: Submission = { ...decided.submission, entryId: entry?.id ?? null }
    if (yield* submissions.transition(reviewed, "pending", eventOf?.(reviewed))) {
      if (entry === null) yield* blocklist.removeSource(submissionSource(id))
      return { submission: reviewed, entry }
    }
    const { entryId, state } = yield* submissions.get(id)
    if (entry !== null && entryId !== entry.id) yield* Effect.ignore(blocklist.remove(entry.id))
    return yield* new AlreadyReviewed({ id, state })
  }
)

/**
 * Executes a review on behalf of a person. The hosts of the sites of all accounts are blocked only if the review forces
 * it. Writes to the audit log.
 */
export const reviewAs = Effect.fn("reviewAs")(function*(actor: Actor, id: number, review: Review) {
  const reviewed = yield* reviewSubmission(id, review, yield* ownSiteHosts, (yield* makeSubmissionEvents)?.reviewed)
  const { entry, submission } = reviewed
  const words = entry === null
    ? `link ${shortenUrl(submission.canonicalUrl)} ${submission.rejection ?? ""}`.trimEnd()
    : `${entry.kind} ${entry.expression}${entry.forced ? " (forced)" : ""}`
  yield* auditThreatData(actor, `submission.${review.kind}`, String(id), words)
  return reviewed
})

/** Maximum characters of a link in the audit log. The limit leaves room for the reason. */
const linkCharsMax = 120

const shortenUrl = (url: string): string => url.length <= linkCharsMax ? url : `${url.slice(0, linkCharsMax - 1)}…`
