import { Effect } from "effect"
import { ownHosts } from "../accounts/OwnHosts.ts"
import type { Actor } from "../members/Audit.ts"
import { auditThreatData } from "../members/AuditThreatData.ts"
import { type Review, reviewSubmission } from "./ReviewSubmission.ts"

/** Carries a review out for somebody; hosts of the server's own sites are guarded. Audited here. */
export const reviewAs = Effect.fn("reviewAs")(function*(actor: Actor, id: number, review: Review) {
  const reviewed = yield* reviewSubmission(id, review, yield* ownHosts)
  const { entry, submission } = reviewed
  const words = entry === null
    ? submission.rejection ?? ""
    : `${entry.kind} ${entry.expression}${entry.forced ? " (forced)" : ""}`
  yield* auditThreatData(actor, `submission.${review.kind}`, String(id), words)
  return reviewed
})
