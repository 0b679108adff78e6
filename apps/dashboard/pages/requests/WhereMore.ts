import type { RequestId } from "../../../../core/kernel/Ids.ts"

interface Answered {
  readonly operation: string
  readonly requestId: RequestId
  /** Null when it failed. */
  readonly verdict: string | null
}

/** Where the same is shown at length; null where it is not. What is kept of a lead is the lead: without it there is no page of it. */
export const whereMore = (
  { operation, requestId, verdict }: Answered,
  hasDetails: boolean
): { readonly path: string; readonly text: string } | null => {
  if (verdict === null) return null
  if (operation === "scan") return { path: `/documents/${requestId}`, text: "Show all findings in the document" }
  return operation === "lead/analyze" && hasDetails ? { path: `/leads/${requestId}`, text: "Show the lead" } : null
}
