import type { DocumentRating } from "../../../../core/scoring/Bands.ts"
import { StatusBadge, type Tone } from "../../parts/text/StatusBadge.tsx"
import { verdictLabel } from "../requests/VerdictLabels.ts"

interface RatingLabel {
  readonly title: string
  /** Explains the rating, and what to do. */
  readonly about: string
  readonly tone: Tone
}

const ratingLabel = (rating: DocumentRating, about: string): RatingLabel => {
  const { label, tone } = verdictLabel("scan", rating)
  return { title: label, about, tone }
}

/** Labels and explanations of the ratings. */
export const ratingLabels: Readonly<Record<DocumentRating, RatingLabel>> = {
  ok: ratingLabel("ok", "No sign of harmful content."),
  warn: ratingLabel("warn", "It contains something unusual. Check with the sender before you open it."),
  block: ratingLabel("block", "Do not open or forward it. It may be harmful.")
}

/** A rating as a badge. Null, for a failed scan, is shown as not rated. */
export const Rating = ({ rating }: { readonly rating: DocumentRating | null }) =>
  rating === null
    ? <StatusBadge tone="plain">Not rated</StatusBadge>
    : <StatusBadge tone={ratingLabels[rating].tone}>{ratingLabels[rating].title}</StatusBadge>
