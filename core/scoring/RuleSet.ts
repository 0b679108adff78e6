import { scoreMax } from "./Band.ts"
import { byWeightThenCode, combineSignals, type Scoring, sum } from "./CombineSignals.ts"

/**
 * Rule: a pure predicate over a subject and its effect.
 *
 * `points` add to the risk; `riskAtLeast` sets a lower bound regardless of other rules (a known-malicious URL forces 100; an
 * encrypted document is never better than `warn`). Both only raise the risk, so every rule set is monotone.
 */
export interface Rule<in Subject, out Code extends string = string> {
  readonly code: Code
  /** 0 to 100. */
  readonly points: number
  /** 0 to 100. Absent: no lower bound. */
  readonly riskAtLeast?: number
  readonly when: (subject: Subject) => boolean
  /** One sentence for people. */
  readonly message: (subject: Subject) => string
}

/** Matched rule, for the caller. */
export interface Reason<out Code extends string = string> {
  readonly code: Code
  readonly message: string
}

/** Unordered rules with unique codes. */
export type RuleSet<Subject, Code extends string = string> = ReadonlyArray<Rule<Subject, Code>>

export interface Judgment<Code extends string = string> {
  /** 0 (no risk) to 100. */
  readonly risk: number
  /** 100 − risk: 0 to 100, higher is safer. */
  readonly score: number
  /** Matched rules by weight, highest first, then by code. Independent of the rule set's order. */
  readonly reasons: ReadonlyArray<Reason<Code>>
}

/** Contribution of a rule to the risk. */
export interface Weight {
  readonly points: number
  readonly riskAtLeast?: number
}

/** Points add up, and lower bounds raise the result. Monotone: another weight never lowers the risk. */
const scoring: Scoring<string, "all"> = { groupOf: () => "all", groups: ["all"], combineGroup: sum, combineAll: sum }

/** Returns the risk of weights, 0 to 100, independent of order. Equal weights all count. */
export const combineRisk = (weights: Iterable<Weight>): number =>
  combineSignals(
    scoring,
    Array.from(weights, ({ points, riskAtLeast }, at) => ({ code: String(at), weight: points, atLeast: riskAtLeast }))
  )

export const judge = <Subject, Code extends string>(
  rules: RuleSet<Subject, Code>,
  subject: Subject
): Judgment<Code> => {
  const held = rules.filter((rule) => rule.when(subject)).toSorted((one, other) =>
    byWeightThenCode(weightOf(one), weightOf(other))
  )
  const risk = combineRisk(held)
  return {
    risk,
    score: scoreMax - risk,
    reasons: held.map((rule) => ({ code: rule.code, message: rule.message(subject) }))
  }
}

const weightOf = ({ code, points, riskAtLeast = 0 }: Rule<never>) => ({ code, weight: Math.max(points, riskAtLeast) })
