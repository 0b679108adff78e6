import { scoreMax } from "./Band.ts"
import { byWeightThenCode, combineSignals, type Scoring, sum } from "./CombineSignals.ts"

/**
 * Rule that consists of a pure predicate over a subject, and its effect on the risk.
 *
 * `points` add to the risk. `riskAtLeast` sets a lower bound regardless of other rules, for example for a link that is
 * already listed. Both only raise the risk, so every rule set is monotone.
 */
export interface Rule<in Subject, out Code extends string = string> {
  readonly code: Code
  /** Points from 0 to 100. */
  readonly points: number
  /** Lower bound of the risk, from 0 to 100. No lower bound if absent. */
  readonly riskAtLeast?: number
  readonly when: (subject: Subject) => boolean
  /** Returns a sentence for people. */
  readonly message: (subject: Subject) => string
}

/** Matched rule, as reported to the caller. */
export interface Reason<out Code extends string = string> {
  readonly code: Code
  readonly message: string
}

/** Unordered rules with unique codes. */
export type RuleSet<Subject, Code extends string = string> = ReadonlyArray<Rule<Subject, Code>>

export interface Judgment<Code extends string = string> {
  /** Risk from 0 (none) to 100. */
  readonly risk: number
  /** Score from 0 to 100: 100 minus the risk. Higher scores are safer. */
  readonly score: number
  /** Matched rules by weight, highest first, then by code. The order does not depend on the order of the rule set. */
  readonly reasons: ReadonlyArray<Reason<Code>>
}

/** Contribution of a rule to the risk. */
export interface RuleWeight {
  readonly points: number
  readonly riskAtLeast?: number
}

/**
 * Scoring in which points add up and lower bounds raise the result. It is monotone: adding a weight never lowers the
 * risk.
 */
const scoring: Scoring<string, "all"> = { groupOf: () => "all", groups: ["all"], combineGroup: sum, combineAll: sum }

/** Returns the risk of weights, from 0 to 100, independent of their order. Equal weights count separately. */
export const combineRisk = (weights: Iterable<RuleWeight>): number =>
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
