import { IconArrowUp, IconArrowUpRight } from "@tabler/icons-react"
import type { ReactNode } from "react"
import { triageUrgencies, type TriageUrgency } from "../../../../core/scoring/Bands.ts"
import { Verdict } from "../../parts/Verdict.tsx"
import { urgencyWords } from "./UrgencyWords.ts"

/** Arrows: what stands for a verdict would say that the link was judged. */
const signs: Readonly<Partial<Record<TriageUrgency, ReactNode>>> = {
  raised: <IconArrowUpRight size={12} />,
  high: <IconArrowUp size={12} />
}

/** How urgent a review is: an order for the queue, never a verdict. */
export const UrgencyBadge = ({ risk }: { readonly risk: number }) => {
  const urgency = triageUrgencies.nameOf(risk)
  const { title, tone } = urgencyWords[urgency]
  return (
    <Verdict tone={tone} icon={signs[urgency]}>
      {title} <span style={{ fontVariantNumeric: "tabular-nums" }}>{risk}</span>
    </Verdict>
  )
}
