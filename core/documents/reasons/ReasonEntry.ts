import type { Cases } from "../../scoring/Case.ts"

/** Catalog entry of one reason code and its cases. */
export interface ReasonEntry {
  /** Meaning of the code for the document. */
  readonly about: string
  /** Penalty points and message of each case; the points are subtracted from the score. */
  readonly cases: Cases
  /** Reference that describes the construct or attack. */
  readonly source: string
}
