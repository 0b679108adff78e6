import type { ReasonCases } from "../../scoring/ReasonCase.ts"

/** Catalog entry of one reason code and its cases. */
export interface ReasonEntry {
  /** Sentences that explain the code to users. */
  readonly about: string
  /** Penalty points and message of each case. */
  readonly cases: ReasonCases
  /** Reference that describes the construct or attack. */
  readonly source: string
}
