/**
 * One rule: a pure predicate over a subject, and what it means when it holds.
 *
 * `points` add to the risk; `riskAtLeast` lifts the risk to a floor whatever the other rules say (a known-malicious URL
 * forces 100; an encrypted document can never be better than `warn`). Both can only raise the risk, which is what makes
 * every rule set monotone.
 */
export interface Rule<in Subject, out Code extends string = string> {
  readonly code: Code
  /** 0 to 100. */
  readonly points: number
  /** 0 to 100; absent means no floor. */
  readonly riskAtLeast?: number
  readonly when: (subject: Subject) => boolean
  /** One sentence that a person understands. */
  readonly message: (subject: Subject) => string
}

/** A rule that held, as the caller is told. */
export interface Reason<out Code extends string = string> {
  readonly code: Code
  readonly message: string
}
