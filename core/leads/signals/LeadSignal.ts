import { byWeightThenCode } from "../../scoring/Fold.ts"
import { leadCatalogue, type LeadCategory, type LeadCode } from "./LeadCatalogue.ts"

/** What was noticed of a lead, and how much it weighs. */
export interface LeadSignal {
  readonly code: LeadCode
  readonly category: LeadCategory
  /** 0 to 100; how signals combine is for `riskOf` to say. */
  readonly points: number
  /** One sentence that a person understands. */
  readonly message: string
}

export const leadSignal = (code: LeadCode, points: number, message: string): LeadSignal => ({
  code,
  category: leadCatalogue[code].category,
  points,
  message
})

/** The weightiest first, then by code. */
export const byWeight = (one: LeadSignal, other: LeadSignal): number =>
  byWeightThenCode({ code: one.code, weight: one.points }, { code: other.code, weight: other.points })
