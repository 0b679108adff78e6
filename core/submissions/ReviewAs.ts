import { Effect } from "effect"
import { type Actor, auditThreatData } from "../audit/Audit.ts"
import { ownHosts } from "../sites/FindSites.ts"
import { type Review, reviewSubmission } from "./ReviewSubmission.ts"

/** Carries a review out for somebody; hosts of the server's own sites are guarded. Audited here. */
export const reviewAs = Effect.fn("reviewAs")(function*(actor: Actor, id: number, review: Review) {
  const reviewed = yield* reviewSubmission(id, review, yield* ownHosts)
  const { entry, submission } = reviewed
  const words = entry === null
    ? `link ${shortened(submission.canonicalUrl)} ${submission.rejection ?? ""}`.trimEnd()
    : `${entry.kind} ${entry.expression}${entry.forced ? " (forced)" : ""}`
  yield* auditThreatData(actor, `submission.${review.kind}`, String(id), words)
  return reviewed
})

/** Of a link in the log: room is left for the reason. */
const linkCharsMax = 120

const shortened = (url: string): string => url.length <= linkCharsMax ? url : `${url.slice(0, linkCharsMax - 1)}…`
