import { BandTable } from "./Band.ts"

export type TriageUrgency = "low" | "raised" | "high"

/** Triage risk of a reported link, higher is more urgent: an order for the queue of reviews, never a verdict. */
export const triageUrgencies = new BandTable<TriageUrgency>([
  { name: "low", from: 0 },
  { name: "raised", from: 25 },
  // From here on something hardly explains itself otherwise.
  { name: "high", from: 60 }
])
