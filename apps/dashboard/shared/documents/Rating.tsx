import type { DocumentRating } from "../../../../core/scoring/Bands.ts"
import { StatusBadge, type Tone } from "../../parts/text/StatusBadge.tsx"
import { verdictLabel } from "../requests/VerdictLabels.ts"

interface RatingLabel {
  readonly title: string
  /** Explanation of the rating, with advice. */
  readonly about: string
  readonly tone: Tone
}

const ratingLabel = (rating: DocumentRating, about: string): RatingLabel => {
  const { label, tone } = verdictLabel("scan", rating)
  return { title: label, about, tone }
}

export const ratingLabels: Readonly<Record<DocumentRating, RatingLabel>> = {
  ok: ratingLabel("ok", "No sign of harmful content."),
  warn: ratingLabel("warn", "It contains something unusual. Check with the sender before you open it."),
  block: ratingLabel("block", "Do not open or forward it. It may be harmful.")
}

/** Badge of a rating. A failed scan has no rating and gets the badge "Not rated". */
export const Rating = ({ rating }: { readonly rating: DocumentRating | null }) =>
  rating === null
    ? <StatusBadge tone="plain">Not rated</StatusBadge>
    : <StatusBadge tone={ratingLabels[rating].tone}>{ratingLabels[rating].title}</StatusBadge>
