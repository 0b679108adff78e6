import type { Cases } from "../../scoring/Case.ts"

/** One code of the reasons of a document's score, and the cases in which it is given. */
export interface ReasonEntry {
  /** What the code says about the document. */
  readonly about: string
  /** Points are taken off the score. */
  readonly cases: Cases
  /** Where the construct, or the attack, is described. */
  readonly source: string
}
