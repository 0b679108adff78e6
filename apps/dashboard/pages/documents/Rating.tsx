import type { DocumentRating } from "../../../../core/rating/DocumentRating.ts"
import { Verdict } from "../../parts/Verdict.tsx"
import { verdictWord } from "../requests/WordsOfVerdicts.ts"

/** A rating in words; null where the scan failed. */
export const Rating = ({ rating }: { readonly rating: DocumentRating | null }) => {
  if (rating === null) return <Verdict tone="plain">Not rated</Verdict>
  const { label, tone } = verdictWord("scan", rating)
  return <Verdict tone={tone}>{label}</Verdict>
}
