import { clampScore, scoreMax } from "./Band.ts"
import type { Reason, Rule } from "./Rule.ts"

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

/** The fold: points add up, floors lift, and the result stays within 0 to 100. Total, monotone, independent of order. */
export const foldRisk = (weights: Iterable<Weight>): number => {
  let points = 0
  let floor = 0
  for (const weight of weights) {
    points += weight.points
    floor = Math.max(floor, weight.riskAtLeast ?? 0)
  }
  return clampScore(Math.max(points, floor))
}

export const judge = <Subject, Code extends string>(
  rules: RuleSet<Subject, Code>,
  subject: Subject
): Judgement<Code> => {
  const held = rules.filter((rule) => rule.when(subject)).toSorted(byWeightThenCode)
  const risk = foldRisk(held)
  return {
    risk,
    score: scoreMax - risk,
    reasons: held.map((rule) => ({ code: rule.code, message: rule.message(subject) }))
  }
}

const byWeightThenCode = (a: Rule<never>, b: Rule<never>): number =>
  Math.max(b.points, b.riskAtLeast ?? 0) - Math.max(a.points, a.riskAtLeast ?? 0) ||
  (a.code < b.code ? -1 : a.code > b.code ? 1 : 0)
