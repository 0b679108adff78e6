import type { DocumentRating } from "../../../../core/scoring/Bands.ts"
import { StatusBadge, type Tone } from "../../parts/text/StatusBadge.tsx"
import { verdictWord } from "../requests/WordsOfVerdicts.ts"

interface RatingWords {
  readonly title: string
  /** Explains the rating, and what to do. */
  readonly about: string
  readonly tone: Tone
}

const words = (rating: DocumentRating, about: string): RatingWords => {
  const { label, tone } = verdictWord("scan", rating)
  return { title: label, about, tone }
}

/** Labels and explanations of the ratings. */
export const ratingWords: Readonly<Record<DocumentRating, RatingWords>> = {
  ok: words("ok", "Nothing in it does anything by itself that a person would not expect."),
  warn: words("warn", "Something in it is unusual. Ask whoever sent it before you open it."),
  block: words("block", "Opening it can do harm. Do not pass it on.")
}

/** A rating as a badge. Null, for a failed scan, is shown as not rated. */
export const Rating = ({ rating }: { readonly rating: DocumentRating | null }) =>
  rating === null
    ? <StatusBadge tone="plain">Not rated</StatusBadge>
    : <StatusBadge tone={ratingWords[rating].tone}>{ratingWords[rating].title}</StatusBadge>
