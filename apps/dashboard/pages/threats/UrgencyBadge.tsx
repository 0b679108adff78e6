import { triageUrgencies } from "../../../../core/rating/TriageUrgency.ts"
import { Verdict } from "../../parts/Verdict.tsx"
import { urgencyWords } from "./UrgencyWords.ts"

/** How urgent a review is: an order for the queue, never a verdict. */
export const UrgencyBadge = ({ risk }: { readonly risk: number }) => {
  const { title, tone } = urgencyWords[triageUrgencies.nameOf(risk)]
  return (
    <Verdict tone={tone}>
      {title} <span style={{ fontVariantNumeric: "tabular-nums" }}>{risk}</span>
    </Verdict>
  )
}
