import { scoreMax } from "./Band.ts"
import { byWeightThenCode, fold, type Scoring, sum } from "./Fold.ts"

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

/** An unordered collection of rules, each code once. */
export type RuleSet<Subject, Code extends string = string> = ReadonlyArray<Rule<Subject, Code>>

export interface Judgement<Code extends string = string> {
  /** 0 (no risk) to 100. */
  readonly risk: number
  /** 100 − risk: 0 to 100, higher is safer. */
  readonly score: number
  /** Every rule that held, the weightiest first, then by code: the order of the rule set does not show. */
  readonly reasons: ReadonlyArray<Reason<Code>>
}

/** What a rule contributes, for the fold from signals to a score. */
export interface Weight {
  readonly points: number
  readonly riskAtLeast?: number
}

/** Points add up, floors lift. Monotone: one more weight never lowers the risk. */
const scoring: Scoring<string, "all"> = { groupOf: () => "all", groups: ["all"], ofGroup: sum, ofAll: sum }

/** The risk that weights come to: total, 0 to 100, independent of order. Each counts, equal ones too. */
export const foldRisk = (weights: Iterable<Weight>): number =>
  fold(
    scoring,
    Array.from(weights, ({ points, riskAtLeast }, at) => ({ code: String(at), weight: points, atLeast: riskAtLeast }))
  )

export const judge = <Subject, Code extends string>(
  rules: RuleSet<Subject, Code>,
  subject: Subject
): Judgement<Code> => {
  const held = rules.filter((rule) => rule.when(subject)).toSorted((one, other) =>
    byWeightThenCode(weightOf(one), weightOf(other))
  )
  const risk = foldRisk(held)
  return {
    risk,
    score: scoreMax - risk,
    reasons: held.map((rule) => ({ code: rule.code, message: rule.message(subject) }))
  }
}

const weightOf = ({ code, points, riskAtLeast = 0 }: Rule<never>) => ({ code, weight: Math.max(points, riskAtLeast) })
