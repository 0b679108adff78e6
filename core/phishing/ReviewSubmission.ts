import { Clock, Effect, Result, Schema } from "effect"
import { Blocklist } from "../ports/Blocklist.ts"
import { PopularDomains } from "../ports/PopularDomains.ts"
import { PublicSuffixes } from "../ports/PublicSuffixes.ts"
import { Submissions } from "../ports/Submissions.ts"
import type { BlocklistEntry, BlocklistTarget } from "../urls/BlocklistEntry.ts"
import { blocklistTarget, type BlocksTooMuch, type InvalidBlocklistTarget } from "../urls/BlocklistGuard.ts"
import type { HostKnowledge } from "../urls/HostKnowledge.ts"
import type { Submission } from "./Submission.ts"

export class AlreadyReviewed extends Schema.TaggedError<AlreadyReviewed>()("AlreadyReviewed", {
  id: Schema.Int,
  state: Schema.String
}) {
  override get message(): string {
    return `Submission ${this.id} was ${this.state} already.`
  }
}

export type Review =
  | {
    readonly kind: "accept"
    /** How much of the URL to block. */
    readonly scope: BlocklistTarget["kind"]
    readonly expiresAt: Date | null
    /** Blocks even what many share. */
    readonly force: boolean
  }
  | { readonly kind: "reject"; readonly reason: string }

export interface Reviewed {
  readonly submission: Submission
  /** What goes into the blocklist; null when it was rejected. */
  readonly entry: Omit<BlocklistEntry, "id"> | null
}

type ReviewFailure = AlreadyReviewed | BlocksTooMuch | InvalidBlocklistTarget

/** Decides a review. Pure. Accepted and rejected are final. */
export const decideReview = (
  submission: Submission,
  review: Review,
  at: Date,
  knowledge: HostKnowledge
): Result.Result<Reviewed, ReviewFailure> => {
  const { id, state, url } = submission
  if (state !== "pending") return Result.fail(new AlreadyReviewed({ id, state }))
  if (review.kind === "reject") {
    const rejection = review.reason.trim() === "" ? null : review.reason.trim()
    return Result.succeed({ submission: { ...submission, state: "rejected", reviewedAt: at, rejection }, entry: null })
  }
  return Result.map(blocklistTarget(review.scope, url, knowledge, review), (target) => ({
    submission: { ...submission, state: "accepted" as const, reviewedAt: at },
    entry: {
      kind: target.kind,
      expression: target.expression,
      reason: "reported and reviewed",
      source: `submission:${id}`,
      createdAt: at,
      expiresAt: review.expiresAt
    }
  }))
}

/**
 * Carries a review out. The entry is in the blocklist before the submission says so: a crash in between leaves a pending
 * submission whose review can be repeated, since the same target is only renewed. Of two reviewers at once one wins; if the
 * loser accepted, the loser's entry is taken back.
 */
export const reviewSubmission = Effect.fn("reviewSubmission")(function*(id: number, review: Review) {
  const submissions = yield* Submissions
  const blocklist = yield* Blocklist
  const submission = yield* submissions.get(id)
  const knowledge = { suffixes: yield* PublicSuffixes, popular: yield* PopularDomains }
  const at = new Date(yield* Clock.currentTimeMillis)
  const reviewed = yield* Effect.fromResult(decideReview(submission, review, at, knowledge))
  const entry = reviewed.entry === null ? null : yield* blocklist.put(reviewed.entry)
  if (yield* submissions.transition(reviewed.submission, "pending")) return { submission: reviewed.submission, entry }
  const standing = yield* submissions.get(id)
  if (entry !== null && standing.state === "rejected") yield* Effect.ignore(blocklist.remove(entry.id))
  return yield* new AlreadyReviewed({ id, state: standing.state })
})
