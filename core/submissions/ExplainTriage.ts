import { foldRisk, type Reason } from "../scoring/RuleSet.ts"
import type { Submission } from "./Submission.ts"
import { triageRules } from "./TriageRules.ts"

/** A rule that held, and what it counts for. */
export interface TriageShare extends Reason {
  /** What it adds to the risk; null where that is not known any more. */
  readonly points: number | null
  /** What it lifts the risk to, whatever the others say; null: nothing. */
  readonly riskAtLeast: number | null
}

/**
 * What each reason counts for. The rules are today's and the risk is of the time of the report: where the one does not come of the
 * other no share is told, since it would explain a number that it does not add up to.
 */
export const explainTriage = (
  { triageReasons, triageRisk }: Pick<Submission, "triageReasons" | "triageRisk">
): ReadonlyArray<TriageShare> => {
  const rules = triageReasons.map((reason) => triageRules.find(({ code }) => code === reason.code) ?? null)
  const isToday = rules.every((rule) => rule !== null) && foldRisk(rules) === triageRisk
  return triageReasons.map(({ code, message }, at) => ({
    code,
    message,
    points: isToday ? rules[at]!.points : null,
    riskAtLeast: isToday ? rules[at]!.riskAtLeast ?? null : null
  }))
}
