import { Verdict } from "../../parts/Verdict.tsx"

/** From here on something hardly explains itself otherwise. */
const urgentFrom = 60
const raisedFrom = 25

/** How urgent a review is: an order for the queue, never a verdict. */
export const UrgencyBadge = ({ risk }: { readonly risk: number }) => (
  <Verdict tone={risk >= urgentFrom ? "bad" : risk >= raisedFrom ? "caution" : "plain"}>
    {risk >= urgentFrom ? "High" : risk >= raisedFrom ? "Raised" : "Low"} {risk}
  </Verdict>
)
