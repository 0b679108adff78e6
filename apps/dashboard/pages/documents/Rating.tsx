import type { DocumentRating } from "../../../../core/scoring/Bands.ts"
import { Verdict } from "../../parts/Verdict.tsx"
import { ratingWords } from "../../shared/documents/RatingWords.ts"

/** A rating in words; null where the scan failed. */
export const Rating = ({ rating }: { readonly rating: DocumentRating | null }) =>
  rating === null
    ? <Verdict tone="plain">Not rated</Verdict>
    : <Verdict tone={ratingWords[rating].tone}>{ratingWords[rating].title}</Verdict>
