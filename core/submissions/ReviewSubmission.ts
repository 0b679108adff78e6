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
  blocklistTarget,
  type EntryTooBroad,
  type InvalidBlocklistTarget
} from "../threats/blocklist/BlocklistGuard.ts"
import type { HostKnowledge } from "../urls/HostKnowledge.ts"
import { PopularDomains } from "../urls/PopularDomains.ts"
import { PublicSuffixes } from "../urls/PublicSuffixes.ts"
import { acceptedScopeDefault } from "./AcceptanceDefaults.ts"
import type { Submission } from "./Submission.ts"
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
    /** Free text. May be empty. */
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
  /** Entry for the blocklist. Null if rejected. */
  readonly entry: NewBlocklistEntry | null
}

type ReviewFailure = AlreadyReviewed | EntryTooBroad | InvalidBlocklistTarget

/** Decides a review. Pure. Accepted and rejected are final. */
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
  return Result.map(blocklistTarget(scope, url, knowledge, { force }), (target) => ({
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
 * Executes a review. The entry is stored before the submission's state: after a crash in between, the submission is still pending,
 * the review can be repeated, and a rejection removes the entry. Of two concurrent reviews, one wins, and the other's entry is
 * removed unless both share it.
 *
 * @param own hosts of the operator's own sites, which are blocked only if the review forces it
 */
export const reviewSubmission = Effect.fn("reviewSubmission")(
  function*(id: number, review: Review, own: ReadonlySet<string> = new Set()) {
    const knowledge = { suffixes: yield* PublicSuffixes, popular: yield* PopularDomains, own }
    const submissions = yield* Submissions
    const blocklist = yield* Blocklist
    const submission = yield* submissions.get(id)
    const at = new Date(yield* Clock.currentTimeMillis)
    const decided = yield* Effect.fromResult(decideReview(submission, review, at, knowledge))
    const entry = decided.entry === null ? null : yield* blocklist.put(decided.entry)
    const reviewed: Submission = { ...decided.submission, entryId: entry?.id ?? null }
    if (yield* submissions.transition(reviewed, "pending")) {
      if (entry === null) yield* blocklist.removeSource(submissionSource(id))
      return { submission: reviewed, entry }
    }
    const { entryId, state } = yield* submissions.get(id)
    if (entry !== null && entryId !== entry.id) yield* Effect.ignore(blocklist.remove(entry.id))
    return yield* new AlreadyReviewed({ id, state })
  }
)

/** Executes a review on behalf of a person. Guards the hosts of the server's own sites. Writes to the audit log. */
export const reviewAs = Effect.fn("reviewAs")(function*(actor: Actor, id: number, review: Review) {
  const reviewed = yield* reviewSubmission(id, review, yield* ownSiteHosts)
  const { entry, submission } = reviewed
  const words = entry === null
    ? `link ${shortenUrl(submission.canonicalUrl)} ${submission.rejection ?? ""}`.trimEnd()
    : `${entry.kind} ${entry.expression}${entry.forced ? " (forced)" : ""}`
  yield* auditThreatData(actor, `submission.${review.kind}`, String(id), words)
  return reviewed
})

/** Characters of a link in the audit log, which leaves room for the reason. */
const linkCharsMax = 120

const shortenUrl = (url: string): string => url.length <= linkCharsMax ? url : `${url.slice(0, linkCharsMax - 1)}…`
