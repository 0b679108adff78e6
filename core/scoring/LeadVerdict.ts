import { BandTable } from "./Band.ts"

export type LeadVerdict = "clean" | "review" | "spam"

/** Risk score of a lead, higher is riskier (contract, section 3). */
export const leadVerdicts = new BandTable<LeadVerdict>([
  { name: "clean", from: 0 },
  { name: "review", from: 25 },
  { name: "spam", from: 80 }
])
